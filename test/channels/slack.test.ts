import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelError } from '../../src/channels/channel.ts'
import { slack, slackMessage } from '../../src/channels/slack.ts'
import { makeEgressPolicy } from '../../src/core/egress.ts'
import { incidentEvent } from '../../src/core/event.ts'
import type { Notice } from '../../src/core/notice.ts'
import { makeProbeTools } from '../../src/net/tools.ts'
import { makeIncident, SHOP } from '../support/incidents.ts'
import { type SinkAnswer, startSink } from '../support/sink.ts'
import type { Cleanup } from '../support/stores.ts'

const EVENT = incidentEvent(
  'incident.opened',
  makeIncident({ title: '"<!channel>" is down', monitor: { ...SHOP, name: 'A & <B>' } }),
  1_000,
)

function send(t: Cleanup, url: string, mode: 'any' | 'public' = 'any'): Promise<void> {
  const net = makeProbeTools({ egress: makeEgressPolicy({ mode }) })
  t.after(() => net.resolver.close())
  const tools = { net, now: () => 0, mailer: null, baseUrl: 'https://watch.example.test' }
  return slack.send({ id: 'delivery', event: EVENT }, { webhook_url: url }, tools)
}

async function refusalBy(t: Cleanup, answer: SinkAnswer): Promise<ChannelError> {
  const sink = await startSink(t, () => answer)
  const error: unknown = await send(t, sink.url).then(
    () => null,
    (thrown) => thrown,
  )
  assert.ok(error instanceof ChannelError, String(error))
  assert.equal(sink.received.length, 1)
  return error
}

test('a message has blocks and a plain text, and calls nobody', async (t) => {
  const sink = await startSink(t, () => ({ status: 200 }))
  await send(t, sink.url)
  const [{ body, headers }] = sink.received as [(typeof sink.received)[0]]
  assert.equal(headers['content-type'], 'application/json')
  const message = JSON.parse(body)
  assert.equal(message.text, '"&lt;!channel&gt;" is down: no answer in 10000 ms')
  const [what, facts, link] = message.blocks
  assert.equal(what.text.text, ':red_circle: *"&lt;!channel&gt;" is down*\nno answer in 10000 ms')
  assert.equal(facts.fields[0].text, '*Monitor*\nA &amp; &lt;B&gt;')
  assert.ok(facts.fields.length <= 10)
  assert.equal(link.text.text, '<https://watch.example.test/incidents/incident|Open the incident>')
})

test('what Slack would refuse for its length is cut', () => {
  const long: Notice = {
    title: '&'.repeat(255),
    mood: 'good',
    text: '<'.repeat(5_000),
    facts: [['Target', '>'.repeat(2_048)]],
    link: null,
  }
  const { text, blocks } = slackMessage(long)
  assert.ok(text.length <= 3_000)
  for (const { text: section, fields = [] } of blocks as { text?: { text: string }; fields?: { text: string }[] }[]) {
    assert.ok((section?.text.length ?? 0) <= 3_000)
    for (const field of fields) assert.ok(field.text.length <= 2_000)
  }
  assert.match(text, /(?:&amp;|&lt;|: )…$/)
})

test('what Slack says for good is not tried again, in its own word', async (t) => {
  for (const [status, word] of [
    [403, 'action_prohibited'],
    [404, 'no_service'],
    [410, 'channel_is_archived'],
  ] as const) {
    const error = await refusalBy(t, { status, body: word })
    assert.deepEqual(
      [error.permanent, error.disableTarget, error.message],
      [true, status === 410, `the receiver answered ${status}: ${word}`],
    )
  }
  const chatty = await refusalBy(t, { status: 404, body: '<html>secret of somebody</html>' })
  assert.equal(chatty.message, 'the receiver answered 404')
})

test('a limit and a fault pass', async (t) => {
  const limited = await refusalBy(t, { status: 429, headers: { 'retry-after': '30' } })
  assert.deepEqual([limited.permanent, limited.retryAfterMs], [false, 30_000])
  assert.equal((await refusalBy(t, { status: 503 })).permanent, false)
})

test('a redirect is not followed, and the egress policy holds', async (t) => {
  const moved = await refusalBy(t, { status: 302, headers: { location: 'http://127.0.0.1:1/' } })
  assert.match(moved.message, /redirects are not followed/)
  const sink = await startSink(t)
  await assert.rejects(send(t, sink.url, 'public'), (error) => error instanceof ChannelError && error.permanent)
  assert.equal(sink.received.length, 0)
})

test('the notification log names the target, not the secret address', () => {
  const webhook_url = 'https://hooks.slack.com/services/T000/B000/XXXX'
  assert.equal(slack.recipient({ webhook_url }, 'Ops channel'), 'Ops channel')
  assert.deepEqual(slack.secrets, ['webhook_url'])
  const policy = makeEgressPolicy({ mode: 'public' })
  assert.equal(slack.refuse({ webhook_url }, policy), null)
  for (const url of ['hooks', 'ftp://a.test/', 'http://me:pass@a.test/', 'http://127.0.0.1/'])
    assert.equal(slack.refuse({ webhook_url: url }, policy)?.field, 'webhook_url')
})
