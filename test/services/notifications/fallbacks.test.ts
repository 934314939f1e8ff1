import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailure } from '../../../src/channels/send-attempt.ts'
import { GROUP_WAIT_MS } from '../../../src/core/notifications/alert-group.ts'
import type { NotificationTarget } from '../../../src/core/notifications/delivery.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { ClaimedDelivery } from '../../../src/services/notifications/deliveries.ts'
import { deleteTarget, findTarget } from '../../../src/store/notifications/notification-targets.ts'
import { saveFallback } from '../../../src/store/notifications/target-health.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { readOutbox, setTargetEnabled } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
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

/** Creates the target `ops` with the fallback `boss`. */
async function prepare(t: Cleanup, dialect: DialectName, monitors = 1) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context, monitors)
  const ops = await outbox.createTarget('ops', 'https://ops.example.test/')
  const boss = await outbox.createTarget('boss', 'https://boss.example.test/', [])
  const setFallback = (target: NotificationTarget, fallback: NotificationTarget) =>
    store.transact((tx) => saveFallback(tx, target.id, fallback.id))
  await setFallback(ops, boss)
  const rows = () => readOutbox(store.db)
  return { store, context, ops, boss, standIn: setFallback, rows, ...outbox }
}

const namesOf = (claims: readonly ClaimedDelivery[]) =>
  claims.map(({ target, delivery }) => `${target?.name} ${delivery.event.type}`)

for (const dialect of DIALECTS) {
  test(`${dialect}: a permanently failed delivery goes to the fallback with the reason`, async (t) => {
    const { context, ops, boss, setCondition, rows } = await prepare(t, dialect)
    await setCondition('down', 'up')
    await completeAs(context, await claimAll(context), PERMANENT_FAILURE)
    const [claimed] = await claimAll(context)
    assert.deepEqual(claimed?.delivery.event.data.fallback_for, {
      target_name: 'ops',
      reason: 'the receiver answered 404',
    })
    assert.deepEqual([claimed?.target?.id, claimed?.delivery.fallbackFor], [boss.id, ops.id])
    await completeAs(context, [claimed!], DELIVERED)
    const log = await rows()
    const [lost, copy] = [ops, boss].map(({ id }) => log.find((row) => row.target_id === id))
    assert.deepEqual(
      [lost?.status, copy?.status, copy?.event_id === lost?.event_id, copy?.incident_id === lost?.incident_id],
      ['failed', 'delivered', true, true],
    )
  })

  test(`${dialect}: a fallback gets nothing while its target is retried`, async (t) => {
    const { context, setCondition, rows } = await prepare(t, dialect)
    await setCondition('down', 'up')
    for (let tries = 1; tries <= 5; tries++) {
      assert.deepEqual(namesOf(await sendAll(context, TEMPORARY_FAILURE)), ['ops incident.opened'])
      assert.equal((await rows()).length, 1)
      context.setTime(context.now() + 40 * MINUTE_MS)
    }
    await completeAs(context, await claimAll(context), TEMPORARY_FAILURE)
    assert.deepEqual(namesOf(await sendAll(context)), ['boss incident.opened'])
    assert.equal((await rows())[0]?.status, 'failed')
  })

  test(`${dialect}: a delivery to a disabled or deleted target goes to its fallback`, async (t) => {
    const { store, context, ops, setCondition } = await prepare(t, dialect)
    await setCondition('down', 'up')
    await store.transact((tx) => setTargetEnabled(tx, false, ops.id))
    await completeAs(context, await claimAll(context), PERMANENT_FAILURE)
    assert.deepEqual(namesOf(await sendAll(context)), ['boss incident.opened'])
    await store.transact((tx) => setTargetEnabled(tx, true))
    await setCondition('up', 'down')
    await store.transact((tx) => deleteTarget(tx, ops.id))
    await completeAs(context, await claimAll(context), PERMANENT_FAILURE)
    const [claimed] = await sendAll(context)
    assert.equal(claimed?.delivery.event.data.fallback_for?.target_name, 'ops.example.test')
  })

  test(`${dialect}: a fallback that is disabled, deleted or already a recipient gets nothing more`, async (t) => {
    const {
      store,
      context,
      boss,
      setCondition,
      rows,
      keys,
      createTarget,
      standIn: setFallback,
      ops,
    } = await prepare(t, dialect)
    await store.transact((tx) => setTargetEnabled(tx, false, boss.id))
    await setCondition('down', 'up')
    await sendAll(context, PERMANENT_FAILURE)
    await store.transact((tx) => deleteTarget(tx, boss.id))
    await setCondition('up', 'down')
    await sendAll(context, PERMANENT_FAILURE)
    assert.equal((await rows()).length, 2)
    const team = await createTarget('team', 'https://team.example.test/', keys)
    await setFallback(ops, team)
    await setCondition('down', 'up')
    await sendAll(context, PERMANENT_FAILURE)
    assert.equal((await rows()).length, 4, 'one for each target, and no third')
  })

  test(`${dialect}: the fallback of a target disabled by its receiver gets all further events`, async (t) => {
    const { store, context, ops, boss, setCondition } = await prepare(t, dialect)
    await setCondition('down', 'up')
    await completeAs(context, await claimAll(context), toFailure('gone', { permanent: true, disableTarget: true }))
    assert.deepEqual(namesOf(await sendAll(context)), ['boss incident.opened'])
    await setCondition('up', 'down')
    await completeAs(context, await claimAll(context), PERMANENT_FAILURE)
    assert.deepEqual(namesOf(await sendAll(context)), ['boss incident.resolved'])
    await store.transact((tx) => saveFallback(tx, ops.id, null))
    context.setTime(T0 + HOUR_MS)
    await setCondition('down', 'up')
    assert.deepEqual(await claimAll(context), [], 'there is no recipient left')
    await store.transact((tx) => saveFallback(tx, ops.id, boss.id))
    await updateRows(store.db, 'notification_targets', { disabled_reason: null })
    await setCondition('up', 'down')
    assert.deepEqual(await claimAll(context), [], 'a target disabled by a user does not use its fallback')
  })

  test(`${dialect}: the fallback of a disabled fallback gets the event instead`, async (t) => {
    const { store, context, boss, setCondition, createTarget, standIn: setFallback } = await prepare(t, dialect)
    const team = await createTarget('team', 'https://team.example.test/', [])
    await setFallback(boss, team)
    await store.transact((tx) => setTargetEnabled(tx, false, boss.id))
    await setCondition('down', 'up')
    await completeAs(context, await claimAll(context), PERMANENT_FAILURE)
    const passedOn = await claimAll(context)
    assert.deepEqual(
      passedOn.map(({ target }) => target?.isEnabled),
      [false],
    )
    await completeAs(context, passedOn, PERMANENT_FAILURE)
    assert.deepEqual(namesOf(await sendAll(context)), ['team incident.opened'])
  })

  test(`${dialect}: targets that are each other's fallback get each event once`, async (t) => {
    const { context, ops, boss, setCondition, standIn: setFallback } = await prepare(t, dialect)
    await setFallback(boss, ops)
    await setCondition('down', 'up')
    assert.deepEqual(namesOf(await sendAll(context, PERMANENT_FAILURE)), [
      'ops incident.opened',
      'boss incident.opened',
    ])
    assert.deepEqual(await claimAll(context), [])
  })

  test(`${dialect}: a fallback gets events in order, and no resolution before its opening`, async (t) => {
    const { context, setCondition } = await prepare(t, dialect)
    await setCondition('down', 'up')
    await setCondition('up', 'down')
    await completeAs(context, await claimAll(context), PERMANENT_FAILURE)
    // Both exist now: the event for the fallback, and the next event for the original target
    const [resolved, opened] = (await claimAll(context)).sort((a, b) =>
      namesOf([b])[0]!.localeCompare(namesOf([a])[0]!),
    )
    assert.deepEqual(namesOf([opened!, resolved!]), ['boss incident.opened', 'ops incident.resolved'])
    await completeAs(context, [opened!], TEMPORARY_FAILURE)
    await completeAs(context, [resolved!], PERMANENT_FAILURE)
    assert.deepEqual(await claimAll(context), [], 'the resolution waits for the retry of the opening')
    context.setTime(T0 + MINUTE_MS)
    assert.deepEqual(namesOf(await sendAll(context)), ['boss incident.opened', 'boss incident.resolved'])
  })

  test(`${dialect}: a group message is one message for the fallback too`, async (t) => {
    const { context, setCondition, rows, boss } = await prepare(t, dialect, 40)
    await setCondition('down', 'up')
    await sendAll(context)
    context.setTime(T0 + GROUP_WAIT_MS)
    assert.equal((await sendAll(context, PERMANENT_FAILURE)).length, 1)
    context.setTime(T0 + 2 * GROUP_WAIT_MS)
    const [fold, ...others] = await sendAll(context)
    const { alert_group, fallback_for: fallbackFor } = fold!.delivery.event.data
    assert.deepEqual([others.length, alert_group?.count, fallbackFor?.target_name], [0, 30, 'ops'])
    const copies = (await rows()).filter((row) => row.target_id === boss.id)
    assert.deepEqual([copies.length, new Set(copies.map((row) => row.status))], [30, new Set(['delivered'])])
    assert.equal(new Set(copies.map((row) => row.incident_id)).size, 30)
  })

  test(`${dialect}: a target shows its last delivery and its last failure`, async (t) => {
    const { store, context, ops, boss, setCondition } = await prepare(t, dialect)
    const health = async (id: string) => {
      const target = await findTarget(store.db, 'alice', id)
      return [target?.lastDeliveredAt, target?.lastFailedAt, target?.lastError]
    }
    assert.deepEqual(await health(ops.id), [null, null, null])
    await setCondition('down', 'up')
    await sendAll(context, TEMPORARY_FAILURE)
    assert.deepEqual(await health(ops.id), [null, T0, 'the receiver answered 500'])
    context.setTime(T0 + MINUTE_MS)
    await sendAll(context)
    assert.deepEqual(await health(ops.id), [T0 + MINUTE_MS, T0, 'the receiver answered 500'])
    assert.deepEqual(await health(boss.id), [null, null, null])
  })
}
