import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelError } from '../../src/channels/channel-error.ts'
import { slack } from '../../src/channels/slack.ts'
import { type EventType, toIncidentEvent } from '../../src/core/incidents/event.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { createTestIncident } from '../support/factories/incidents.ts'
import type { SinkAnswer } from '../support/targets/sink.ts'
import { startSlack } from '../support/targets/slack-server.ts'

async function prepare(t: Cleanup) {
  const server = await startSlack(t)
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const tools = { net, now: () => 0, mailer: null, baseUrl: 'https://watch.example.test', unsubscribe }
  const send = (threadId: string | null = null, type: EventType = 'incident.opened', settings: object = {}) => {
    const event = toIncidentEvent(type, createTestIncident({ errorMessage: 'x'.repeat(900) }), 1_000)
    const config = { bot_token: 'xoxb-key', channel: 'C1', server_url: server.url, ...settings }
    return slack.send({ id: 'delivery', event, targetId: 'target', threadId }, config, tools)
  }
  /** Replaces the buttons of a message. */
  const edit = () => {
    const event = toIncidentEvent('incident.acknowledged', createTestIncident({}), 1_000)
    const data = { ...event.data, edit: { channel_id: 'C1', message_id: '100.1', note: 'Acknowledged by Ann' } }
    const config = { bot_token: 'xoxb-key', channel: 'C1', server_url: server.url }
    return slack.send({ id: 'edit', event: { ...event, data }, targetId: 'target', threadId: null }, config, tools)
  }
  const refusalBy = async (answer: SinkAnswer): Promise<ChannelError> => {
    server.next.push(answer)
    const error = await send().catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ChannelError, String(error))
    return error
  }
  return { ...server, send, edit, refusalBy }
}

test('the first message of a bot begins a thread, and later messages answer it', async (t) => {
  const { send, posts } = await prepare(t)
  assert.deepEqual(await send(), { threadId: '100.1' })
  assert.equal(await send('100.1', 'incident.acknowledged'), null)
  assert.equal(await send('100.1', 'incident.resolved'), null)
  assert.deepEqual(
    posts.map(({ thread_ts, reply_broadcast }) => [thread_ts, reply_broadcast]),
    [
      [undefined, undefined],
      ['100.1', false],
      ['100.1', true],
    ],
  )
})

test('an answer that Slack shows outside of the thread of a deleted message begins a new thread', async (t) => {
  const { send, posts, deleted, received } = await prepare(t)
  assert.deepEqual(await send(), { threadId: '100.1' })
  deleted.add('100.1')
  assert.deepEqual(await send('100.1', 'incident.acknowledged'), { threadId: '100.2' })
  assert.equal(await send('100.2', 'incident.resolved'), null)
  assert.deepEqual([received.length, posts.map(({ thread_ts }) => thread_ts)], [3, [undefined, undefined, '100.2']])
})

for (const code of [
  'cannot_reply_to_message',
  'restricted_action_thread_locked',
  'restricted_action_non_threadable_channel',
  'thread_not_found',
])
  test(`an answer that Slack refuses with ${code} becomes a message of its own`, async (t) => {
    const { send, posts, fail, next, received } = await prepare(t)
    next.push(fail(code))
    assert.deepEqual(await send('100.1'), { threadId: '100.1' })
    assert.deepEqual([received.length, posts.length, posts[0]!.thread_ts], [2, 1, undefined])
  })

for (const code of ['message_not_found', 'cant_update_message', 'edit_window_closed', 'is_inactive'])
  test(`a message that Slack does not change because of ${code} is left as it is`, async (t) => {
    const { edit, fail, next, received } = await prepare(t)
    next.push(fail(code))
    assert.equal(await edit(), null)
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/api/chat.update'],
    )
  })

for (const code of ['update_failed', 'external_channel_migrating'])
  test(`a change of a message is repeated after ${code}`, async (t) => {
    const { edit, fail, next } = await prepare(t)
    next.push(fail(code))
    await assert.rejects(edit(), (error: ChannelError) => error.permanent === false)
  })

const CODES: [code: string, permanent: boolean, disables: boolean][] = [
  ['invalid_auth', true, true],
  ['token_revoked', true, true],
  ['account_inactive', true, true],
  ['channel_not_found', true, false],
  ['not_in_channel', true, false],
  ['is_archived', true, false],
  ['missing_scope', true, false],
  ['restricted_action_read_only_channel', true, false],
  ['some_error_of_tomorrow', true, false],
  ['ratelimited', false, false],
  ['message_limit_exceeded', false, false],
  ['team_added_to_org', false, false],
  ['internal_error', false, false],
]
for (const [code, permanent, disables] of CODES)
  test(`${code} of a bot: ${disables ? 'disabled' : permanent ? 'not retried' : 'retried'}`, async (t) => {
    const { refusalBy, fail } = await prepare(t)
    const error = await refusalBy(fail(code))
    assert.deepEqual([error.permanent, error.disableTarget], [permanent, disables])
    assert.ok(error.message.startsWith(`the receiver answered 200: ${code}`), error.message)
  })

test('a bot reports a web page and an empty answer as a failure', async (t) => {
  const { refusalBy } = await prepare(t)
  for (const body of ['<html></html>', '', 'ok'])
    assert.match((await refusalBy({ status: 200, body })).message, /which is not the answer of Slack/)
})

test('a rate limit of the bot sets the time of the next attempt', async (t) => {
  const { refusalBy } = await prepare(t)
  const body = JSON.stringify({ ok: false, error: 'ratelimited' })
  const limited = await refusalBy({ status: 429, headers: { 'retry-after': '30' }, body })
  assert.deepEqual([limited.permanent, limited.retryAfterMs, limited.receiver], [false, 30_000, 'limiting'])
  assert.match(limited.message, /429: ratelimited: Slack is rate limiting/)
})

test('a target has a webhook URL, or a bot token with a channel', () => {
  const policy = createEgressPolicy({ mode: 'public' })
  const webhook_url = 'https://hooks.slack.com/services/T000/B000/XXXX'
  const bot = { bot_token: 'xoxb-1-a', channel: 'C1' }
  const cases: [Parameters<typeof slack.refuse>[0], string | undefined][] = [
    [{ webhook_url }, undefined],
    [bot, undefined],
    [{}, 'webhook_url'],
    [{ webhook_url, ...bot }, 'bot_token'],
    [{ bot_token: 'xoxb-1-a' }, 'channel'],
    [{ ...bot, bot_token: 'xoxb 1' }, 'bot_token'],
    [{ ...bot, server_url: 'http://127.0.0.1/' }, 'server_url'],
    [{ ...bot, signing_secret: '8f742231b10e8888abcd99e0b5a1c2d3' }, undefined],
    [{ ...bot, signing_secret: 'xoxb-1-a' }, 'signing_secret'],
    [{ webhook_url, signing_secret: '8f742231b10e8888abcd99e0b5a1c2d3' }, 'signing_secret'],
  ]
  for (const [config, field] of cases) assert.equal(slack.refuse(config, policy)?.field, field, JSON.stringify(config))
  assert.deepEqual(slack.secrets, ['webhook_url', 'bot_token', 'signing_secret'])
})
