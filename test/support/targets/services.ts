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

/** The answer with which each service accepts a message, as its API documents. */
export const ACCEPTED: Record<string, { status: number; body?: string }> = {
  discord: { status: 200, body: '{"id":"1100000000000000000","channel_id":"7","type":0}' },
  microsoft_teams: { status: 202 },
  telegram: { status: 200, body: '{"ok":true,"result":{"message_id":1,"chat":{"id":-100},"date":0}}' },
  google_chat: { status: 200, body: '{"name":"spaces/AAAA/messages/BBBB.BBBB"}' },
  mattermost: { status: 200, body: 'ok' },
  rocket_chat: { status: 200, body: '{"success":true}' },
  matrix: { status: 200, body: '{"event_id":"$event"}' },
  ntfy: { status: 200, body: '{"id":"hwQ2YpKdmg","time":1,"event":"message","topic":"alerts","message":"a"}' },
  gotify: { status: 200, body: '{"id":25,"appid":5,"message":"a","title":"b","priority":8}' },
  pushover: { status: 200, body: '{"status":1,"request":"647d2300-702c-4b38-8b2f-d56326ae460b"}' },
  pagerduty: { status: 202, body: '{"status":"success","message":"Event processed","dedup_key":"incident"}' },
  alertmanager: { status: 200 },
  apprise: { status: 200, body: '{"error":null,"details":[["INFO","2026-01-31 12:00:00,000","Sent"]]}' },
  custom: { status: 204 },
}

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
