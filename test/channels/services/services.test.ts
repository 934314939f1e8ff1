import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type * as Cards from 'adaptivecards'
import { ChannelError } from '../../../src/channels/channel-error.ts'
import { SERVICES } from '../../../src/channels/services/index.ts'
import { EVENT_TYPES, toIncidentEvent, toTestEvent } from '../../../src/core/incidents/event.ts'
import { findExample } from '../../support/api/example-events.ts'
import type { Cleanup } from '../../support/database/stores.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'
import { ACCEPTED, listSettings, OPENED, sendToService } from '../../support/targets/services.ts'
import { type Received, type SinkAnswer, startSink } from '../../support/targets/sink.ts'

/** The modules of the package cannot be imported by Node, its bundle can. */
const AdaptiveCards: typeof Cards = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.js')

/** Sends to a receiver with one answer, and returns its only request. */
async function receive(t: Cleanup, service: string, event = OPENED, answer: SinkAnswer = ACCEPTED[service]!) {
  const sink = await startSink(t, () => answer)
  const url = sink.url.replace('/hook', '')
  const id = await sendToService(t, service, listSettings(url)[service]!, { event })
  assert.equal(sink.received.length, 1)
  const [request] = sink.received as [Received]
  // biome-ignore lint/suspicious/noExplicitAny: each service has a format of its own
  return { request, json: request.event as any, id }
}

const TITLE = 'Down: A *b* <@all> "c" @everyone \\ (https://shop.example.test/) since 00:00 UTC'
const LINK = 'https://watch.example.test/incidents/incident'
const ESCAPED = 'Down: A \\*b\\* \\<@all\\> "c" @everyone \\\\ (https://shop.example.test/) since 00:00 UTC'

/** The characteristic parts of each request: address, and body. Names neither mention members nor add markup. */
const REQUESTS: Record<string, { at: string; headers?: Record<string, string>; json?: object; body?: RegExp }> = {
  discord: {
    at: 'POST /?wait=true&thread_id=7',
    json: { allowed_mentions: { parse: [] }, embeds: [{ title: ESCAPED, url: LINK, color: 0xb42318 }] },
  },
  microsoft_teams: {
    at: 'POST /',
    json: {
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: { version: '1.4' } }],
    },
  },
  telegram: {
    at: 'POST /bot1:key/sendMessage',
    json: { chat_id: '-100', message_thread_id: 4, entities: [{ type: 'bold', offset: 0, length: 82 }] },
  },
  google_chat: {
    at: 'POST /?key=k&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD',
    json: { text: `🔴 ${TITLE.replace('<', '<\u200b')}`, thread: { threadKey: 'incident' } },
  },
  mattermost: {
    at: 'POST /',
    json: { channel: 'town', attachments: [{ title: ESCAPED.replaceAll('@', '@\u200b'), title_link: LINK }] },
  },
  rocket_chat: {
    at: 'POST /',
    json: { attachments: [{ title: TITLE.replaceAll(/[@<]/g, '$&\u200b'), title_link: LINK }] },
  },
  matrix: {
    at: 'PUT /_matrix/client/v3/rooms/!room%3Aexample.test/send/m.room.message/delivery-1',
    headers: { authorization: 'Bearer key' },
    json: { msgtype: 'm.text', 'm.mentions': {} },
  },
  ntfy: {
    at: 'POST /',
    headers: { authorization: 'Bearer key' },
    json: { topic: 'alerts', title: TITLE, priority: 5, click: LINK },
  },
  gotify: { at: 'POST /message', headers: { 'x-gotify-key': 'key' }, json: { title: TITLE, priority: 8 } },
  pushover: { at: 'POST /1/messages.json', body: /^token=key&user=user&title=Down.*priority=2.*retry=60&expire=3600$/ },
  pagerduty: {
    at: 'POST /v2/enqueue',
    json: { event_action: 'trigger', dedup_key: 'incident', payload: { summary: TITLE, severity: 'critical' } },
  },
  alertmanager: {
    at: 'POST /api/v2/alerts',
    headers: { authorization: 'Basic YTpi' },
    json: [
      {
        labels: { alertname: 'MonitorDown', incident_id: 'incident', severity: 'critical' },
        endsAt: '1970-01-01T00:05:02.000Z',
        generatorURL: LINK,
      },
    ],
  },
  apprise: { at: 'POST /notify/key', json: { title: TITLE, type: 'failure', format: 'text', tag: 'ops' } },
  custom: { at: 'POST /', headers: { 'x-key': 'key' }, json: { text: TITLE, event: OPENED } },
}

for (const service of SERVICES.keys())
  test(`${service} sends the request that its API documents`, async (t) => {
    const { request, json } = await receive(t, service)
    const { at, headers = {}, json: expected, body } = REQUESTS[service]!
    assert.equal(`${request.method} ${request.path}`, at)
    assert.partialDeepStrictEqual(request.headers, headers)
    if (expected) assert.partialDeepStrictEqual(json, expected)
    if (body) assert.match(request.body, body)
  })

const RESOLVED = toIncidentEvent(
  'incident.resolved',
  createTestIncident({ title: '', monitor: SHOP, status: 'resolved', resolvedAt: 1_500 }),
  1_500,
)

test('every service sends every type of event', async (t) => {
  for (const service of SERVICES.keys()) {
    const sink = await startSink(t, () => ACCEPTED[service]!)
    const settings = listSettings(sink.url.replace('/hook', ''))
    for (const type of EVENT_TYPES) {
      const event = type === 'test' ? toTestEvent(SHOP, 'A test', 0) : { ...RESOLVED, type }
      await sendToService(t, service, settings[service]!, { event })
    }
  }
})

test('every chat service has the link that acknowledges the incident', async (t) => {
  const acknowledge = 'https://watch.example.test/acknowledge/token'
  const event = { ...OPENED, data: { ...OPENED.data, links: { acknowledge } } }
  const own = ['pagerduty', 'alertmanager']
  for (const service of [...SERVICES.keys()].filter((name) => !own.includes(name))) {
    const { body } = (await receive(t, service, event)).request
    assert.ok(decodeURIComponent(body).includes(acknowledge), service)
  }
})

const LONG = 'ü"*'.repeat(20_000)
const VERBOSE = toIncidentEvent(
  'incident.opened',
  createTestIncident({
    title: LONG,
    errorMessage: LONG,
    monitor: { ...SHOP, name: LONG, target: `https://a.test/${LONG}` },
  }),
  1_000,
)
VERBOSE.data.monitor!.notes = LONG

test('long texts do not cut off the link that acknowledges', async (t) => {
  const acknowledge = 'https://watch.example.test/acknowledge/token'
  const event = { ...VERBOSE, data: { ...VERBOSE.data, links: { acknowledge } } }
  for (const service of ['telegram', 'ntfy', 'pushover', 'matrix', 'discord', 'google_chat', 'microsoft_teams'])
    assert.ok(decodeURIComponent((await receive(t, service, event)).request.body).includes(acknowledge), service)
})

test('long texts stay within the limits of the services', async (t) => {
  const send = async (service: string) => (await receive(t, service, VERBOSE)).json
  const [embed] = (await send('discord')).embeds
  assert.ok(embed.title.length <= 256 && embed.description.length <= 4_096)
  assert.ok(JSON.stringify(embed).length <= 6_000)
  assert.ok(Buffer.byteLength(JSON.stringify(await send('microsoft_teams'))) <= 28_000)
  assert.ok((await send('telegram')).text.length <= 4_096)
  assert.ok(Buffer.byteLength((await send('ntfy')).message) <= 4_096)
  assert.ok((await send('pagerduty')).payload.summary.length <= 1_024)
  const form = new URLSearchParams((await receive(t, 'pushover', VERBOSE)).request.body)
  assert.ok(form.get('title')!.length <= 250 && form.get('message')!.length <= 1_024)
  assert.ok(Buffer.byteLength(JSON.stringify(await send('google_chat'))) <= 32_000)
  assert.ok(Buffer.byteLength(JSON.stringify(await send('matrix'))) <= 64_000)
})

test('the Adaptive Cards parser accepts every card without a remark', async (t) => {
  for (const event of [OPENED, VERBOSE, RESOLVED, toTestEvent(SHOP, 'A test', 0)]) {
    const { json } = await receive(t, 'microsoft_teams', event)
    const context = new AdaptiveCards.SerializationContext()
    const card = new AdaptiveCards.AdaptiveCard()
    card.parse(json.attachments[0].content, context)
    const remarks = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message)
    assert.deepEqual(remarks, [])
    assert.deepEqual(card.validateProperties().validationEvents, [])
  }
})

test('PagerDuty triggers, acknowledges and resolves one alert per incident', async (t) => {
  const send = (type: (typeof EVENT_TYPES)[number]) => receive(t, 'pagerduty', { ...RESOLVED, type })
  const actions = ['incident.opened', 'incident.reopened', 'incident.acknowledged', 'incident.resolved'] as const
  const sent = await Promise.all(actions.map(send))
  assert.deepEqual(
    sent.map(({ json }) => json.event_action),
    ['trigger', 'trigger', 'acknowledge', 'resolve'],
  )
  assert.deepEqual([...new Set(sent.map(({ json }) => json.dedup_key))], ['incident'])
})

test('trouble of probes is one alert for PagerDuty and Alertmanager, which its end resolves', async (t) => {
  const events = [findExample('probe_trouble.started'), findExample('probe_trouble.ended')]
  const sent = await Promise.all(events.map((event) => receive(t, 'pagerduty', event)))
  assert.deepEqual(
    sent.map(({ json }) => json.event_action),
    ['trigger', 'resolve'],
  )
  const keys = sent.map(({ json }) => json.dedup_key as string)
  assert.match(keys[0]!, /^probes-.+-eu-1-\d+$/)
  assert.equal(keys[1], keys[0])
  const [begin, end] = (await Promise.all(events.map((event) => receive(t, 'alertmanager', event)))).map(
    ({ json }) => json[0],
  )
  assert.deepEqual([begin.labels, begin.startsAt], [end.labels, end.startsAt])
  assert.deepEqual([begin.endsAt > end.endsAt, end.endsAt], [true, '1970-01-01T00:00:02.000Z'])
})

test('an alert for Alertmanager keeps its labels and ends with its incident', async (t) => {
  const opened = toIncidentEvent('incident.opened', createTestIncident({ title: '', monitor: SHOP }), 1_000)
  const [first, last] = await Promise.all([opened, RESOLVED].map((event) => receive(t, 'alertmanager', event)))
  const [begin, end] = [first!.json[0], last!.json[0]]
  assert.deepEqual(begin.labels, end.labels)
  assert.equal(end.endsAt, '1970-01-01T00:00:02.000Z')
})

test('an alert reaches every Alertmanager of a cluster, and one that accepts it is enough', async (t) => {
  const [first, second] = [await startSink(t), await startSink(t)]
  await sendToService(t, 'alertmanager', { urls: [first.url, second.url, 'http://127.0.0.1:1'] })
  assert.deepEqual([first.received.length, second.received.length], [1, 1])
  await assert.rejects(sendToService(t, 'alertmanager', { urls: ['http://127.0.0.1:1'] }), ChannelError)
})

test('the document of the services lists every service with its settings', () => {
  const rows = readFileSync('docs/notification-services.md', 'utf8').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)
  const listed = [...rows].map(([, service, fields]) => [service, fields!.trim().split(', ')])
  const expected = [...SERVICES.values()].map(({ service, settings, secrets }) => {
    const fields = Object.keys(settings.properties).filter((field) => field !== 'service')
    return [
      service,
      fields.map((field) => ((secrets as readonly string[]).includes(field) ? `**\`${field}\`**` : `\`${field}\``)),
    ]
  })
  const [, ...services] = listed
  assert.deepEqual(services.slice(0, SERVICES.size), expected)
})

test('Rocket.Chat shows links in names as text', async (t) => {
  const name = '[pay](https://evil.test) <https://evil.test|pay> ![x](https://evil.test/x)'
  const monitor = { ...SHOP, name }
  const event = toIncidentEvent('incident.opened', createTestIncident({ title: `${name} is down`, monitor }), 1_000)
  const sink = await startSink(t, () => ACCEPTED.rocket_chat!)
  await sendToService(t, 'rocket_chat', { webhook_url: sink.url }, { event })
  const [attachment] = JSON.parse(sink.received[0]!.body).attachments
  for (const text of [attachment.title, JSON.stringify(attachment.fields), attachment.text])
    assert.doesNotMatch(text, /\]\(https:\/\/evil|<https:/)
  assert.match(attachment.title, /\[pay\]\u200b\(https/)
})
