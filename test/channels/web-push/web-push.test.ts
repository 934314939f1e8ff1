import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { jwtVerify } from 'jose'
import { ChannelError } from '../../../src/channels/channel-error.ts'
import { createVapidKeys } from '../../../src/channels/web-push/vapid.ts'
import { webPush } from '../../../src/channels/web-push/web-push.ts'
import { type Event, toIncidentEvent, toTestEvent } from '../../../src/core/incidents/event.ts'
import { toGroupedEvent } from '../../../src/core/notifications/grouped-event.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import type { Cleanup } from '../../support/database/stores.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'
import {
  createSubscription,
  type PushAnswer,
  type Subscription,
  startPushService,
} from '../../support/targets/push-service.ts'
import { MONDAY } from '../../support/time/clock.ts'

const BASE_URL = 'https://watch.example.test'
const OPENED = toIncidentEvent('incident.opened', createTestIncident(), 1_000)
const RESOLVED = toIncidentEvent(
  'incident.resolved',
  createTestIncident({ status: 'resolved', resolvedAt: 2_000 }),
  2_000,
)
const OTHER = toIncidentEvent('incident.opened', createTestIncident({ id: 'other' }), 1_000)
const vapid = createVapidKeys()

async function send(
  t: Cleanup,
  { endpoint, keys }: Subscription,
  event: Event = OPENED,
  { baseUrl = BASE_URL, mode = 'any' as 'any' | 'public' } = {},
): Promise<void> {
  const net = createProbeTools({ egress: createEgressPolicy({ mode }) })
  t.after(() => net.resolver.close())
  const tools = { net, now: () => MONDAY, mailer: null, baseUrl, unsubscribe, vapid }
  await webPush.send({ id: 'delivery', event, targetId: 'device' }, { service: 'web_push', endpoint, ...keys }, tools)
}

/** Sends events to one device, and returns its messages. */
async function receive(t: Cleanup, ...events: Event[]) {
  const service = await startPushService(t)
  const device = service.subscribe()
  for (const event of events) await send(t, device, event)
  return service.received.map(({ body, ...message }) => ({
    ...message,
    data: JSON.parse(String(device.decrypt(body))),
  }))
}

test('a device decrypts the title, the text and the paths of an alert', async (t) => {
  const links = { acknowledge: `${BASE_URL}/acknowledge/delivery.signature` }
  const [message] = await receive(t, { ...OPENED, data: { ...OPENED.data, links } })
  const { body, ...data } = message!.data
  assert.deepEqual(data, {
    title: 'Down: Shop (https://shop.example.test/) since 00:00 UTC',
    mood: 'bad',
    tag: message!.headers.topic,
    subjects: data.subjects,
    at: 1_000,
    path: '/incidents/incident',
    acknowledge: { label: 'Acknowledge', path: '/acknowledge/delivery.signature' },
  })
  assert.match(body, /^no answer in 10000 ms\n\n/)
  assert.ok(!body.includes(BASE_URL))
  assert.partialDeepStrictEqual(message!.headers, { 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
})

test('the recovery has the topic of the alert, and another incident has another topic', async (t) => {
  const [down, up, other] = await receive(t, OPENED, RESOLVED, OTHER)
  assert.match(down!.headers.topic!, /^[\w-]{32}$/)
  assert.equal(up!.headers.topic, down!.headers.topic)
  assert.notEqual(other!.headers.topic, down!.headers.topic)
  assert.equal(up!.headers.urgency, 'normal')
})

test('the message of a group names each of its incidents, and its topic does not depend on their order', async (t) => {
  const group = (one: Event, other: Event) => toGroupedEvent(one, [other], 2, [])
  const [first, second, single] = await receive(t, group(OPENED, OTHER), group(OTHER, OPENED), OPENED)
  assert.equal(first!.headers.topic, second!.headers.topic)
  assert.notEqual(first!.headers.topic, single!.headers.topic)
  assert.equal(first!.data.subjects.length, 2)
  assert.ok(first!.data.subjects.includes(single!.data.subjects[0]))
  assert.equal(first!.data.path, '/incidents')
})

test('a message of any content fits into the limit of push services', async (t) => {
  const long = '"\\ü☠'.repeat(2_000)
  const incidents = Array.from({ length: 100 }, (_, n) => {
    const incident = createTestIncident({ id: `incident-${n}`, title: long, errorMessage: long })
    return toIncidentEvent('incident.opened', { ...incident, monitor: { ...SHOP, name: long } }, 1_000)
  })
  const [first, ...others] = incidents as [Event, ...Event[]]
  const group = toGroupedEvent(first, others, 100, [{ kind: 'address', value: long.slice(0, 200), count: 100 }])
  const links = { acknowledge: `${BASE_URL}/acknowledge/${'x'.repeat(36)}.${'y'.repeat(43)}` }
  const messages = await receive(t, { ...group, data: { ...group.data, links } }, first, toTestEvent(SHOP, long, 0))
  assert.equal(messages.length, 3)
  for (const { headers } of messages) assert.ok(Number(headers['content-length']) <= 4_096)
})

test('the push service verifies the key of this service, its origin, the expiry and the contact', async (t) => {
  const service = await startPushService(t)
  const device = service.subscribe()
  await send(t, device, OPENED, { baseUrl: 'http://watch.example.test' })
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(service.received[0]!.headers.authorization!)!
  assert.equal(key, vapid.publicKey)
  const point = Buffer.from(key!, 'base64url').subarray(1)
  const [x, y] = [point.subarray(0, 32), point.subarray(32)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const { payload } = await jwtVerify(token!, publicKey, { algorithms: ['ES256'], currentDate: new Date(MONDAY) })
  assert.deepEqual(payload, {
    aud: new URL(device.endpoint).origin,
    sub: 'https://watch.example.test',
    exp: (MONDAY + 12 * HOUR_MS) / 1_000,
  })
})

/** Returns the error after a push service gives this answer. */
async function refusalBy(t: Cleanup, answer: PushAnswer) {
  const service = await startPushService(t, () => answer)
  const error = await send(t, service.subscribe()).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ChannelError, String(error))
  const { message, permanent, disableTarget, retryAfterMs, receiver } = error
  return { message, permanent, disableTarget, retryAfterMs, receiver }
}

test('an ended subscription is permanent and disables the device', async (t) => {
  for (const status of [404, 410])
    assert.partialDeepStrictEqual(await refusalBy(t, { status, body: '<html>' }), {
      permanent: true,
      disableTarget: true,
    })
})

test('a refused message or key is permanent and keeps the device', async (t) => {
  for (const status of [400, 401, 403, 413])
    assert.partialDeepStrictEqual(await refusalBy(t, { status }), { permanent: true, disableTarget: false })
  const { message } = await refusalBy(t, { status: 403, body: '{"reason":"BadJwtToken"}' })
  assert.equal(message, 'the receiver answered 403: BadJwtToken')
})

test('a push service that limits messages is retried after the time that it requests', async (t) => {
  assert.partialDeepStrictEqual(await refusalBy(t, { status: 429, headers: { 'retry-after': '120' } }), {
    permanent: false,
    retryAfterMs: 120_000,
    receiver: 'limiting',
  })
  assert.partialDeepStrictEqual(await refusalBy(t, { status: 503 }), { permanent: false, receiver: 'unavailable' })
})

test('the egress policy applies to the endpoint', async (t) => {
  const service = await startPushService(t)
  await assert.rejects(send(t, service.subscribe(), OPENED, { mode: 'public' }), { permanent: true })
  assert.equal(service.received.length, 0)
})

test('only a complete subscription with an https endpoint is accepted', () => {
  const { endpoint, keys } = createSubscription('https://push.example.test/1')
  const refuse = (over: object, mode: 'any' | 'public' = 'any') =>
    webPush.refuse({ service: 'web_push', endpoint, ...keys, ...over }, createEgressPolicy({ mode }))?.field ?? null
  assert.equal(refuse({}), null)
  assert.equal(refuse({ endpoint: 'http://push.example.test/1' }), 'endpoint')
  assert.equal(refuse({ endpoint: 'https://127.0.0.1/1' }, 'public'), 'endpoint')
  assert.equal(refuse({ p256dh: keys.p256dh.slice(0, -4) }), 'p256dh')
  assert.equal(refuse({ p256dh: Buffer.alloc(65, 4).toString('base64url') }), 'p256dh')
  assert.equal(refuse({ auth: 'AAAA' }), 'auth')
})
