import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAttempt } from '../../src/channels/attempt.ts'
import { ChannelError } from '../../src/channels/channel.ts'
import { email, threadHeaders } from '../../src/channels/email.ts'
import { canSend } from '../../src/channels/index.ts'
import { type Mail, makeMailer } from '../../src/channels/mailer.ts'
import type { NotificationTarget } from '../../src/core/delivery.ts'
import { makeEgressPolicy } from '../../src/core/egress.ts'
import { type EventType, incidentEvent, testEvent } from '../../src/core/event.ts'
import { makeProbeTools } from '../../src/net/tools.ts'
import { makeIncident, SHOP } from '../support/incidents.ts'
import { openMailServer } from '../support/mail-server.ts'
import type { Cleanup } from '../support/stores.ts'

const eventOf = (type: EventType) =>
  incidentEvent(type, makeIncident({ id: 'i-1', monitor: { ...SHOP, name: '<b>Shop</b>' } }), 1_000)

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

function toolsOf(t: Cleanup, mailer: { send(mail: Mail): Promise<void>; close(): void } | null) {
  const net = makeProbeTools({ egress: makeEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  return { net, now: () => 0, mailer, baseUrl: 'https://watch.example.test' }
}

test('a mail tells the same in its text and in its HTML, where nothing of a name is markup', async (t) => {
  const mails: Mail[] = []
  const tools = toolsOf(t, { send: async (mail) => void mails.push(mail), close: () => {} })
  await email.send({ id: 'd-1', event: eventOf('incident.opened') }, { address: 'alice@example.test' }, tools)
  const [{ to, subject, text, html }] = mails as [Mail]
  assert.deepEqual([to, subject], ['alice@example.test', '"Shop" is down'])
  const url = 'https://watch.example.test/incidents/i-1'
  assert.ok(text.includes('Monitor: <b>Shop</b>\n') && text.includes('no answer in 10000 ms') && text.includes(url))
  assert.ok(html.includes('&lt;b&gt;Shop&lt;/b&gt;') && !html.includes('<b>') && html.includes(`href="${url}"`))
})

test('all mails about an incident are one thread, and a repeat is the same mail', () => {
  const headersOf = (id: string, type: EventType) => threadHeaders({ id, event: eventOf(type) }, 'watch.example.test')
  const first = '<incident.i-1@watch.example.test>'
  assert.deepEqual(headersOf('d-1', 'incident.opened'), { 'Message-ID': first, 'Auto-Submitted': 'auto-generated' })
  for (const type of ['incident.acknowledged', 'incident.resolved', 'incident.reopened'] as const)
    assert.deepEqual(headersOf('d-2', type), {
      'Message-ID': '<d-2@watch.example.test>',
      'In-Reply-To': first,
      References: first,
      'Auto-Submitted': 'auto-generated',
    })
  const event = testEvent({ organizationId: 'o', projectId: 'p' }, 'A test', 0)
  const { 'Message-ID': own, References: none } = threadHeaders({ id: 'd-3', event }, 'localhost')
  assert.deepEqual([own, none], ['<d-3@localhost>', undefined])
})

test('a mail server gets it, with its thread', async (t) => {
  const { url, mails } = await openMailServer(t)
  const mailer = makeMailer({ url, from: 'alerts@example.test' })
  t.after(() => mailer.close())
  const attempt = makeAttempt(toolsOf(t, mailer), (error) => assert.fail(String(error)))
  assert.deepEqual(await attempt(TARGET, { id: 'd-2', event: eventOf('incident.resolved') }), { delivered: true })
  const [{ to, raw }] = mails as [(typeof mails)[0]]
  assert.deepEqual(to, ['alice@example.test'])
  assert.match(raw, /^Message-ID: <d-2@watch\.example\.test>$/im)
  assert.match(raw, /^References: <incident\.i-1@watch\.example\.test>$/im)
  assert.match(raw, /^Subject: .*Resolved.*Shop.*is.down/im)
})

test('a recipient that the mail server refuses for good bounces', async (t) => {
  const { url } = await openMailServer(t, {
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  const mailer = makeMailer({ url, from: 'alerts@example.test' })
  t.after(() => mailer.close())
  const attempt = makeAttempt(toolsOf(t, mailer), (error) => assert.fail(String(error)))
  const outcome = await attempt(TARGET, { id: 'd-1', event: eventOf('incident.opened') })
  assert.ok(!outcome.delivered && outcome.bounced && outcome.permanent)
  assert.match(outcome.message, /no such user/)
})

test('without a mail server nothing can be sent, and the log says why', async (t) => {
  assert.equal(canSend('email', { mailer: null }), false)
  assert.ok(canSend('slack', { mailer: null }) && canSend('webhook', { mailer: null }))
  const attempt = makeAttempt(toolsOf(t, null), (error) => assert.fail(String(error)))
  const outcome = await attempt(TARGET, { id: 'd-1', event: eventOf('incident.opened') })
  assert.ok(!outcome.delivered && outcome.permanent)
  assert.equal(outcome.message, 'this installation has no mail server (WK_SMTP_URL)')
})

test('what a mailer throws is how it went', async (t) => {
  const broken = { send: () => Promise.reject(new ChannelError('the mail server took over 10 s')), close: () => {} }
  const attempt = makeAttempt(toolsOf(t, broken), (error) => assert.fail(String(error)))
  const outcome = await attempt(TARGET, { id: 'd-1', event: eventOf('incident.opened') })
  assert.ok(!outcome.delivered && !outcome.permanent && outcome.message.includes('took over'))
})
