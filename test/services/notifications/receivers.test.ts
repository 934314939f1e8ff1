/** Deliveries that wait for an unreachable receiver, and when they are sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailure } from '../../../src/channels/send-attempt.ts'
import type { Outcome } from '../../../src/core/notifications/delivery.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import {
  type ClaimedDelivery,
  getNextClaimAt,
  loadLateDelivery,
  scheduleReceiverTrials,
} from '../../../src/services/notifications/deliveries.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { readOutbox } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { insertRows, readRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import {
  claimAll,
  completeAs,
  DELIVERED,
  PERMANENT_FAILURE,
  sendAll,
  TEMPORARY_FAILURE,
} from '../../support/factories/manual-courier.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'

const T0 = Date.UTC(2026, 0, 31)
const URL = 'https://ops.example.test/hook'
const AWAY = toFailure('connect: ECONNREFUSED', { receiver: 'away' })
const LIMITED = toFailure('the receiver answered 429', { receiver: 'limiting', retryAfterMs: 5 * MINUTE_MS })

async function prepare(t: Cleanup, dialect: DialectName, monitors = 3) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context, monitors)
  const ops = await outbox.createTarget('ops', URL)
  const rows = () => readOutbox(store.db)
  const outages = () => readRows(store.db, 'receiver_outages')
  /** One run of the courier. */
  const pass = async (outcome: Outcome): Promise<ClaimedDelivery[]> => {
    await scheduleReceiverTrials(context)
    return sendAll(context, outcome)
  }
  const next = () => getNextClaimAt(context, { total: 10, perTarget: 10, inFlight: new Map() })
  const after = (seconds: number) => context.setTime(T0 + seconds * SECOND_MS)
  return { store, context, ops, rows, outages, pass, next, after, ...outbox }
}

const incidentsOf = (claims: readonly ClaimedDelivery[]) =>
  claims.map(({ delivery }) => delivery.event.data.monitor?.id)

for (const dialect of DIALECTS) {
  test(`${dialect}: while a receiver is away, only the oldest delivery is sent between retries, every 10 s`, async (t) => {
    const { context, pass, rows, setCondition, next, after } = await prepare(t, dialect)
    await setCondition('down', 'up')
    await pass(AWAY)
    const attempts: number[] = []
    for (let at = 11; at <= 40; at++) {
      after(at)
      const sent = await pass(AWAY)
      attempts.push(...sent.map(() => at))
    }
    // At 10 s all three have their own retry; it is 11 s here. At 41 s they have the next retry
    assert.deepEqual(attempts, [11, 11, 11, 21, 31])
    assert.deepEqual(
      (await rows()).map((row) => row.retry_count),
      [1, 1, 1],
    )
    assert.equal(await next(), T0 + 41 * SECOND_MS, String(context.now()))
  })

  test(`${dialect}: a receiver that was away for 70 s gets every delivery once, in order, within 15 s of its return`, async (t) => {
    const { pass, rows, outages, setCondition, after, keys } = await prepare(t, dialect)
    for (const [n, key] of keys.entries()) {
      after(n)
      await setCondition('down', 'up', [key])
      await pass(AWAY)
    }
    after(20)
    await setCondition('up', 'down', [keys[0]!])
    for (let at = 20; at < 70; at++) {
      after(at)
      await pass(AWAY)
    }
    const sent: [at: number, sent: string][] = []
    for (let at = 70; at <= 85; at++) {
      after(at)
      sent.push(
        ...(await pass(DELIVERED)).map(({ delivery }): [number, string] => [
          at,
          `${delivery.event.type} ${delivery.event.data.monitor?.id}`,
        ]),
      )
    }
    const moments = new Set(sent.map(([at]) => at))
    assert.ok(
      [...moments].every((at) => at <= 80),
      `${[...moments]}`,
    )
    const [first, ...others] = sent.map(([, what]) => what)
    assert.equal(first, 'incident.opened alice-monitor-0')
    assert.deepEqual(others.toSorted(), [
      'incident.opened alice-monitor-1',
      'incident.opened alice-monitor-2',
      'incident.resolved alice-monitor-0',
    ])
    assert.deepEqual(new Set((await rows()).map((row) => row.status)), new Set(['delivered']))
    assert.deepEqual(await outages(), [])
  })

  test(`${dialect}: a successful delivery makes the waiting deliveries of its target due, the oldest first`, async (t) => {
    const { context, rows, setCondition, after, keys, outages } = await prepare(t, dialect)
    for (const [n, key] of keys.slice(0, 2).entries()) {
      after(n)
      await setCondition('down', 'up', [key])
      await sendAll(context, TEMPORARY_FAILURE)
    }
    after(9)
    for (const claim of await claimAll(context)) await completeAs(context, [claim], TEMPORARY_FAILURE)
    after(15)
    await sendAll(context, TEMPORARY_FAILURE)
    assert.deepEqual(await outages(), [], 'a receiver that answers 500 is not away')
    after(30)
    await setCondition('down', 'up', keys.slice(2))
    const sent = await sendAll(context)
    assert.deepEqual(incidentsOf(sent), ['alice-monitor-2', 'alice-monitor-0', 'alice-monitor-1'])
    assert.deepEqual(
      (await rows()).map((row) => [row.status, row.retry_count, row.waits_for, row.retry_at]),
      [
        ['delivered', 2, null, null],
        ['delivered', 2, null, null],
        ['delivered', 0, null, null],
      ],
    )
  })

  test(`${dialect}: a failing delivery beside successful ones is sent every 10 s at most and keeps its retries`, async (t) => {
    const { context, rows, setCondition, after, keys } = await prepare(t, dialect, 10)
    await setCondition('down', 'up', keys.slice(0, 1))
    await sendAll(context, TEMPORARY_FAILURE)
    let tries = 0
    for (let n = 1; n < 10; n++) {
      after(8 * n)
      await setCondition('down', 'up', keys.slice(n, n + 1))
      for (let claims = await claimAll(context); claims.length > 0; claims = await claimAll(context))
        for (const claim of claims) {
          const isPoison = claim.delivery.event.data.monitor?.id === 'alice-monitor-0'
          if (isPoison) tries++
          await completeAs(context, [claim], isPoison ? TEMPORARY_FAILURE : DELIVERED)
        }
    }
    assert.ok(tries >= 3 && tries <= 7, `${tries} attempts in 72 s`)
    const [poison] = await rows()
    assert.deepEqual([poison?.status, poison?.retry_count], ['pending', 2], 'the retries after 10 s and 30 s')
  })

  test(`${dialect}: a delivery delayed by a 429 waits for its time, whatever else succeeds`, async (t) => {
    const { context, setCondition, after, keys, rows } = await prepare(t, dialect)
    await setCondition('down', 'up', keys.slice(0, 1))
    await sendAll(context, LIMITED)
    after(30)
    await setCondition('down', 'up', keys.slice(1, 2))
    assert.deepEqual(incidentsOf(await sendAll(context)), ['alice-monitor-1'])
    assert.equal((await rows())[0]?.next_attempt_at, T0 + 5 * MINUTE_MS)
  })

  test(`${dialect}: an event behind a waiting event of its incident follows it at once`, async (t) => {
    const { pass, setCondition, after, keys } = await prepare(t, dialect)
    await setCondition('down', 'up', keys.slice(0, 1))
    // Long enough that the next retry is the one after ten minutes
    for (let at = 0; at <= 200; at += 10) {
      after(at)
      await pass(AWAY)
    }
    after(201)
    await setCondition('up', 'down', keys.slice(0, 1))
    await pass(AWAY)
    after(212)
    const sent = await pass(DELIVERED)
    assert.deepEqual(
      sent.map(({ delivery }) => delivery.event.type),
      ['incident.opened', 'incident.resolved'],
    )
  })

  test(`${dialect}: a permanently unreachable receiver costs few attempts, and its outage ends with its last delivery`, async (t) => {
    const { pass, rows, outages, setCondition, after, keys, next, context } = await prepare(t, dialect)
    await setCondition('down', 'up', keys.slice(0, 1))
    let attempts = 0
    await pass(AWAY)
    for (let at = await next(); at !== null && at < T0 + 3_600 * SECOND_MS; at = await next()) {
      context.setTime(at)
      attempts += (await pass(AWAY)).length
    }
    const [row] = await rows()
    assert.deepEqual([row?.status, row?.retry_count], ['failed', 5])
    assert.ok(attempts < 160, `${attempts} attempts in 43 minutes`)
    assert.deepEqual(await outages(), [])
    after(4_000)
    assert.equal(await next(), null)
  })

  test(`${dialect}: servers that schedule trials at the same moment send one delivery to an unreachable receiver`, async (t) => {
    const { context, setCondition, pass, after } = await prepare(t, dialect)
    await setCondition('down', 'up')
    await pass(AWAY)
    after(11)
    await pass(AWAY)
    after(22)
    await Promise.all([
      scheduleReceiverTrials(context),
      scheduleReceiverTrials(context),
      scheduleReceiverTrials(context),
    ])
    assert.equal((await claimAll(context)).length, 1)
    after(32)
    await scheduleReceiverTrials(context)
    assert.equal((await claimAll(context)).length, 0, 'the trial is still in flight')
  })

  test(`${dialect}: a delivery in flight is not made due by the success of another`, async (t) => {
    const { context, setCondition, after, keys } = await prepare(t, dialect)
    await setCondition('down', 'up', keys.slice(0, 1))
    await sendAll(context, AWAY)
    after(11)
    const [slow] = await claimAll(context)
    await setCondition('down', 'up', keys.slice(1, 2))
    after(25)
    await sendAll(context)
    assert.deepEqual(await claimAll(context), [])
    await completeAs(context, [slow!], DELIVERED)
  })

  test(`${dialect}: a late opening states that its incident ended, unless the incident was reopened`, async (t) => {
    const { context, setCondition, after, keys, pass } = await prepare(t, dialect)
    await setCondition('down', 'up', keys.slice(0, 2))
    const [fresh] = await claimAll(context)
    assert.equal((await loadLateDelivery(context, fresh!.delivery)).event.data.ended_at, undefined)
    after(60)
    await setCondition('up', 'down', keys.slice(0, 2))
    after(61)
    await setCondition('down', 'up', keys.slice(1, 2))
    await pass(AWAY)
    after(75)
    await scheduleReceiverTrials(context)
    const claims = await claimAll(context)
    const late = await Promise.all(claims.map(({ delivery }) => loadLateDelivery(context, delivery)))
    const ends = new Map(late.map(({ event }) => [event.data.monitor?.id, event.data.ended_at]))
    assert.equal(ends.get('alice-monitor-0'), new Date(T0 + 60 * SECOND_MS).toISOString())
    assert.deepEqual([ends.get('alice-monitor-1'), ends.size], [undefined, 2])
  })

  test(`${dialect}: a fallback that is unreachable keeps its deliveries until it is back`, async (t) => {
    const { store, context, ops, createTarget, setCondition, after, keys, pass } = await prepare(t, dialect)
    const boss = await createTarget('boss', 'https://boss.example.test/', [])
    await insertRows(store.db, 'target_fallbacks', { target_id: ops.id, fallback_target_id: boss.id })
    await setCondition('down', 'up', keys.slice(0, 1))
    await completeAs(context, await claimAll(context), PERMANENT_FAILURE)
    await pass(AWAY)
    after(12)
    await pass(AWAY)
    after(23)
    const [sent] = await pass(DELIVERED)
    assert.equal(sent?.target?.id, boss.id)
  })
}
