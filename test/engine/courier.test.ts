import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSendAttempt, toFailure } from '../../src/channels/send-attempt.ts'
import type { Outcome } from '../../src/core/notifications/delivery.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { startCourier } from '../../src/engine/courier.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { LEASE_MS } from '../../src/services/notifications/claims.ts'
import { claimDue } from '../../src/services/notifications/deliveries.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import type { Store } from '../../src/store/platform/store.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import { readDelivery, readNextAttempt, setTargetEnabled } from '../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../support/database/stores.ts'
import { deleteRows, insertRows, readRows, updateRows } from '../support/database/tables.ts'
import { createTestContext } from '../support/factories/context.ts'
import { createOutboxFixture } from '../support/factories/outbox.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { startSink } from '../support/targets/sink.ts'
import { waitUntil } from '../support/time/until.ts'

/** Close to the real time, because the receiver's library checks the age of a signature. */
const T0 = Math.floor((performance.timeOrigin + performance.now()) / SECOND_MS) * SECOND_MS

async function prepare(t: Cleanup, dialect: DialectName, monitors = 1) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context, monitors)
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const faults: unknown[] = []
  const attempt = createSendAttempt(
    { net, now: context.now, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe },
    (error) => faults.push(error),
  )
  const start = (over: { store?: Store } = {}) => {
    const log = { error: (details: object) => faults.push(details) }
    const courier = startCourier({ context: { ...context, ...over }, attempt, log, random: () => 0.5 })
    t.after(() => courier.stop())
    return courier
  }
  /** One run of the courier, until all attempts are settled. */
  const runOnce = () => start().stop()
  const statuses = async () => (await outbox.listDeliveries()).map(({ status }) => status)
  const settled = (expected: string[]) =>
    waitUntil(async () => assert.deepEqual((await statuses()).sort(), [...expected].sort()) ?? true, `${expected}`)
  return { store, context, faults, start, pass: runOnce, settled, ...outbox }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the courier sends, signs and settles due deliveries, and later ones when it is woken`, async (t) => {
    const { context, faults, start, settled, createTarget, setCondition, store } = await prepare(t, dialect)
    const sink = await startSink(t)
    const target = await createTarget('ops', sink.url)
    await setCondition('down', 'up')
    const courier = start()
    await settled(['delivered'])
    context.setTime(T0 + MINUTE_MS)
    await setCondition('up', 'down')
    courier.wake()
    await settled(['delivered', 'delivered'])
    assert.deepEqual(
      sink.received.map(({ event }) => event.type),
      ['incident.opened', 'incident.resolved'],
    )
    for (const message of sink.received) sink.verify(message, String(target.config.secret))
    const [row] = await readRows(store.db, 'deliveries', {}, ['created_at'])
    assert.deepEqual(
      [row?.id, row?.delivered_at, row?.retry_count, row?.error_message],
      [sink.received[0]?.id, T0, 0, null],
    )
    assert.deepEqual(faults, [])
  })

  test(`${dialect}: every attempt has the same id and the same body, and a new signature`, async (t) => {
    const { context, pass: runOnce, settled, createTarget, setCondition, store } = await prepare(t, dialect)
    const answers = [500, 500, 200]
    const sink = await startSink(t, () => ({ status: answers.shift()! }))
    const target = await createTarget('ops', sink.url)
    await setCondition('down', 'up')
    await runOnce()
    let dueAt = T0
    for (const waitMs of [10 * SECOND_MS, 30 * SECOND_MS]) {
      dueAt += waitMs
      const tries = sink.received.length
      context.setTime(dueAt - 1)
      await runOnce()
      assert.equal(sink.received.length, tries, 'no attempt before it is due')
      context.setTime(dueAt)
      await runOnce()
      assert.equal(sink.received.length, tries + 1)
    }
    await settled(['delivered'])
    assert.equal(new Set(sink.received.map(({ id }) => id)).size, 1)
    assert.equal(new Set(sink.received.map(({ body }) => body)).size, 1)
    assert.equal(new Set(sink.received.map(({ headers }) => headers['webhook-signature'])).size, 3)
    for (const message of sink.received) sink.verify(message, String(target.config.secret))
    const row = await readDelivery(store.db)
    assert.deepEqual([row?.retry_count, row?.last_retry_at], [2, dueAt])
  })

  test(`${dialect}: a receiver that answers 429 with Retry-After is retried after that time`, async (t) => {
    const { pass: runOnce, listDeliveries, createTarget, setCondition } = await prepare(t, dialect)
    const sink = await startSink(t, () => ({ status: 429, headers: { 'retry-after': '77' } }))
    await createTarget('ops', sink.url)
    await setCondition('down', 'up')
    await runOnce()
    assert.equal((await listDeliveries())[0]?.next_attempt_at, T0 + 77 * SECOND_MS)
  })

  test(`${dialect}: a receiver that refused connections for 70 s gets all deliveries within 15 s of its return, also after a restart`, async (t) => {
    const {
      context,
      faults,
      pass: runOnce,
      start,
      settled,
      createTarget,
      setCondition,
      listDeliveries,
      keys,
    } = await prepare(t, dialect, 3)
    const port = await findFreePort()
    await createTarget('ops', `http://127.0.0.1:${port}/hook`)
    await setCondition('down', 'up', keys.slice(0, 2))
    for (let at = 0; at < 70; at += 5) {
      context.setTime(T0 + at * SECOND_MS)
      if (at === 20) await setCondition('down', 'up', keys.slice(2))
      await runOnce()
    }
    await settled(['pending', 'pending', 'pending'])
    const sink = await startSink(t, () => ({ status: 204 }), port)
    context.setTime(T0 + 80 * SECOND_MS)
    const courier = start()
    await settled(['delivered', 'delivered', 'delivered'])
    await courier.stop()
    const oldest = (await listDeliveries())[0]?.id
    assert.deepEqual([sink.received.length, sink.received[0]?.id], [3, oldest])
    assert.deepEqual(faults, [])
  })

  test(`${dialect}: a target whose receiver answers 410 is disabled and receives no more deliveries`, async (t) => {
    const { context, pass: runOnce, settled, createTarget, setCondition } = await prepare(t, dialect)
    const sink = await startSink(t, () => ({ status: 410 }))
    await createTarget('ops', sink.url)
    await setCondition('down', 'up')
    await setCondition('up', 'down')
    await runOnce()
    await runOnce()
    await settled(['failed', 'failed'])
    context.setTime(T0 + MINUTE_MS)
    await setCondition('down', 'up')
    await runOnce()
    assert.equal(sink.received.length, 1)
  })

  test(`${dialect}: a delivery to a deleted or disabled target fails without an attempt`, async (t) => {
    const { pass: runOnce, settled, createTarget, setCondition, store } = await prepare(t, dialect)
    const sink = await startSink(t)
    await createTarget('off', sink.url)
    const gone = await createTarget('gone', sink.url)
    await setCondition('down', 'up')
    await store.transact(async (tx) => {
      await deleteRows(tx, 'notification_targets', { id: gone.id })
      await setTargetEnabled(tx, false)
    })
    await runOnce()
    await settled(['failed', 'failed'])
    const rows = await readRows(store.db, 'deliveries', {}, ['target_id'])
    assert.deepEqual(
      rows.map((row) => row.error_message),
      ['the notification target was deleted', 'the notification target is disabled'],
    )
    assert.equal(sink.received.length, 0)
  })

  test(`${dialect}: a receiver that hangs delays no other receiver`, async (t) => {
    const { start, settled, createTarget, setCondition, keys } = await prepare(t, dialect, 10)
    const hanging = await startSink(t, () => 'hang')
    const quick = await startSink(t)
    await createTarget('a-slow', hanging.url)
    await createTarget('quick', quick.url)
    await setCondition('down', 'up')
    start()
    await settled([...keys.map(() => 'delivered'), ...keys.map(() => 'pending')])
    assert.equal(quick.received.length, 10)
    await waitUntil(() => hanging.received.length >= 4, 'the tries that hang')
    assert.equal(hanging.received.length, 4, 'as many as one target may have under way')
  })

  test(`${dialect}: a later event waits while an earlier one is retried`, async (t) => {
    const { context, start, pass: runOnce, settled, createTarget, setCondition } = await prepare(t, dialect)
    const answers = [500, 200, 200]
    const sink = await startSink(t, () => ({ status: answers.shift()! }))
    await createTarget('ops', sink.url)
    await setCondition('down', 'up')
    await runOnce()
    context.setTime(T0 + SECOND_MS)
    await setCondition('up', 'down')
    await runOnce()
    assert.equal(sink.received.length, 1)
    context.setTime(T0 + 10 * SECOND_MS)
    start()
    await settled(['delivered', 'delivered'])
    assert.deepEqual(
      sink.received.map(({ event }) => event.type),
      ['incident.opened', 'incident.opened', 'incident.resolved'],
    )
  })

  test(`${dialect}: two couriers on one database send every delivery once`, async (t) => {
    const { faults, start, settled, createTarget, setCondition, listDeliveries } = await prepare(t, dialect, 10)
    const sinks = await Promise.all(Array.from({ length: 10 }, () => startSink(t)))
    for (const [index, sink] of sinks.entries()) await createTarget(`sink-${index}`, sink.url)
    const couriers = [start(), start()]
    await setCondition('down', 'up')
    for (const courier of couriers) courier.wake()
    await settled(Array(100).fill('delivered'))
    const ids = sinks.flatMap(({ received }) => received.map(({ id }) => id))
    assert.deepEqual(ids.sort(), (await listDeliveries()).map(({ id }) => id).sort())
    assert.deepEqual(faults, [])
  })

  test(`${dialect}: a sent delivery that was not settled is sent again under the same id`, async (t) => {
    const {
      store,
      context,
      faults,
      start,
      pass: runOnce,
      settled,
      createTarget,
      setCondition,
    } = await prepare(t, dialect)
    const sink = await startSink(t)
    await createTarget('ops', sink.url)
    await setCondition('down', 'up')
    const breaking: Store = {
      ...store,
      // The first transaction claims; the database is away for the transactions that settle
      transact: (work) => (sink.received.length > 0 ? Promise.reject(new Error('away')) : store.transact(work)),
    }
    await start({ store: breaking }).stop()
    assert.equal(faults.length, 1)
    context.setTime(T0 + LEASE_MS - 1)
    await runOnce()
    assert.equal(sink.received.length, 1, 'the claim still holds')
    context.setTime(T0 + LEASE_MS)
    await runOnce()
    await settled(['delivered'])
    assert.equal(sink.received.length, 2)
    assert.equal(new Set(sink.received.map(({ id }) => id)).size, 1)
  })

  test(`${dialect}: a delivery that cannot be settled does not block other settlements`, async (t) => {
    const { store, faults, start, settled, createTarget, setCondition } = await prepare(t, dialect)
    const [gone, fine] = [await startSink(t, () => ({ status: 404 })), await startSink(t)]
    const { id } = await createTarget('broken', gone.url)
    await createTarget('fine', fine.url)
    // The fallback has an invalid address, which the service never writes
    const { id: other } = await createTarget('other', fine.url, [])
    await updateRows(store.db, 'notification_targets', { channel: 'email' }, { id: other })
    await insertRows(store.db, 'target_fallbacks', { target_id: id, fallback_target_id: other })
    await setCondition('down', 'up')
    const courier = start()
    await settled(['delivered', 'pending'])
    await setCondition('up', 'down')
    courier.wake()
    await waitUntil(() => fine.received.length === 2, 'the later event is sent, too')
    await settled(['delivered', 'delivered', 'pending', 'pending'])
    await waitUntil(() => faults.length > 0, 'the logged error')
  })

  test(`${dialect}: stopping waits for the attempts in flight`, async (t) => {
    const { start, settled, createTarget, setCondition } = await prepare(t, dialect)
    const gate = Promise.withResolvers<{ status: number }>()
    const sink = await startSink(t, () => gate.promise)
    await createTarget('ops', sink.url)
    await setCondition('down', 'up')
    const courier = start()
    await waitUntil(() => sink.received.length === 1, 'the try')
    const stopping = courier.stop()
    gate.resolve({ status: 200 })
    await stopping
    await settled(['delivered'])
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an attempt that outlasts its claim while the process is suspended is settled and not repeated`, async (t) => {
    const { context, settled, createTarget, setCondition } = await prepare(t, dialect)
    await createTarget('ops', 'http://127.0.0.1:1')
    await setCondition('down', 'up')
    const answer = Promise.withResolvers<Outcome>()
    let tries = 0
    const attempt = () => {
      tries++
      return answer.promise
    }
    const courier = startCourier({ context, attempt, log: { error: (details) => assert.fail(String(details)) } })
    await waitUntil(() => tries === 1, 'the try')
    context.setTime(T0 + 10 * MINUTE_MS)
    courier.wake()
    const { db } = context.store
    const renewed = () => readNextAttempt(db)
    await waitUntil(async () => (await renewed()) === T0 + 10 * MINUTE_MS + LEASE_MS, 'the new claim')
    answer.resolve({ delivered: true })
    await courier.stop()
    await settled(['delivered'])
    assert.equal(tries, 1)
  })

  test(`${dialect}: an attempt that ends while its claim is renewed is settled and not repeated`, async (t) => {
    const { context, settled, createTarget, setCondition } = await prepare(t, dialect)
    await createTarget('ops', 'http://127.0.0.1:1')
    await setCondition('down', 'up')
    const answer = Promise.withResolvers<Outcome>()
    let tries = 0
    const attempt = () => {
      tries++
      return answer.promise
    }
    const transact: Store['transact'] = async (work, ...rest) => {
      const done = await context.store.transact(work, ...rest)
      if (tries === 1 && Array.isArray(done) && done.length > 0) {
        answer.resolve({ delivered: true })
        await immediately()
      }
      return done
    }
    const store = { ...context.store, transact }
    const courier = startCourier({
      context: { ...context, store },
      attempt,
      log: { error: (details) => assert.fail(String(details)) },
    })
    await waitUntil(() => tries === 1, 'the try')
    context.setTime(T0 + 10 * MINUTE_MS)
    courier.wake()
    await settled(['delivered'])
    await courier.stop()
    assert.equal(tries, 1)
  })

  test(`${dialect}: a claim that another server took while the process was suspended is not sent`, async (t) => {
    const { store, context, createTarget, setCondition } = await prepare(t, dialect)
    await createTarget('ops', 'http://127.0.0.1:1')
    await setCondition('down', 'up')
    let taken = 0
    const transact: Store['transact'] = async (work, ...rest) => {
      const done = await store.transact(work, ...rest)
      if (taken === 0 && Array.isArray(done) && done.length > 0) {
        context.setTime(T0 + 10 * MINUTE_MS)
        taken = (await claimDue(context, { total: 1, perTarget: 1, inFlight: new Map() })).length
      }
      return done
    }
    const courier = startCourier({
      context: { ...context, store: { ...store, transact } },
      attempt: () => assert.fail('sent twice'),
      log: { error: (details: object) => assert.fail(JSON.stringify(details)) },
    })
    await waitUntil(() => taken === 1, 'the claim of the other server')
    await courier.stop()
  })
}

test('a courier without wake-up calls starts the next attempt by its own timer', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { context, createTarget, setCondition, listDeliveries } = await prepare(t, 'sqlite')
  await createTarget('ops', 'https://ops.example.test/hook')
  await setCondition('down', 'up')
  let tries = 0
  const attempt = async () => (tries++ === 0 ? toFailure('the receiver answered 500') : ({ delivered: true } as const))
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  const courier = startCourier({ context, attempt, log, random: () => 0.5 })
  const passing = (condition: () => Promise<boolean>) =>
    yieldUntil(() => {
      t.mock.timers.tick(10)
      return condition()
    })
  await passing(async () => (await listDeliveries())[0]?.next_attempt_at === T0 + 10 * SECOND_MS)
  // All work after settling has ended by now; the courier sleeps from here on
  for (let i = 0; i < 100; i++) await immediately()
  context.setTime(T0 + 10 * SECOND_MS)
  t.mock.timers.tick(10 * SECOND_MS)
  await passing(async () => (await listDeliveries())[0]?.status === 'delivered')
  await courier.stop()
  assert.equal(tries, 2)
})

const immediately = () => new Promise((resolve) => setImmediate(resolve))

/** Waits without timers, which are mocked. */
async function yieldUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await immediately()
}
