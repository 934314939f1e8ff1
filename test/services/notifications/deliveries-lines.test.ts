/** What of one incident one target hears goes in a line; what that costs the others, and what two servers make of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QUIET_MS } from '../../../src/core/notifications/storm.ts'
import { HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { claimDue, nextClaimAt } from '../../../src/services/notifications/deliveries.ts'
import { gatherDue } from '../../../src/services/notifications/storms.ts'
import { listUndecided, parkDeliveries } from '../../../src/store/notifications/outbox.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { updateDeliveries } from '../../support/database/notification-rows.ts'
import { insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'
import { makeContext } from '../../support/factories/context.ts'
import { claimAll, DELIVERED, sendAll, settleAs } from '../../support/factories/manual-courier.ts'
import { makeOutbox } from '../../support/factories/outbox.ts'

const T0 = Date.UTC(2026, 0, 31)
const URL = 'https://ops.example.test/hook'

async function prepare(t: Cleanup, dialect: DialectName, monitors: number) {
  const store = await openTestStore(t, dialect)
  const context = makeContext(store, T0)
  return { store, context, ...(await makeOutbox(store, context, monitors)) }
}

for (const dialect of DIALECTS)
  test(`${dialect}: hundreds that wait for a place at a slow target hold up nobody else`, async (t) => {
    const { store, context, keys, listen, turn, list } = await prepare(t, dialect, 300)
    const slow = await listen('slow', URL, keys.slice(1))
    await turn('down', 'up', keys.slice(1))
    // As many messages of their own as people send when they go through a list
    const own = await list()
    await store.transact(async (tx) => {
      for (const { id } of own) await updateDeliveries(tx, { sent_as: id, event_type: 'incident.acknowledged' }, { id })
    })
    context.at(T0 + 1)
    await turn('up', 'down', keys.slice(1))
    const quick = await listen('quick', URL, keys.slice(0, 1))
    context.at(T0 + 2)
    await turn('down', 'up', keys.slice(0, 1))
    const room = { total: 100, perTarget: 4, underWay: new Map([[slow.id, 4]]) }
    let looks = 1
    for (; looks < 20 && (await gatherDue(context)); looks++);
    assert.ok(looks < 20, 'the others are looked at')
    assert.deepEqual(
      (await claimDue(context, room)).map(({ target }) => target?.id),
      [quick.id],
    )
    assert.ok((await nextClaimAt(context, room))! > context.now(), 'and nobody looks again and again')
    for (let round = 0; round < 8; round++) {
      await sendAll(context)
      context.at(context.now() + QUIET_MS)
    }
    assert.deepEqual(new Set((await list()).map((row) => row.status)), new Set(['delivered']))
  })

for (const dialect of DIALECTS)
  test(`${dialect}: an organization with many slow targets leaves places to the others`, async (t) => {
    const { store, context, listen, turn } = await prepare(t, dialect, 1)
    await insertWorkspace(store, 'bob')
    for (let place = 0; place < 20; place++) await listen(`slow-${place}`, URL)
    await turn('down', 'up')
    await gatherDue(context)
    await updateDeliveries(store.db, { organization_id: 'bob' })
    context.at(T0 + 1)
    await listen('ours', URL)
    await turn('up', 'down')
    await gatherDue(context)
    const claim = (under: number, total = 10) =>
      claimDue(context, {
        total,
        perTarget: 4,
        underWay: new Map(),
        organizations: { most: 6, underWay: new Map([['bob', under]]) },
      })
    const organizations = (await claim(2)).map(({ delivery }) => delivery.organizationId)
    assert.deepEqual(organizations.sort(), ['alice', 'bob', 'bob', 'bob', 'bob'])
    assert.deepEqual(await claim(6), [])
    const full = { most: 6, underWay: new Map([['bob', 6]]) }
    const next = await nextClaimAt(context, { total: 10, perTarget: 4, underWay: new Map(), organizations: full })
    assert.ok(next === null || next > context.now(), 'there is nothing to do until one of them ends')
    assert.equal((await claim(0, 3)).length, 3)
  })

test(
  'postgres: what begins to wait behind a fold while another server settles that is told all the same',
  needsPostgres,
  async (t) => {
    const { store, context, listen, turn, list } = await prepare(t, 'postgres', 12)
    await listen('ops', URL)
    await turn('down', 'up')
    await sendAll(context)
    context.at(T0 + QUIET_MS)
    const fold = await claimAll(context)
    await turn('up', 'down')
    const looked = Promise.withResolvers<void>()
    const settled = Promise.withResolvers<void>()
    const looking = store.transact(async (tx) => {
      const undecided = await listUndecided(tx, context.now(), 100)
      looked.resolve()
      await settled.promise
      const waiting = undecided.flatMap(({ id, waitsUntil }) => (waitsUntil === null ? [] : [{ id, waitsUntil }]))
      await parkDeliveries(tx, waiting, context.now())
      return waiting.length
    })
    await looked.promise
    await settleAs(context, fold, DELIVERED)
    settled.resolve()
    assert.equal(await looking, 2)
    context.at(context.now() + HOUR_MS)
    await sendAll(context)
    context.at(context.now() + QUIET_MS)
    await sendAll(context)
    assert.deepEqual(new Set((await list()).map((row) => row.status)), new Set(['delivered']))
  },
)
