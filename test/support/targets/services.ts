/** Sends to a service through a real socket. */

import type { Channel, ChannelMessage } from '../../../src/channels/channel.ts'
import { SERVICES } from '../../../src/channels/services/index.ts'
import { toIncidentEvent } from '../../../src/core/incidents/event.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import { unsubscribe } from '../api/unsubscribe.ts'
import type { Cleanup } from '../database/stores.ts'
import { createTestIncident, SHOP } from '../factories/incidents.ts'

/** A name with markup and mentions of every service. */
const MONITOR = { ...SHOP, name: 'A *b* <@all> "c" @everyone \\' }

export const OPENED = toIncidentEvent(
  'incident.opened',
  createTestIncident({ title: `"${MONITOR.name}" is down`, monitor: MONITOR }),
  1_000,
)

/** Settings of each service, whose server is at `url`. */
export const listSettings = (url: string): Record<string, Record<string, unknown>> => ({
  discord: { webhook_url: url, thread_id: '7' },
  microsoft_teams: { webhook_url: url },
  telegram: { bot_token: '1:key', chat_id: '-100', message_thread_id: '4', server_url: url },
  google_chat: { webhook_url: `${url}?key=k` },
  mattermost: { webhook_url: url, channel: 'town' },
  rocket_chat: { webhook_url: url },
  matrix: { server_url: url, room_id: '!room:example.test', access_token: 'key' },
  ntfy: { topic: 'alerts', server_url: url, access_token: 'key' },
  gotify: { server_url: `${url}/`, app_token: 'key' },
  pushover: { app_token: 'key', user_key: 'user', server_url: url, repeat_until_acknowledged: true },
  pagerduty: { routing_key: 'k'.repeat(32), server_url: url },
  alertmanager: { urls: [url], username: 'a', password: 'b' },
  apprise: { server_url: url, config_key: 'key', tag: 'ops' },
  custom: { url, headers: { 'X-Key': 'key' }, body: '{"text": "{{title}}", "event": {{{json}}}}' },
})

/** @throws ChannelError */
export function sendToService(
  t: Cleanup,
  service: string,
  settings: Record<string, unknown>,
  message: Partial<ChannelMessage> = {},
): ReturnType<Channel['send']> {
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const tools = { net, now: () => 2_000, mailer: null, baseUrl: 'https://watch.example.test', unsubscribe }
  const whole = { id: 'delivery-1', event: OPENED, targetId: 'target', ...message }
  return SERVICES.get(service)!.send(whole, { service, ...settings }, tools)
}
