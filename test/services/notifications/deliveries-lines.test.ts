/**
 * Deliveries of one incident to one target wait in line. These tests cover the effect on other targets and concurrent
 * servers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GROUP_WAIT_MS } from '../../../src/core/notifications/alert-group.ts'
import { HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { groupDue } from '../../../src/services/notifications/alert-groups.ts'
import { claimDue, getNextClaimAt } from '../../../src/services/notifications/deliveries.ts'
import { listUngrouped, rescheduleWaiting } from '../../../src/store/notifications/outbox.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { updateDeliveries } from '../../support/database/notification-rows.ts'
import { insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { claimAll, completeAs, DELIVERED, sendAll } from '../../support/factories/manual-courier.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'

const T0 = Date.UTC(2026, 0, 31)
const URL = 'https://ops.example.test/hook'

async function prepare(t: Cleanup, dialect: DialectName, monitors: number) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  return { store, context, ...(await createOutboxFixture(store, context, monitors)) }
}

for (const dialect of DIALECTS)
  test(`${dialect}: hundreds of deliveries that wait for a slow target do not block other targets`, async (t) => {
    const { store, context, keys, createTarget, setCondition, listDeliveries } = await prepare(t, dialect, 300)
    const slow = await createTarget('slow', URL, keys.slice(1))
    await setCondition('down', 'up', keys.slice(1))
    // As many separate messages as users cause when they work through a list
    const own = await listDeliveries()
    await store.transact(async (tx) => {
      for (const { id } of own)
        await updateDeliveries(tx, { leader_id: id, event_type: 'incident.acknowledged' }, { id })
    })
    context.setTime(T0 + 1)
    await setCondition('up', 'down', keys.slice(1))
    const quick = await createTarget('quick', URL, keys.slice(0, 1))
    context.setTime(T0 + 2)
    await setCondition('down', 'up', keys.slice(0, 1))
    const room = { total: 100, perTarget: 4, inFlight: new Map([[slow.id, 4]]) }
    let looks = 1
    for (; looks < 20 && (await groupDue(context)); looks++);
    assert.ok(looks < 20, 'every ungrouped delivery is reviewed')
    assert.deepEqual(
      (await claimDue(context, room)).map(({ target }) => target?.id),
      [quick.id],
    )
    assert.ok((await getNextClaimAt(context, room))! > context.now(), 'nothing is reviewed again and again')
    for (let round = 0; round < 8; round++) {
      await sendAll(context)
      context.setTime(context.now() + GROUP_WAIT_MS)
    }
    assert.deepEqual(new Set((await listDeliveries()).map((row) => row.status)), new Set(['delivered']))
  })

for (const dialect of DIALECTS)
  test(`${dialect}: an organization with many slow targets leaves slots to other organizations`, async (t) => {
    const { store, context, createTarget, setCondition } = await prepare(t, dialect, 1)
    await insertWorkspace(store, 'bob')
    for (let place = 0; place < 20; place++) await createTarget(`slow-${place}`, URL)
    await setCondition('down', 'up')
    await groupDue(context)
    await updateDeliveries(store.db, { organization_id: 'bob' })
    context.setTime(T0 + 1)
    await createTarget('ours', URL)
    await setCondition('up', 'down')
    await groupDue(context)
    const claim = (under: number, total = 10) =>
      claimDue(context, {
        total,
        perTarget: 4,
        inFlight: new Map(),
        organizations: { most: 6, inFlight: new Map([['bob', under]]) },
      })
    const organizations = (await claim(2)).map(({ delivery }) => delivery.organizationId)
    assert.deepEqual(organizations.sort(), ['alice', 'bob', 'bob', 'bob', 'bob'])
    assert.deepEqual(await claim(6), [])
    const full = { most: 6, inFlight: new Map([['bob', 6]]) }
    const next = await getNextClaimAt(context, { total: 10, perTarget: 4, inFlight: new Map(), organizations: full })
    assert.ok(next === null || next > context.now(), 'nothing is due until a delivery ends')
    assert.equal((await claim(0, 3)).length, 3)
  })

test(
  'postgres: a delivery that starts to wait behind a group while another server settles it is still sent',
  needsPostgres,
  async (t) => {
    const { store, context, createTarget, setCondition, listDeliveries } = await prepare(t, 'postgres', 12)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await sendAll(context)
    context.setTime(T0 + GROUP_WAIT_MS)
    const group = await claimAll(context)
    await setCondition('up', 'down')
    const looked = Promise.withResolvers<void>()
    const settled = Promise.withResolvers<void>()
    const looking = store.transact(async (tx) => {
      const undecided = await listUngrouped(tx, context.now(), 100)
      looked.resolve()
      await settled.promise
      const waiting = undecided.flatMap(({ id, waitsUntil }) => (waitsUntil === null ? [] : [{ id, waitsUntil }]))
      await rescheduleWaiting(tx, waiting, context.now())
      return waiting.length
    })
    await looked.promise
    await completeAs(context, group, DELIVERED)
    settled.resolve()
    assert.equal(await looking, 2)
    context.setTime(context.now() + HOUR_MS)
    await sendAll(context)
    context.setTime(context.now() + GROUP_WAIT_MS)
    await sendAll(context)
    assert.deepEqual(new Set((await listDeliveries()).map((row) => row.status)), new Set(['delivered']))
  },
)
