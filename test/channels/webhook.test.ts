import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { ChannelError } from '../../src/channels/channel-error.ts'
import { sign, webhook } from '../../src/channels/webhook.ts'
import { toIncidentEvent } from '../../src/core/incidents/event.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { createTestIncident, SHOP } from '../support/factories/incidents.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { type SinkAnswer, startSink } from '../support/targets/sink.ts'

const ANY = createEgressPolicy({ mode: 'any' })
const PUBLIC = createEgressPolicy({ mode: 'public' })
const SECRET = webhook.generatedSecret!.make()
const EVENT = toIncidentEvent('incident.opened', createTestIncident({ monitor: { ...SHOP, name: 'Café "☕"' } }), 1_000)

/** The receivers of the tests check the time against the real clock. */
const now = () => performance.timeOrigin + performance.now()

function send(t: Cleanup, settings: Static<typeof webhook.settings>, egress = ANY): Promise<unknown> {
  const net = createProbeTools({ egress })
  t.after(() => net.resolver.close())
  return webhook.send({ id: 'delivery-1', event: EVENT, targetId: 'target' }, settings, {
    net,
    now,
    mailer: null,
    baseUrl: 'http://watchkeeper.test',
    unsubscribe,
  })
}

/** Returns the error after a receiver gives this answer. */
async function refusalBy(t: Cleanup, answer: SinkAnswer): Promise<ChannelError> {
  const sink = await startSink(t, () => answer)
  const error = await send(t, { url: sink.url, secret: SECRET }).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ChannelError, String(error))
  assert.equal(sink.received.length, 1)
  return error
}

const howOf = ({ permanent, retryAfterMs, disableTarget }: ChannelError) => ({ permanent, retryAfterMs, disableTarget })
const AGAIN = { permanent: false, retryAfterMs: null, disableTarget: false }
const NEVER = { ...AGAIN, permanent: true }

test('a sent webhook passes verification by the Standard Webhooks library', async (t) => {
  const sink = await startSink(t)
  await send(t, { url: `${sink.url}?team=1`, secret: SECRET })
  const [message] = sink.received
  assert.ok(message)
  sink.verify(message, SECRET)
  assert.throws(() => sink.verify(message, webhook.generatedSecret!.make()))
  assert.throws(() => sink.verify({ ...message, body: `${message.body} ` }, SECRET))
  assert.deepEqual(message.event, EVENT)
  assert.deepEqual(
    [message.id, message.headers['content-type'], message.headers['user-agent']],
    ['delivery-1', 'application/json', 'Watchkeeper'],
  )
})

test('the example of the Standard Webhooks specification gets its published signature', () => {
  // Source: https://github.com/standard-webhooks/standard-webhooks, test vectors of its libraries
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = sign(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

for (const status of [200, 201, 204, 299])
  test(`a ${status} is a success`, async (t) => {
    const sink = await startSink(t, () => ({ status }))
    await send(t, { url: sink.url, secret: SECRET })
  })

for (const status of [400, 401, 403, 404, 405, 422])
  test(`a ${status} is not retried`, async (t) => {
    const error = await refusalBy(t, { status })
    assert.deepEqual(howOf(error), NEVER)
    assert.equal(error.message, `the receiver answered ${status}`)
  })

for (const [status, receiver] of [
  [408, 'answering'],
  [425, 'answering'],
  [429, 'limiting'],
  [500, 'answering'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [521, 'unavailable'],
  [530, 'answering'],
] as const)
  test(`a ${status} is retried and reports the receiver as ${receiver}`, async (t) => {
    const error = await refusalBy(t, { status })
    assert.deepEqual([howOf(error), error.receiver, error.handedOver], [AGAIN, receiver, true])
  })

test('a 410 disables the target', async (t) => {
  assert.deepEqual(howOf(await refusalBy(t, { status: 410 })), { ...NEVER, disableTarget: true })
})

test('Retry-After is respected with 429 and with 503', async (t) => {
  for (const status of [429, 503])
    assert.equal((await refusalBy(t, { status, headers: { 'retry-after': '77' } })).retryAfterMs, 77_000)
})

test('a redirect is not followed', async (t) => {
  const elsewhere = await startSink(t)
  const error = await refusalBy(t, { status: 307, headers: { location: elsewhere.url } })
  assert.deepEqual(howOf(error), AGAIN)
  assert.equal(error.message, 'the receiver answered 307, and redirects are not followed')
  assert.equal(elsewhere.received.length, 0)
})

test('a reset connection is retried', async (t) => {
  const error = await refusalBy(t, 'reset')
  assert.deepEqual(howOf(error), AGAIN)
  assert.match(error.message, /ECONNRESET/)
  assert.deepEqual([error.receiver, error.handedOver], ['silent', true])
})

test('a receiver that does not answer is abandoned after 30 s', async (t) => {
  const sink = await startSink(t, () => 'hang')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sending = send(t, { url: sink.url, secret: SECRET })
  sending.catch(() => {})
  await untilNow(() => sink.received.length === 1)
  t.mock.timers.tick(29_999)
  t.mock.timers.tick(1)
  await assert.rejects(sending, (error: ChannelError) => error.message.includes('30000 ms') && !error.permanent)
})

/** Waits for a condition without timers. */
async function untilNow(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

test('a web page does not confirm a message, and a short text does', async (t) => {
  const { message } = await refusalBy(t, { status: 200, body: '<!DOCTYPE html><title>Sign in</title>' })
  assert.equal(message, 'the receiver answered 200 with a web page, as a wrong address or a sign-in page does')
  const sink = await startSink(t, () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<p>ok</p>' }))
  await send(t, { url: sink.url, secret: SECRET })
})

test('a response counts by its status even if its body is truncated', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  await send(t, { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, secret: SECRET })
})

test('a closed port is retried', async (t) => {
  const sink = await startSink(t)
  await assert.rejects(
    send(t, { url: `http://127.0.0.1:${await findFreePort()}/`, secret: SECRET }),
    (error: ChannelError) => /ECONNREFUSED/.test(error.message) && !error.permanent,
  )
  assert.equal(sink.received.length, 0)
})

test('the egress policy is applied to resolved addresses, and its refusal is permanent', async (t) => {
  const sink = await startSink(t)
  const url = sink.url.replace('127.0.0.1', 'localhost')
  await assert.rejects(send(t, { url, secret: SECRET }, PUBLIC), (error: ChannelError) => {
    assert.equal(
      error.message,
      'localhost resolves to a loopback address, and the egress policy blocks connections to it',
    )
    assert.deepEqual(howOf(error), NEVER)
    return true
  })
  await assert.rejects(
    send(t, { url: sink.url, secret: SECRET }, PUBLIC),
    /^ChannelError: 127\.0\.0\.1 is a loopback address, and the egress policy blocks connections to it$/,
  )
  assert.equal(sink.received.length, 0)
})

test('a generated secret has 32 random bytes', () => {
  assert.match(SECRET, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(SECRET, webhook.generatedSecret!.make())
})

const REFUSED: [url: string, secret: string | undefined, field: string, words: RegExp][] = [
  ['example.com/hook', undefined, 'url', /full URL/],
  ['ftp://example.com/hook', undefined, 'url', /http:\/\/ or https:/],
  ['https://alice:pw@example.com/', undefined, 'url', /credentials/],
  ['http://169.254.169.254/latest', undefined, 'url', /metadata/],
  ['http://2130706433/', undefined, 'url', /loopback/],
  ['http://[::ffff:127.0.0.1]/', undefined, 'url', /loopback/],
  ['https://example.com/', 'sesame', 'secret', /whsec_/],
  ['https://example.com/', `whsec_${Buffer.alloc(23).toString('base64')}`, 'secret', /24 to 64/],
  ['https://example.com/', `whsec_${Buffer.alloc(65).toString('base64')}`, 'secret', /24 to 64/],
  ['https://example.com/', `whsec_${'*'.repeat(40)}`, 'secret', /base64/],
]
for (const [url, secret, field, words] of REFUSED)
  test(`refused: ${url} ${secret ?? ''}`, () => {
    const issue = webhook.refuse({ url, ...(secret !== undefined && { secret }) }, PUBLIC)
    assert.equal(issue?.field, field)
    assert.match(issue?.message ?? '', words)
  })

test('accepted: host names, public addresses, secrets of 24 and of 64 bytes', () => {
  assert.equal(webhook.refuse({ url: 'http://hooks.example.com:8080/hook' }, PUBLIC), null)
  for (const bytes of [24, 64]) {
    const secret = `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`
    assert.equal(webhook.refuse({ url: 'https://192.0.2.7/hook', secret }, ANY), null)
  }
})

test('the notification log shows the URL without its query', () => {
  const recipient = (url: string) => webhook.describeRecipient({ url }, 'Ops')
  assert.equal(recipient('https://ops.example.com/hook'), 'https://ops.example.com/hook')
  assert.equal(recipient('https://ops.example.com/hook?token=hunter2'), 'https://ops.example.com/hook?…')
})
