/** Failing webhook receivers, and the entries of the notification log for each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendAttempt } from '../../src/channels/send-attempt.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { startCourier } from '../../src/engine/courier.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { findTarget } from '../../src/store/notifications/notification-targets.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import { readDelivery } from '../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../support/database/stores.ts'
import { createTestContext } from '../support/factories/context.ts'
import { createOutboxFixture } from '../support/factories/outbox.ts'
import { type SinkAnswer, startSink } from '../support/targets/sink.ts'

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
  const start = () => startCourier({ context, attempt, log, random: () => 0.5 })
  const runOnce = () => start().stop()
  return { store, context, start, pass: runOnce, ...outbox }
}

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
      resetting: ['pending', 'read 127.0.0.1:PORT: ECONNRESET', 0, 10],
      mute: ['pending', 'read 127.0.0.1:PORT: connection closed without a response', 0, 10],
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

test('a receiver that never answers times out after ten seconds and delays no other delivery', async (t) => {
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
  t.mock.timers.tick(10 * SECOND_MS)
  await yieldUntil(async () => {
    t.mock.timers.tick(10)
    return (await statusOf('silent')).error_message !== null
  })
  t.mock.timers.reset()
  await courier.stop()
  const row = await statusOf('silent')
  assert.deepEqual([row.status, row.next_attempt_at - context.now()], ['pending', 10 * SECOND_MS])
  assert.match(row.error_message!, /no answer|10000 ms|timed out/)
})

/** Waits without timers, which are mocked. */
async function yieldUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}
