import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailure } from '../../../src/channels/send-attempt.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { groupDue } from '../../../src/services/notifications/alert-groups.ts'
import { LEASE_MS } from '../../../src/services/notifications/claims.ts'
import {
  type ClaimCapacity,
  type ClaimedDelivery,
  claimDue,
  type FinishedAttempt,
  getNextClaimAt,
  saveOutcomes as settleEnded,
} from '../../../src/services/notifications/deliveries.ts'
import { getTarget } from '../../../src/services/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { updateDeliveries } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { deleteRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'

const T0 = Date.UTC(2026, 0, 31)
const URL = 'https://ops.example.test/hook'
const DELIVERED = { delivered: true } as const
const middle = () => 0.5

const settle = (
  context: Parameters<typeof settleEnded>[0],
  ended: Pick<FinishedAttempt, 'delivery' | 'outcome'>[],
  random: () => number,
) =>
  settleEnded(
    context,
    ended.map((one) => ({ isLeader: false, wasTried: true, ...one })),
    random,
  )

async function prepare(t: Cleanup, dialect: DialectName, monitors = 1) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context, monitors)
  const claim = async (over: Partial<ClaimCapacity> = {}) => {
    await groupDue(context)
    return claimDue(context, { total: 100, perTarget: 100, inFlight: new Map(), ...over })
  }
  const next = (underWay: [string, number][] = [], perTarget = 1) =>
    getNextClaimAt(context, { total: 100, perTarget, inFlight: new Map(underWay) })
  return { store, context, claim, next, ...outbox }
}

const typesOf = (claims: readonly ClaimedDelivery[]) => claims.map(({ delivery }) => delivery.event.type)
const idsOf = (claims: readonly ClaimedDelivery[]) => claims.map(({ delivery }) => delivery.id)

for (const dialect of DIALECTS) {
  test(`${dialect}: a due delivery is claimed once, and again after the lease`, async (t) => {
    const { context, createTarget, setCondition, claim, next } = await prepare(t, dialect)
    assert.equal(await next(), null)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    assert.equal(await next(), T0)
    const [first] = await claim()
    assert.equal(first?.target?.name, 'ops')
    assert.deepEqual([first?.delivery.event.type, await next()], ['incident.opened', T0 + LEASE_MS])
    context.setTime(T0 + LEASE_MS - 1)
    assert.deepEqual(await claim(), [])
    context.setTime(T0 + LEASE_MS)
    assert.deepEqual(idsOf(await claim()), [first?.delivery.id])
  })

  test(`${dialect}: an event waits only for earlier events of its incident to the same target`, async (t) => {
    const { context, createTarget, setCondition, claim, next, keys } = await prepare(t, dialect, 2)
    const [shop, blog] = keys as [number, number]
    await createTarget('ops', URL, [shop, blog])
    await createTarget('boss', URL, [shop])
    await setCondition('down', 'up', [shop])
    const opened = await claim()
    assert.deepEqual(opened.map(({ target }) => target?.name).sort(), ['boss', 'ops'])
    context.setTime(T0 + 1_000)
    await setCondition('up', 'down', [shop])
    await setCondition('down', 'up', [blog])
    assert.deepEqual(typesOf(await claim()), ['incident.opened'], 'the event of the other incident')
    assert.equal(await next(), T0 + LEASE_MS, 'waiting deliveries are not due')
    const boss = opened.find(({ target }) => target?.name === 'boss')!
    await settle(context, [{ delivery: boss.delivery, outcome: DELIVERED }], middle)
    const released = await claim()
    assert.deepEqual([typesOf(released), released[0]?.target?.name], [['incident.resolved'], 'boss'])
  })

  test(`${dialect}: an event waits for the retries of the previous event and is sent after its final failure`, async (t) => {
    const { context, createTarget, setCondition, claim, next } = await prepare(t, dialect)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await setCondition('up', 'down')
    const [opened] = await claim()
    assert.equal(opened?.delivery.event.type, 'incident.opened')
    await settle(context, [{ delivery: opened!.delivery, outcome: toFailure('500') }], middle)
    assert.deepEqual(await claim(), [])
    assert.equal(await next(), T0 + 10_000)
    context.setTime(T0 + 10_000)
    const [again] = await claim()
    assert.deepEqual([again?.delivery.id, again?.delivery.errorMessage], [opened?.delivery.id, '500'])
    await settle(context, [{ delivery: again!.delivery, outcome: toFailure('404', { permanent: true }) }], middle)
    assert.deepEqual(typesOf(await claim()), ['incident.resolved'])
  })

  test(`${dialect}: an event deferred for its own reason is not released by the previous event`, async (t) => {
    const { store, context, createTarget, setCondition, claim, next } = await prepare(t, dialect)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await setCondition('up', 'down')
    const [opened] = await claim()
    const until = T0 + 60 * MINUTE_MS
    await store.transact((tx) => updateDeliveries(tx, { next_attempt_at: until }, { event_type: 'incident.resolved' }))
    await settle(context, [{ delivery: opened!.delivery, outcome: DELIVERED }], middle)
    assert.equal(await next(), until)
  })

  test(`${dialect}: three events of one incident are sent one by one, in order`, async (t) => {
    const { context, createTarget, setCondition, claim } = await prepare(t, dialect)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await setCondition('up', 'down')
    await setCondition('down', 'up')
    const order: string[] = []
    for (let i = 0; i < 3; i++) {
      const claims = await claim()
      order.push(...typesOf(claims))
      assert.equal(claims.length, 1)
      await settle(context, [{ delivery: claims[0]!.delivery, outcome: DELIVERED }], middle)
    }
    assert.deepEqual(order, ['incident.opened', 'incident.resolved', 'incident.reopened'])
  })

  test(`${dialect}: claims respect the slots of each target and the total`, async (t) => {
    const { createTarget, setCondition, claim, next, keys } = await prepare(t, dialect, 10)
    const slow = await createTarget('slow', URL)
    await createTarget('quick', URL, [keys[9]!])
    await setCondition('down', 'up')
    const claims = await claim({ perTarget: 4 })
    assert.deepEqual(claims.map(({ target }) => target?.name).sort(), ['quick', 'slow', 'slow', 'slow', 'slow'])
    assert.deepEqual(await claim({ perTarget: 4, inFlight: new Map([[slow.id, 4]]) }), [])
    assert.equal(await next([[slow.id, 4]], 4), T0 + LEASE_MS)
    assert.equal((await claim({ perTarget: 5, inFlight: new Map([[slow.id, 4]]) })).length, 1)
    assert.equal((await claim({ total: 2 })).length, 2)
  })

  test(`${dialect}: servers that claim at the same moment never claim the same delivery`, async (t) => {
    const { createTarget, setCondition, claim, listDeliveries } = await prepare(t, dialect, 10)
    for (let n = 0; n < 18; n++) await createTarget(`ops-${n}`, URL)
    await setCondition('down', 'up')
    const rounds: ClaimedDelivery[] = []
    for (let i = 0; i < 40 && rounds.length < 180; i++) {
      const claims = await Promise.all([claim({ total: 7 }), claim({ total: 7 }), claim({ total: 7 })])
      rounds.push(...claims.flat())
    }
    assert.equal(rounds.length, 180)
    assert.deepEqual(new Set(idsOf(rounds)), new Set((await listDeliveries()).map(({ id }) => id)))
  })

  test(`${dialect}: an outcome of an expired claim changes nothing`, async (t) => {
    const { context, createTarget, setCondition, claim, listDeliveries } = await prepare(t, dialect)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    const [late] = await claim()
    context.setTime(T0 + LEASE_MS)
    const [current] = await claim()
    await settle(
      context,
      [{ delivery: late!.delivery, outcome: toFailure('404', { permanent: true, disableTarget: true }) }],
      middle,
    )
    assert.equal((await listDeliveries())[0]?.status, 'pending')
    await settle(context, [{ delivery: current!.delivery, outcome: DELIVERED }], middle)
    assert.equal((await listDeliveries())[0]?.status, 'delivered')
    await settle(context, [{ delivery: current!.delivery, outcome: toFailure('500') }], middle)
    assert.equal((await listDeliveries())[0]?.status, 'delivered')
  })

  test(`${dialect}: a target is disabled when its receiver returns 410`, async (t) => {
    const { store, context, createTarget, setCondition, claim, listDeliveries } = await prepare(t, dialect)
    const { id } = await createTarget('ops', URL)
    await setCondition('down', 'up')
    const [claimed] = await claim()
    context.setTime(T0 + MINUTE_MS / 2)
    await settle(
      context,
      [{ delivery: claimed!.delivery, outcome: toFailure('410', { permanent: true, disableTarget: true }) }],
      middle,
    )
    const target = await getTarget(store.db, 'alice', id)
    assert.deepEqual([target.isEnabled, target.updatedAt], [false, T0 + MINUTE_MS / 2])
    assert.equal((await listDeliveries())[0]?.status, 'failed')
    await setCondition('up', 'down')
    assert.equal((await listDeliveries()).length, 1, 'a disabled target gets no deliveries')
  })

  test(`${dialect}: a claim of a delivery whose target was deleted has no target`, async (t) => {
    const { store, createTarget, setCondition, claim } = await prepare(t, dialect)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await store.transact((tx) => deleteRows(tx, 'notification_targets'))
    assert.deepEqual(
      (await claim()).map(({ target }) => target),
      [null],
    )
  })
}
