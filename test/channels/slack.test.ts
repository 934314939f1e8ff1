import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelError } from '../../src/channels/channel-error.ts'
import { slack } from '../../src/channels/slack.ts'
import { toIncidentEvent } from '../../src/core/incidents/event.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { createTestIncident, SHOP } from '../support/factories/incidents.ts'
import { type SinkAnswer, startSink } from '../support/targets/sink.ts'

const EVENT = toIncidentEvent(
  'incident.opened',
  createTestIncident({ title: '"<!channel>" is down', monitor: { ...SHOP, name: 'A & <B>' } }),
  1_000,
)

function send(t: Cleanup, url: string, mode: 'any' | 'public' = 'any'): Promise<unknown> {
  const net = createProbeTools({ egress: createEgressPolicy({ mode }) })
  t.after(() => net.resolver.close())
  const tools = { net, now: () => 0, mailer: null, baseUrl: 'https://watch.example.test', unsubscribe }
  return slack.send({ id: 'delivery', event: EVENT, targetId: 'target' }, { webhook_url: url }, tools)
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

test('a message has blocks and a plain text, and mentions no member', async (t) => {
  const sink = await startSink(t, () => ({ status: 200, body: 'ok' }))
  await send(t, sink.url)
  const [{ body, headers }] = sink.received as [(typeof sink.received)[0]]
  assert.equal(headers['content-type'], 'application/json')
  const message = JSON.parse(body)
  assert.equal(message.text, 'New incident: "&lt;!channel&gt;" is down, since 00:00 UTC: no answer in 10000 ms')
  assert.deepEqual(message.blocks[0].text, {
    type: 'plain_text',
    text: '🔴 New incident: "<!channel>" is down, since 00:00 UTC',
    emoji: false,
  })
  assert.deepEqual([message.unfurl_links, message.unfurl_media], [false, false])
})

const ANSWERS: [status: number, word: string, permanent: boolean, disables: boolean][] = [
  [400, 'invalid_payload', true, false],
  [400, 'no_text', true, false],
  [403, 'action_prohibited', true, false],
  [403, 'posting_to_general_channel_denied', true, false],
  [403, 'invalid_token', true, true],
  [403, 'team_disabled', true, true],
  [404, 'channel_not_found', true, false],
  [404, 'no_service', true, true],
  [404, 'no_active_hooks', true, true],
  [404, 'no_team', true, true],
  [410, 'channel_is_archived', true, true],
  [429, 'rate_limited', false, false],
  [500, 'rollup_error', false, false],
  [404, 'some_word_of_tomorrow', true, false],
  [503, 'some_word_of_tomorrow', false, false],
]
for (const [status, word, permanent, disables] of ANSWERS)
  test(`${status} ${word}: ${disables ? 'disabled' : permanent ? 'not retried' : 'retried'}`, async (t) => {
    const error = await refusalBy(t, { status, body: word })
    assert.deepEqual([error.permanent, error.disableTarget], [permanent, disables])
    assert.ok(error.message.startsWith(`the receiver answered ${status}: ${word}`), error.message)
  })

test('a Slack error code is shown with advice, and other bodies are not shown', async (t) => {
  const archived = await refusalBy(t, { status: 410, body: 'channel_is_archived' })
  const words = 'channel_is_archived: the Slack channel is archived; create a webhook for another channel'
  assert.equal(archived.message, `the receiver answered 410: ${words}`)
  const chatty = await refusalBy(t, { status: 404, body: '<html>secret text</html>' })
  assert.equal(chatty.message, 'the receiver answered 404')
  const odd = await refusalBy(t, { status: 404, body: 'constructor' })
  assert.equal(odd.message, 'the receiver answered 404: constructor')
})

test('only the answer of Slack, or of a server that accepts its format, proves a message', async (t) => {
  for (const body of ['ok', '{"success":true}', '{"result":"success","msg":""}']) {
    const sink = await startSink(t, () => ({ status: 200, body }))
    await send(t, sink.url)
  }
  for (const body of ['<!doctype html>', '', 'sent', 'no_service'])
    assert.match((await refusalBy(t, { status: 200, body })).message, /which is not the answer of Slack|: no_service: /)
})

test('a rate limit sets the time of the next attempt', async (t) => {
  const limited = await refusalBy(t, { status: 429, headers: { 'retry-after': '30' } })
  assert.deepEqual([limited.permanent, limited.retryAfterMs], [false, 30_000])
})

test('a redirect is not followed, and the egress policy is applied', async (t) => {
  const moved = await refusalBy(t, { status: 302, headers: { location: 'http://127.0.0.1:1/' } })
  assert.match(moved.message, /redirects are not followed/)
  const sink = await startSink(t)
  await assert.rejects(send(t, sink.url, 'public'), (error) => error instanceof ChannelError && error.permanent)
  assert.equal(sink.received.length, 0)
})

test('the notification log shows the target name instead of the secret address', () => {
  const webhook_url = 'https://hooks.slack.com/services/T000/B000/XXXX'
  assert.equal(slack.describeRecipient({ webhook_url }, 'Ops channel'), 'Ops channel')
  const policy = createEgressPolicy({ mode: 'public' })
  assert.equal(slack.refuse({ webhook_url }, policy), null)
  for (const url of ['hooks', 'ftp://a.test/', 'http://me:pass@a.test/', 'http://127.0.0.1/'])
    assert.equal(slack.refuse({ webhook_url: url }, policy)?.field, 'webhook_url')
})
