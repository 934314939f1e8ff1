import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/channels/attempt.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import {
  type Claim,
  claimDue,
  type Ended,
  LEASE_MS,
  nextClaimAt,
  type Room,
  settle as settleEnded,
} from '../../../src/services/notifications/deliveries.ts'
import { getTarget } from '../../../src/services/notifications/notification-targets.ts'
import { gatherDue } from '../../../src/services/notifications/storms.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { updateDeliveries } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { deleteRows } from '../../support/database/tables.ts'
import { makeContext } from '../../support/factories/context.ts'
import { makeOutbox } from '../../support/factories/outbox.ts'

const T0 = Date.UTC(2026, 0, 31)
const URL = 'https://ops.example.test/hook'
const DELIVERED = { delivered: true } as const
const middle = () => 0.5

const settle = (
  context: Parameters<typeof settleEnded>[0],
  ended: Pick<Ended, 'delivery' | 'outcome'>[],
  random: () => number,
) =>
  settleEnded(
    context,
    ended.map((one) => ({ leads: false, wasTried: true, ...one })),
    random,
  )

async function prepare(t: Cleanup, dialect: DialectName, monitors = 1) {
  const store = await openTestStore(t, dialect)
  const context = makeContext(store, T0)
  const outbox = await makeOutbox(store, context, monitors)
  const claim = async (over: Partial<Room> = {}) => {
    await gatherDue(context)
    return claimDue(context, { total: 100, perTarget: 100, underWay: new Map(), ...over })
  }
  const next = (underWay: [string, number][] = [], perTarget = 1) =>
    nextClaimAt(context, { total: 100, perTarget, underWay: new Map(underWay) })
  return { store, context, claim, next, ...outbox }
}

const typesOf = (claims: readonly Claim[]) => claims.map(({ delivery }) => delivery.event.type)
const idsOf = (claims: readonly Claim[]) => claims.map(({ delivery }) => delivery.id)

for (const dialect of DIALECTS) {
  test(`${dialect}: what is due is claimed once, and again when the lease is over`, async (t) => {
    const { context, listen, turn, claim, next } = await prepare(t, dialect)
    assert.equal(await next(), null)
    await listen('ops', URL)
    await turn('down', 'up')
    assert.equal(await next(), T0)
    const [first] = await claim()
    assert.equal(first?.target?.name, 'ops')
    assert.deepEqual([first?.delivery.event.type, await next()], ['incident.opened', T0 + LEASE_MS])
    context.at(T0 + LEASE_MS - 1)
    assert.deepEqual(await claim(), [])
    context.at(T0 + LEASE_MS)
    assert.deepEqual(idsOf(await claim()), [first?.delivery.id])
  })

  test(`${dialect}: an event waits for the earlier ones of its incident to the same target, and for nothing else`, async (t) => {
    const { context, listen, turn, claim, next, keys } = await prepare(t, dialect, 2)
    const [shop, blog] = keys as [number, number]
    await listen('ops', URL, [shop, blog])
    await listen('boss', URL, [shop])
    await turn('down', 'up', [shop])
    const opened = await claim()
    assert.deepEqual(opened.map(({ target }) => target?.name).sort(), ['boss', 'ops'])
    context.at(T0 + 1_000)
    await turn('up', 'down', [shop])
    await turn('down', 'up', [blog])
    assert.deepEqual(typesOf(await claim()), ['incident.opened'], 'that of the other incident')
    assert.equal(await next(), T0 + LEASE_MS, 'what waits is out of the way')
    const boss = opened.find(({ target }) => target?.name === 'boss')!
    await settle(context, [{ delivery: boss.delivery, outcome: DELIVERED }], middle)
    const released = await claim()
    assert.deepEqual([typesOf(released), released[0]?.target?.name], [['incident.resolved'], 'boss'])
  })

  test(`${dialect}: an event waits for the retries of the one before it, and goes when that one has failed for good`, async (t) => {
    const { context, listen, turn, claim, next } = await prepare(t, dialect)
    await listen('ops', URL)
    await turn('down', 'up')
    await turn('up', 'down')
    const [opened] = await claim()
    assert.equal(opened?.delivery.event.type, 'incident.opened')
    await settle(context, [{ delivery: opened!.delivery, outcome: failed('500') }], middle)
    assert.deepEqual(await claim(), [])
    assert.equal(await next(), T0 + 10_000)
    context.at(T0 + 10_000)
    const [again] = await claim()
    assert.deepEqual([again?.delivery.id, again?.delivery.errorMessage], [opened?.delivery.id, '500'])
    await settle(context, [{ delivery: again!.delivery, outcome: failed('404', { permanent: true }) }], middle)
    assert.deepEqual(typesOf(await claim()), ['incident.resolved'])
  })

  test(`${dialect}: what is held back for a reason of its own is not let out by the event before it`, async (t) => {
    const { store, context, listen, turn, claim, next } = await prepare(t, dialect)
    await listen('ops', URL)
    await turn('down', 'up')
    await turn('up', 'down')
    const [opened] = await claim()
    const until = T0 + 60 * MINUTE_MS
    await store.transact((tx) => updateDeliveries(tx, { next_attempt_at: until }, { event_type: 'incident.resolved' }))
    await settle(context, [{ delivery: opened!.delivery, outcome: DELIVERED }], middle)
    assert.equal(await next(), until)
  })

  test(`${dialect}: three events of one incident go one by one, in their order`, async (t) => {
    const { context, listen, turn, claim } = await prepare(t, dialect)
    await listen('ops', URL)
    await turn('down', 'up')
    await turn('up', 'down')
    await turn('down', 'up')
    const order: string[] = []
    for (let i = 0; i < 3; i++) {
      const claims = await claim()
      order.push(...typesOf(claims))
      assert.equal(claims.length, 1)
      await settle(context, [{ delivery: claims[0]!.delivery, outcome: DELIVERED }], middle)
    }
    assert.deepEqual(order, ['incident.opened', 'incident.resolved', 'incident.reopened'])
  })

  test(`${dialect}: a target takes up its own places and no more, and so does everybody`, async (t) => {
    const { listen, turn, claim, next, keys } = await prepare(t, dialect, 10)
    const slow = await listen('slow', URL)
    await listen('quick', URL, [keys[9]!])
    await turn('down', 'up')
    const claims = await claim({ perTarget: 4 })
    assert.deepEqual(claims.map(({ target }) => target?.name).sort(), ['quick', 'slow', 'slow', 'slow', 'slow'])
    assert.deepEqual(await claim({ perTarget: 4, underWay: new Map([[slow.id, 4]]) }), [])
    assert.equal(await next([[slow.id, 4]], 4), T0 + LEASE_MS)
    assert.equal((await claim({ perTarget: 5, underWay: new Map([[slow.id, 4]]) })).length, 1)
    assert.equal((await claim({ total: 2 })).length, 2)
  })

  test(`${dialect}: servers that claim at the same moment never get the same`, async (t) => {
    const { listen, turn, claim, list } = await prepare(t, dialect, 10)
    for (let n = 0; n < 18; n++) await listen(`ops-${n}`, URL)
    await turn('down', 'up')
    const rounds: Claim[] = []
    for (let i = 0; i < 40 && rounds.length < 180; i++) {
      const claims = await Promise.all([claim({ total: 7 }), claim({ total: 7 }), claim({ total: 7 })])
      rounds.push(...claims.flat())
    }
    assert.equal(rounds.length, 180)
    assert.deepEqual(new Set(idsOf(rounds)), new Set((await list()).map(({ id }) => id)))
  })

  test(`${dialect}: a claim that was void when it was settled changes nothing`, async (t) => {
    const { context, listen, turn, claim, list } = await prepare(t, dialect)
    await listen('ops', URL)
    await turn('down', 'up')
    const [late] = await claim()
    context.at(T0 + LEASE_MS)
    const [current] = await claim()
    await settle(
      context,
      [{ delivery: late!.delivery, outcome: failed('404', { permanent: true, disableTarget: true }) }],
      middle,
    )
    assert.equal((await list())[0]?.status, 'pending')
    await settle(context, [{ delivery: current!.delivery, outcome: DELIVERED }], middle)
    assert.equal((await list())[0]?.status, 'delivered')
    await settle(context, [{ delivery: current!.delivery, outcome: failed('500') }], middle)
    assert.equal((await list())[0]?.status, 'delivered')
  })

  test(`${dialect}: a receiver that wants no more is switched off`, async (t) => {
    const { store, context, listen, turn, claim, list } = await prepare(t, dialect)
    const { id } = await listen('ops', URL)
    await turn('down', 'up')
    const [claimed] = await claim()
    context.at(T0 + MINUTE_MS / 2)
    await settle(
      context,
      [{ delivery: claimed!.delivery, outcome: failed('410', { permanent: true, disableTarget: true }) }],
      middle,
    )
    const target = await getTarget(store.db, 'alice', id)
    assert.deepEqual([target.isEnabled, target.updatedAt], [false, T0 + MINUTE_MS / 2])
    assert.equal((await list())[0]?.status, 'failed')
    await turn('up', 'down')
    assert.equal((await list()).length, 1, 'it is told no more')
  })

  test(`${dialect}: a target that was deleted meanwhile comes back as none`, async (t) => {
    const { store, listen, turn, claim } = await prepare(t, dialect)
    await listen('ops', URL)
    await turn('down', 'up')
    await store.transact((tx) => deleteRows(tx, 'notification_targets'))
    assert.deepEqual(
      (await claim()).map(({ target }) => target),
      [null],
    )
  })
}
