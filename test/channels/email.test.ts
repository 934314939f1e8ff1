import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelError } from '../../src/channels/channel-error.ts'
import { email } from '../../src/channels/email.ts'
import { canSend } from '../../src/channels/index.ts'
import { createMailer, type EmailMessage } from '../../src/channels/mailer.ts'
import { createSendAttempt } from '../../src/channels/send-attempt.ts'
import { type EventType, toIncidentEvent } from '../../src/core/incidents/event.ts'
import type { NotificationTarget } from '../../src/core/notifications/delivery.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { createGroupedExample, EXAMPLES } from '../support/api/example-events.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { createTestIncident, SHOP } from '../support/factories/incidents.ts'
import { openMailServer } from '../support/targets/mail-server.ts'

const eventOf = (type: EventType) =>
  toIncidentEvent(type, createTestIncident({ id: 'i-1', monitor: { ...SHOP, name: '<b>Shop</b>' } }), 1_000)

const TARGET: NotificationTarget = {
  id: 'target',
  organizationId: 'alice',
  projectId: 'alice',
  name: 'On-call',
  channel: 'email',
  config: { address: 'alice@example.test' },
  isDefault: false,
  isEnabled: true,
  createdAt: 0,
  updatedAt: 0,
}

const messageOf = (id: string, event = eventOf('incident.opened')) => ({ id, event, targetId: TARGET.id })

function toolsOf(t: Cleanup, mailer: { send(mail: EmailMessage): Promise<unknown>; close(): void } | null) {
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  return { net, now: () => 0, mailer, baseUrl: 'https://watch.example.test', unsubscribe }
}

/** Renders the email of an event. */
async function mailOf(t: Cleanup, event = eventOf('incident.opened')): Promise<EmailMessage> {
  const mails: EmailMessage[] = []
  const tools = toolsOf(t, { send: async (mail) => void mails.push(mail), close: () => {} })
  await email.send(messageOf('d-1', event), { address: 'alice@example.test' }, tools)
  return mails[0]!
}

test('an email has the same facts in text and HTML, and names are not markup', async (t) => {
  const { to, subject, text, html } = await mailOf(t)
  assert.deepEqual([to, subject], ['alice@example.test', 'New incident: "Shop" is down, since 00:00 UTC'])
  const url = 'https://watch.example.test/incidents/i-1'
  assert.ok(text.includes('Monitor: <b>Shop</b>\n') && text.includes('no answer in 10000 ms') && text.includes(url))
  assert.ok(html.includes('&lt;b&gt;Shop&lt;/b&gt;') && !html.includes('<b>') && html.includes(`href="${url}"`))
})

test('markup in an incident title is escaped in the HTML', async (t) => {
  const event = eventOf('incident.opened')
  const incident = { ...event.data.incident!, title: '<i>Shop</i> answers nothing' }
  const { html } = await mailOf(t, { ...event, data: { ...event.data, incident } })
  assert.ok(html.includes('&lt;i&gt;Shop&lt;/i&gt; answers nothing') && !html.includes('<i>'))
})

test('every line of the text is also in the HTML', async (t) => {
  const events = [...EXAMPLES.map(({ event }) => event), createGroupedExample('incident.opened', 30)]
  for (const event of events) {
    const { text, html } = await mailOf(t, event)
    const seen = html
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<[^>]+>/g, '\n')
      .replaceAll('&quot;', '"')
    const words = text.split(/\n|(?<=^[A-Z][\w -]*): /m).map((line) => line.replace(/^- /, '').trim())
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url!)
    for (const word of words.filter((line) => line && line !== '--' && !/:$|^Unsubscribe|^Watchkeeper at/.test(line)))
      assert.ok(seen.includes(word) || links.includes(word), `${event.type}: ${word}`)
  }
})

test('a shortened list states the number of omitted items in both parts', async (t) => {
  const { text, html } = await mailOf(t, createGroupedExample('incident.opened', 23))
  assert.equal(text.match(/^- /gm)?.length, 20)
  assert.equal(html.match(/<li /g)?.length, 20)
  for (const part of [text, html]) assert.match(part, /\band 3 more\b/)
})

test('the HTML of an email loads nothing and runs nothing', async (t) => {
  const { html } = await mailOf(t, createGroupedExample('incident.resolved', 30))
  assert.doesNotMatch(html, /<(?:script|img|link|iframe|form)|url\(|@import|\bon\w+=/i)
  assert.match(html, /prefers-color-scheme:dark/)
  assert.ok(html.length < 102_000, 'Gmail cuts emails over 102 KB')
})

test('an email offers an unsubscribe link to the reader and to the mail program', async (t) => {
  const url = `https://watch.example.test/unsubscribe/${unsubscribe.createToken(TARGET.id, 'alice@example.test')}`
  const { text, html, headers } = await mailOf(t)
  assert.ok(text.includes(url) && html.includes(`href="${url}"`))
  assert.deepEqual(
    [headers?.['List-Unsubscribe'], headers?.['List-Unsubscribe-Post']],
    [`<${url}>`, 'List-Unsubscribe=One-Click'],
  )
})

test('the mail server receives the email with its thread headers', async (t) => {
  const { url, mails } = await openMailServer(t)
  const mailer = createMailer({ url, from: 'alerts@example.test' })
  t.after(() => mailer.close())
  const attempt = createSendAttempt(toolsOf(t, mailer), (error) => assert.fail(String(error)))
  const message = messageOf('d-2', eventOf('incident.resolved'))
  assert.deepEqual(await attempt(TARGET, message), { delivered: true })
  const [{ to, raw }] = mails as [(typeof mails)[0]]
  assert.deepEqual(to, ['alice@example.test'])
  assert.match(raw, /^Message-ID: <d-2@watch\.example\.test>$/im)
  assert.match(raw, /^References: <i\.i-1@watch\.example\.test>$/im)
  assert.match(raw, /^Subject: .*Resolved.*Shop.*is.down/im)
  assert.match(raw, /^List-Unsubscribe:\s+<https:\/\/watch\.example\.test\/unsubscribe\/target\.[\w-]{43}>\r?$/im)
})

test('a recipient that the mail server permanently refuses bounces', async (t) => {
  const { url } = await openMailServer(t, {
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  const mailer = createMailer({ url, from: 'alerts@example.test' })
  t.after(() => mailer.close())
  const attempt = createSendAttempt(toolsOf(t, mailer), (error) => assert.fail(String(error)))
  const outcome = await attempt(TARGET, messageOf('d-1'))
  assert.ok(!outcome.delivered && outcome.bounced && outcome.permanent)
  assert.match(outcome.message, /no such user/)
})

test('an email cannot be sent without a mail server, and the log gives the reason', async (t) => {
  assert.equal(canSend({ channel: 'email', config: {} }, { mailer: null }), false)
  assert.ok(canSend({ channel: 'slack', config: {} }, { mailer: null }))
  const attempt = createSendAttempt(toolsOf(t, null), (error) => assert.fail(String(error)))
  const outcome = await attempt(TARGET, messageOf('d-1'))
  assert.ok(!outcome.delivered && outcome.permanent)
  assert.match(outcome.message, /^this installation has no mail server/)
})

test('an error of the mailer becomes the outcome of the delivery', async (t) => {
  const broken = { send: () => Promise.reject(new ChannelError('the mail server took over 10 s')), close: () => {} }
  const attempt = createSendAttempt(toolsOf(t, broken), (error) => assert.fail(String(error)))
  const outcome = await attempt(TARGET, messageOf('d-1'))
  assert.ok(!outcome.delivered && !outcome.permanent && outcome.message.includes('took over'))
})
