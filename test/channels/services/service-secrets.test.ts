/** Settings with characters that would change the request, and answers of receivers that repeat secrets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendAttempt, listTargetSecrets } from '../../../src/channels/send-attempt.ts'
import { SERVICES } from '../../../src/channels/services/index.ts'
import type { NotificationTarget, Outcome } from '../../../src/core/notifications/delivery.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import type { Cleanup } from '../../support/database/stores.ts'
import { OPENED } from '../../support/targets/services.ts'
import { type Received, startSink } from '../../support/targets/sink.ts'

type Config = NotificationTarget['config']

const KEY = 'Sup"er/Sec&ret-123'

/** Settings with long secrets of services whose answers may repeat the request. */
const listConfigs = (url: string): [channel: NotificationTarget['channel'], config: Config, secret: string][] => [
  ['webhook', { service: 'discord', webhook_url: `${url}/webhooks/99/aBc1defgh2` }, 'aBc1defgh2'],
  ['webhook', { service: 'microsoft_teams', webhook_url: `${url}?sig=aBc1defgh2` }, 'aBc1defgh2'],
  ['webhook', { service: 'telegram', bot_token: '12345:abc-def', chat_id: '-100', server_url: url }, '12345:abc-def'],
  ['webhook', { service: 'google_chat', webhook_url: `${url}?key=aBc1defgh2` }, 'aBc1defgh2'],
  ['webhook', { service: 'mattermost', webhook_url: `${url}/hooks/aBc1defgh2` }, 'aBc1defgh2'],
  ['webhook', { service: 'rocket_chat', webhook_url: `${url}/hooks/1/aBc1defgh2` }, 'aBc1defgh2'],
  ['webhook', { service: 'matrix', server_url: url, room_id: '!r:x.test', access_token: KEY }, KEY],
  ['webhook', { service: 'ntfy', topic: 'alerts', server_url: url, access_token: KEY }, KEY],
  ['webhook', { service: 'gotify', server_url: url, app_token: KEY }, KEY],
  ['webhook', { service: 'pushover', app_token: 'app-key-1', user_key: 'user-key-1', server_url: url }, 'app-key-1'],
  ['webhook', { service: 'pagerduty', routing_key: 'k1'.repeat(16), server_url: url }, 'k1'.repeat(16)],
  ['webhook', { service: 'alertmanager', urls: [url], username: 'a', password: 'pass-word' }, 'YTpwYXNzLXdvcmQ='],
  ['webhook', { service: 'apprise', server_url: url, config_key: 'aBc1defgh2' }, 'aBc1defgh2'],
  ['webhook', { service: 'custom', url, headers: { Authorization: `Bearer ${KEY}` }, body: '{}' }, KEY],
  ['slack', { webhook_url: `${url}/services/T00/B00/aBc1defgh2` }, 'aBc1defgh2'],
  ['slack', { bot_token: KEY, channel: 'C1', server_url: url }, KEY],
]

/** Repeats the request in every field in which services state an error, as text and encoded, within 4 KB. */
function echo({ path, headers, body }: Received) {
  const { authorization = '', 'x-gotify-key': key = '' } = headers
  const text = `${path} ${authorization}${key} ${encodeURIComponent(authorization)} ${body.slice(0, 200)}`
  const parts = { message: text, description: text, errcode: 'M_X', errorDescription: text, errors: [text] }
  return { status: 400, body: JSON.stringify({ ...parts, error: text }) }
}

/** Google Chat and Microsoft Teams state their error in an object; Slack and Alertmanager answer with a text. */
const ECHOES: Record<string, (received: Received) => { status: number; body: string }> = {
  google_chat: ({ path }) => ({ status: 400, body: JSON.stringify({ error: { message: path } }) }),
  microsoft_teams: ({ path }) => ({ status: 400, body: JSON.stringify({ error: { message: path } }) }),
  alertmanager: ({ headers }) => ({ status: 400, body: `"not allowed: ${headers.authorization}"` }),
}

/** Tries once, over a real socket. */
function attemptOnce(t: Cleanup, channel: NotificationTarget['channel'], config: Config): Promise<Outcome> {
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const tools = { net, now: () => 2_000, mailer: null, baseUrl: 'https://watch.example.test', unsubscribe }
  const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
  const target = { id: 'target', channel, config, name: 'On-call' } as unknown as NotificationTarget
  return attempt(target, { id: 'delivery-1', event: OPENED, targetId: 'target' })
}

const messageOf = (outcome: Outcome): string => (outcome.delivered ? assert.fail('delivered') : outcome.message)

test('every service has a case in these tests', () => {
  const services = listConfigs('').map(([, { service }]) => service)
  assert.deepEqual(
    [...SERVICES.keys()].filter((service) => !services.includes(service)),
    [],
  )
})

for (const [position, [channel, { service = channel }]] of listConfigs('').entries())
  test(`the error of ${service} (${position}) contains no secret when the receiver repeats the request`, async (t) => {
    const sink = await startSink(t, ECHOES[String(service)] ?? echo)
    const [, config, secret] = listConfigs(sink.url.replace('/hook', ''))[position]!
    const message = messageOf(await attemptOnce(t, channel, config))
    assert.match(message, /^the receiver answered 400/)
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      assert.ok(!message.includes(form), message)
    assert.ok(sink.received.length > 0)
  })

test('an unexpected error and its cause contain no secret when they are logged', async () => {
  const errors: Error[] = []
  const attempt = createSendAttempt({ baseUrl: 'https://w.test' } as never, (error) => errors.push(error as Error))
  const config = { service: 'discord', webhook_url: 'no address aBc1defgh2' }
  await attempt({ channel: 'webhook', config } as never, { id: 'd', event: OPENED, targetId: 't' })
  assert.ok(errors[0] instanceof TypeError)
  for (const value of [errors[0].message, errors[0].stack, (errors[0] as { input?: string }).input])
    assert.ok(!value?.includes('aBc1defgh2'), String(value))
})

test('words and short texts of a setting are no secrets', () => {
  const config = { webhook_url: 'https://x.test/webhooks/1/aBc1defgh2?wait=true', channel: 'town', note: 'x' }
  const secrets = listTargetSecrets({ secrets: ['webhook_url', 'note'] }, config)
  for (const word of ['webhooks', '1', 'true', 'town', 'x', '']) assert.ok(!secrets.includes(word), word)
  assert.ok(secrets.includes('aBc1defgh2'))
})

const INJECTIONS = ['x\r\nX-Injected: 1', 'x\nX-Injected: 1', 'x\u010d\u010aX-Injected: 1', 'x\0']

for (const [service, field, title] of [
  ['matrix', 'access_token', 'Access token'],
  ['ntfy', 'access_token', 'Access token'],
  ['gotify', 'app_token', 'Application token'],
  ['slack', 'bot_token', 'Bot token'],
] as const)
  test(`a stored ${field} of ${service} that a header cannot contain fails for good, and nothing is sent`, async (t) => {
    const sink = await startSink(t)
    for (const injection of INJECTIONS) {
      const configs = listConfigs(sink.url.replace('/hook', ''))
      const [channel, config] = configs.findLast(([channel, { service: own = channel }]) => own === service)!
      const outcome = await attemptOnce(t, channel, { ...config, [field]: injection })
      assert.deepEqual(outcome.delivered === false && [outcome.permanent, outcome.message], [
        true,
        `the setting "${title}" contains a line break or another character that it cannot contain; enter it again`,
      ])
    }
    assert.deepEqual(sink.received, [])
  })

test('a stored header of a custom request that HTTP cannot carry fails for good, and nothing is sent', async (t) => {
  const sink = await startSink(t)
  for (const headers of [{ 'X Y': 'a' }, { 'A\r\nX-Injected': '1' }, { é: '1' }, { 'X-Key': 'a\u010d\u010aX: 1' }]) {
    const outcome = await attemptOnce(t, 'webhook', { service: 'custom', url: sink.url, headers, body: '{}' })
    assert.ok(!outcome.delivered && outcome.permanent)
    assert.match(outcome.message, /^the header (name )?.* contains .* cannot contain; edit the target$/)
  }
  assert.deepEqual(sink.received, [])
})
