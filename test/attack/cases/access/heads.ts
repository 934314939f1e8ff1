import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { defineAttack } from '../../attack.ts'
import { signUp } from '../../stage/accounts.ts'

/** Every text that could end a line of a request, followed by a header or a request. */
const INJECTIONS = [
  'x\r\nX-Injected: 1',
  'x\nX-Injected: 1',
  'x\rX-Injected: 1',
  'x\u010d\u010aX-Injected: 1',
  'x\r\n\r\nDELETE /injected HTTP/1.1\r\nHost: h\r\n\r\n',
]

/** Settings of services by the field that contains the text. */
const listTargets = (url: string, text: string): [field: string, channel: string, config: object][] => [
  ['matrix', 'webhook', { service: 'matrix', server_url: url, room_id: '!r:x.test', access_token: text }],
  ['matrix room', 'webhook', { service: 'matrix', server_url: url, room_id: `!${text}`, access_token: 'key' }],
  ['ntfy', 'webhook', { service: 'ntfy', server_url: url, topic: 'alerts', access_token: text }],
  ['gotify', 'webhook', { service: 'gotify', server_url: url, app_token: text }],
  ['telegram', 'webhook', { service: 'telegram', server_url: url, chat_id: text, bot_token: '1:key' }],
  ['telegram token', 'webhook', { service: 'telegram', server_url: url, chat_id: '-1', bot_token: `1:${text}` }],
  ['pushover', 'webhook', { service: 'pushover', server_url: url, app_token: text, user_key: text }],
  ['pagerduty', 'webhook', { service: 'pagerduty', server_url: url, routing_key: text.padEnd(32, 'x') }],
  ['alertmanager', 'webhook', { service: 'alertmanager', urls: [url], username: text, password: text }],
  ['apprise', 'webhook', { service: 'apprise', server_url: url, config_key: text, tag: text }],
  ['rocket_chat', 'webhook', { service: 'rocket_chat', webhook_url: `${url}/${text}`, channel: text }],
  ['mattermost', 'webhook', { service: 'mattermost', webhook_url: `${url}/${text}`, channel: text }],
  ['discord', 'webhook', { service: 'discord', webhook_url: `${url}/${text}`, thread_id: text }],
  ['google_chat', 'webhook', { service: 'google_chat', webhook_url: `${url}/?key=${text}` }],
  ['microsoft_teams', 'webhook', { service: 'microsoft_teams', webhook_url: `${url}/?sig=${text}` }],
  ['slack', 'slack', { server_url: url, bot_token: text, channel: text }],
  ['slack webhook', 'slack', { webhook_url: `${url}/${text}` }],
  ['webhook', 'webhook', { url: `${url}/${text}` }],
  ['custom value', 'webhook', { service: 'custom', url, headers: { 'X-A': text }, body: '{}' }],
  ['custom name', 'webhook', { service: 'custom', url, headers: { [text]: '1' }, body: '{}' }],
  ['custom odd name', 'webhook', { service: 'custom', url, headers: { 'X Y': text }, body: '{}' }],
  ['custom type', 'webhook', { service: 'custom', url, content_type: `text/plain;${text}`, body: 'x' }],
]

/** Headers of a monitor. */
const listHeaders = (text: string): Record<string, string>[] => [{ 'X-A': text }, { [text]: '1' }, { 'X Y': text }]

/** Receives raw bytes, and answers every connection like a service that accepts. */
async function startReceiver(after: (end: () => void) => void) {
  const requests: string[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (!text.includes('\r\n\r\n')) return
      requests.push(text)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"ok":true}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Lines that no text of this attack may begin. A lone CR or LF is a line for some servers. */
const isInjected = (head: string): boolean => /[\r\n](?:X-Injected|DELETE )/.test(head) || /[^\r]\n|\r[^\n]/.test(head)

export const heads = defineAttack({
  name: 'heads',
  title: 'a tenant whose settings contain lines of a request',
  bar: 'no receiver gets a header or a request from a text, whichever service or monitor has it',
  databases: ['sqlite'],
  async run(stage) {
    const { url, requests: received } = await startReceiver(stage.after)
    const server = await stage.start({ env: { ...(await stage.environment()), WK_EGRESS: 'any' } })
    const statuses = new Map<number, number>()
    let account = await signUp(server.url, 'owner')
    let tests = 0
    const attack = async (what: string, path: string, body: object): Promise<void> => {
      const before = received.length
      // Tests of unsaved targets are limited by organization
      if (++tests % 20 === 0) account = await signUp(server.url, `owner-${tests}`)
      const { status } = await account.call('POST', path, body)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      stage.expect(status < 500, `${what}: status ${status}`)
      const bad = received.slice(before).find(isInjected)
      stage.expect(bad === undefined, `${what}: ${JSON.stringify(bad?.slice(0, 200))}`)
    }
    for (const text of INJECTIONS) {
      for (const [field, channel, config] of listTargets(url, text))
        await attack(field, '/api/notification-targets/test', { channel, config })
      for (const headers of listHeaders(text))
        await attack('monitor', '/api/monitors/test', { type: 'HTTP', target: url, http_config: { headers } })
    }
    stage.record('requests received', received.length)
    for (const [status, count] of statuses) stage.record(`status ${status}`, count)
    stage.expect(received.length > 0, 'no request arrived')
  },
})
