/** Failing webhook receivers, and the entries of the notification log for each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendAttempt } from '../../src/channels/send-attempt.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { startCourier } from '../../src/engine/courier.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { getNextClaimAt } from '../../src/services/notifications/deliveries.ts'
import { findTarget } from '../../src/store/notifications/notification-targets.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import { readDelivery } from '../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../support/database/stores.ts'
import { createTestContext } from '../support/factories/context.ts'
import { createOutboxFixture } from '../support/factories/outbox.ts'
import { type Received, type SinkAnswer, startSink } from '../support/targets/sink.ts'

const T0 = Date.UTC(2026, 0, 31)
const IN_HALF_AN_HOUR = new Date(T0 + 30 * MINUTE_MS).toUTCString()

/** Answers of each receiver, one per attempt; the last answer repeats. */
const RECEIVERS = {
  fine: [{ status: 200 }],
  empty: [{ status: 204 }],
  gone: [{ status: 410 }],
  refusing: [{ status: 400 }],
  busy: [{ status: 429, headers: { 'retry-after': '77' } }, { status: 200 }],
  closed: [{ status: 503, headers: { 'retry-after': IN_HALF_AN_HOUR } }, { status: 200 }],
  stumbling: [{ status: 500 }, { status: 200 }],
  resetting: ['reset', { status: 200 }],
  mute: ['close', { status: 200 }],
  moved: [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  endless: ['forever'],
} as const satisfies Record<string, readonly SinkAnswer[]>

type Name = keyof typeof RECEIVERS

async function prepare(t: Cleanup, dialect: DialectName) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context)
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  const tools = { net, now: context.now, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe }
  const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
  const inquire = createSendAttempt({ ...tools, isInquiry: true }, (error) => assert.fail(String(error)))
  const start = () => startCourier({ context, attempt, inquire, log, random: () => 0.5 })
  const runOnce = () => start().stop()
  return { store, context, start, pass: runOnce, ...outbox }
}

const UNKNOWN = 'the message may have arrived nevertheless'

/** Seconds from the start to the next attempt, while there is one. */
type Line = [status: string, message: string | null, retries: number, nextInSeconds: number | null]

for (const dialect of DIALECTS) {
  test(`${dialect}: each failing receiver has its error in the log, and its next attempt in time`, async (t) => {
    const { store, context, pass: runOnce, createTarget, setCondition } = await prepare(t, dialect)
    for (const [name, answers] of Object.entries(RECEIVERS)) {
      const left: SinkAnswer[] = [...answers]
      const sink = await startSink(t, () => (left.length > 1 ? left.shift()! : left[0]!))
      await createTarget(name, sink.url)
    }
    const line = async (name: Name): Promise<Line> => {
      const row = await readDelivery(store.db, { target_id: `target-${name}` })
      const nextIn = row.status === 'pending' ? (row.next_attempt_at - T0) / SECOND_MS : null
      return [row.status, row.error_message?.replace(/:\d+/g, ':PORT') ?? null, row.retry_count, nextIn]
    }
    const lines = async () =>
      Object.fromEntries(
        await Promise.all(Object.keys(RECEIVERS).map(async (name) => [name, await line(name as Name)])),
      )
    await setCondition('down', 'up')
    await runOnce()
    const first: Record<Name, Line> = {
      fine: ['delivered', null, 0, null],
      empty: ['delivered', null, 0, null],
      gone: ['failed', 'the receiver answered 410', 0, null],
      refusing: ['failed', 'the receiver answered 400', 0, null],
      busy: ['pending', 'the receiver answered 429', 0, 77],
      closed: ['pending', 'the receiver answered 503', 0, 30 * 60],
      stumbling: ['pending', 'the receiver answered 500', 0, 10],
      resetting: ['pending', `read 127.0.0.1:PORT: ECONNRESET; ${UNKNOWN}`, 0, 10],
      mute: ['pending', `read 127.0.0.1:PORT: connection closed without a response; ${UNKNOWN}`, 0, 10],
      moved: ['pending', 'the receiver answered 302, and redirects are not followed', 0, 10],
      endless: ['delivered', null, 0, null],
    }
    assert.deepEqual(await lines(), first)
    const gone = await findTarget(store.db, 'alice', 'target-gone')
    assert.deepEqual([gone?.isEnabled, gone?.lastError], [false, 'the receiver answered 410'])
    context.setTime(T0 + 30 * MINUTE_MS)
    await runOnce()
    const second: Record<Name, Line> = {
      ...first,
      busy: ['delivered', null, 1, null],
      closed: ['delivered', null, 1, null],
      stumbling: ['delivered', null, 1, null],
      resetting: ['delivered', null, 1, null],
      mute: ['delivered', null, 1, null],
      moved: ['pending', first.moved[1], 1, 30 * 60 + 30],
    }
    assert.deepEqual(await lines(), second)
    for (let tries = 2; tries <= 5; tries++) {
      context.setTime(context.now() + 40 * MINUTE_MS)
      await runOnce()
    }
    assert.deepEqual(await line('moved'), ['failed', first.moved[1], 5, null])
  })
}

test('a receiver that never answers times out after thirty seconds and delays no other delivery', async (t) => {
  const { store, context, start, createTarget, setCondition } = await prepare(t, 'sqlite')
  const silent = await startSink(t, () => 'hang')
  const quick = await startSink(t)
  await createTarget('silent', silent.url)
  await createTarget('quick', quick.url)
  await setCondition('down', 'up')
  const statusOf = (name: string) => readDelivery(store.db, { target_id: `target-${name}` })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const courier = start()
  await yieldUntil(async () => {
    t.mock.timers.tick(10)
    return silent.received.length === 1 && (await statusOf('quick')).status === 'delivered'
  })
  t.mock.timers.tick(30 * SECOND_MS)
  await yieldUntil(async () => {
    t.mock.timers.tick(10)
    return (await statusOf('silent')).error_message !== null
  })
  t.mock.timers.reset()
  await courier.stop()
  const row = await statusOf('silent')
  assert.deepEqual([row.status, row.next_attempt_at - context.now()], ['pending', 10 * SECOND_MS])
  assert.match(row.error_message!, /no answer in 30000 ms; the message may have arrived nevertheless$/)
})

/** Counts the requests to a receiver until its delivery ends. */
async function countRequests(t: Cleanup, dialect: DialectName, answer: (request: Received) => SinkAnswer) {
  const { store, context, start, createTarget, setCondition, keys } = await prepare(t, dialect)
  const sink = await startSink(t, answer)
  await createTarget('slow', sink.url)
  await setCondition('down', 'up', keys.slice(0, 1))
  const read = () => readDelivery(store.db, { target_id: 'target-slow' })
  for (let n = 0; n < 1_000 && (await read()).status === 'pending'; n++) {
    await start().stop()
    const next = await getNextClaimAt(context, { total: 10, perTarget: 10, inFlight: new Map() })
    if (next !== null && next > context.now()) context.setTime(next)
  }
  const count = (method: string) => sink.received.filter((request) => request.method === method).length
  return { sent: count('POST'), inquiries: count('OPTIONS'), row: await read(), sink }
}

/** Each receiver takes the message, and only its answer is missing or bad. */
const TAKERS: Record<string, SinkAnswer> = {
  reset: 'reset',
  'connection closed': 'close',
  500: { status: 500 },
  503: { status: 503 },
  504: { status: 504 },
  302: { status: 302 },
  408: { status: 408 },
}

for (const dialect of DIALECTS)
  for (const [name, answer] of Object.entries(TAKERS))
    test(`${dialect}: a receiver that takes the message gets it six times at most: ${name}`, async (t) => {
      const { sent, row } = await countRequests(t, dialect, () => answer)
      assert.deepEqual([sent, row.status, row.retry_count], [6, 'failed', 5])
    })

test('an application that answers OPTIONS while it rejects messages with 503 is asked once', async (t) => {
  const answer = ({ method }: Received) => ({ status: method === 'OPTIONS' ? 204 : 503 })
  const { sent, inquiries, row } = await countRequests(t, 'sqlite', answer)
  assert.deepEqual([sent, inquiries, row.status], [6, 1, 'failed'])
})

test('a receiver behind a proxy gets the message within seconds of its return, asked without the message', async (t) => {
  const { store, context, start, createTarget, setCondition, keys } = await prepare(t, 'sqlite')
  let isBack = false
  const sink = await startSink(t, () => ({ status: isBack ? 200 : 502 }))
  await createTarget('proxied', `${sink.url}?token=secret`)
  await setCondition('down', 'up', keys.slice(0, 1))
  const step = async (seconds: number) => {
    context.setTime(T0 + seconds * SECOND_MS)
    await start().stop()
  }
  for (let at = 0; at < 100; at++) await step(at)
  const sentBefore = sink.received.filter(({ method }) => method === 'POST').length
  assert.equal(sentBefore, 3, 'the first attempt and the retries after 10 s and 30 s')
  isBack = true
  for (let at = 100; at < 115; at++) await step(at)
  assert.equal((await readDelivery(store.db, { target_id: 'target-proxied' })).status, 'delivered')
  assert.equal(sink.received.filter(({ method }) => method === 'POST').length, sentBefore + 1)
  const [inquiry] = sink.received.filter(({ method }) => method === 'OPTIONS')
  assert.deepEqual([inquiry?.path, inquiry?.body, inquiry?.headers['webhook-id']], ['/hook', '', undefined])
})

/** Waits without timers, which are mocked. */
async function yieldUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}
