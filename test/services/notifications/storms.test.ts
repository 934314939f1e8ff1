import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_ALONE, QUIET_MS } from '../../../src/core/notifications/storm.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { type Claim, claimDue, LEASE_MS, nextClaimAt, settle } from '../../../src/services/notifications/deliveries.ts'
import { gatherDue } from '../../../src/services/notifications/storms.ts'
import { listDeliveries } from '../../../src/store/notifications/deliveries.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { insertResults } from '../../../src/store/results/results.ts'
import { insertGroup } from '../../support/database/monitor-rows.ts'
import { readOutbox } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { countRows, deleteRows, insertRows, updateRows } from '../../support/database/tables.ts'
import { makeContext } from '../../support/factories/context.ts'
import { claimAll, DELIVERED, GIVEN_UP, REFUSED, sendAll, settleAs } from '../../support/factories/manual-courier.ts'
import { makeOutbox } from '../../support/factories/outbox.ts'

const T0 = Date.UTC(2026, 0, 31)
const URL = 'https://ops.example.test/hook'

async function prepare(t: Cleanup, dialect: DialectName, monitors: number) {
  const store = await openTestStore(t, dialect)
  const context = makeContext(store, T0)
  const outbox = await makeOutbox(store, context, monitors)
  const rows = () => readOutbox(store.db)
  return { store, context, rows, ...outbox }
}

const typesOf = (claims: readonly Claim[]) => claims.map(({ delivery }) => delivery.event.type)
const countOf = ({ delivery }: Claim) => delivery.event.data.folded?.count ?? 1

for (const dialect of DIALECTS) {
  test(`${dialect}: thirty incidents at once are ten messages and one that tells the others, each in its own line of the log`, async (t) => {
    const { context, listen, turn, rows } = await prepare(t, dialect, 30)
    await listen('ops', URL)
    await turn('down', 'up')
    const alone = await sendAll(context)
    assert.equal(alone.length, MOST_ALONE)
    assert.ok(alone.every(({ delivery }) => delivery.event.data.folded === undefined))
    context.at(T0 + QUIET_MS - 1)
    assert.deepEqual(await sendAll(context), [], 'more may come')
    context.at(T0 + QUIET_MS)
    const [fold, ...others] = await sendAll(context)
    assert.deepEqual([others.length, countOf(fold!), fold?.delivery.event.type], [0, 20, 'incident.opened'])
    const listed = fold!.delivery.event.data.folded!.incidents.map(({ incident }) => incident.id)
    const told = [...alone.map(({ delivery }) => delivery.incidentId), ...listed]
    const log = await rows()
    assert.deepEqual(new Set(told), new Set(log.map((row) => row.incident_id)))
    assert.equal(new Set(told).size, 30)
    assert.deepEqual(new Set(log.map((row) => row.status)), new Set(['delivered']))
    assert.equal(new Set(log.map((row) => row.sent_as)).size, 11)
    assert.deepEqual(
      new Set(log.filter((row) => row.sent_as === fold?.delivery.id).map((row) => row.delivered_at)),
      new Set([T0 + QUIET_MS]),
    )
  })

  test(`${dialect}: each target has its own ten, and a recovery is no beginning`, async (t) => {
    const { context, listen, turn, keys } = await prepare(t, dialect, 12)
    await listen('ops', URL)
    await listen('boss', URL, keys.slice(0, 3))
    await turn('down', 'up')
    assert.equal((await sendAll(context)).length, 10 + 3)
    context.at(T0 + QUIET_MS)
    assert.equal((await sendAll(context)).length, 1)
    await turn('up', 'down')
    const recovered = await sendAll(context)
    assert.deepEqual([recovered.length, new Set(typesOf(recovered))], [10 + 3, new Set(['incident.resolved'])])
    context.at(T0 + 2 * QUIET_MS)
    const [fold] = await sendAll(context)
    assert.deepEqual([fold?.delivery.event.type, countOf(fold!)], ['incident.resolved', 2])
  })

  test(`${dialect}: what is over before it was told is told in order: that it began, then that it is over`, async (t) => {
    const { context, listen, turn, rows } = await prepare(t, dialect, 15)
    await listen('ops', URL)
    await turn('down', 'up')
    context.at(T0 + SECOND_MS)
    await turn('up', 'down')
    const early = await sendAll(context)
    assert.deepEqual(
      typesOf(early).filter((type) => type === 'incident.resolved').length,
      10,
      'of those that were told',
    )
    context.at(T0 + SECOND_MS + QUIET_MS)
    const opened = await claimAll(context)
    assert.deepEqual([typesOf(opened), countOf(opened[0]!)], [['incident.opened'], 5])
    assert.deepEqual(await claimAll(context), [], 'its recoveries wait')
    await settleAs(context, opened, DELIVERED)
    await gatherDue(context)
    context.at(T0 + SECOND_MS + 2 * QUIET_MS)
    const recovered = await sendAll(context)
    assert.deepEqual([typesOf(recovered), countOf(recovered[0]!)], [['incident.resolved'], 5])
    assert.deepEqual(new Set((await rows()).map((row) => row.status)), new Set(['delivered']))
  })

  test(`${dialect}: every try of a message that tells many has the same id and says the same`, async (t) => {
    const { store, context, listen, turn, rows } = await prepare(t, dialect, 14)
    await listen('ops', URL)
    await turn('down', 'up')
    await sendAll(context)
    context.at(T0 + QUIET_MS)
    const [first] = await sendAll(context, REFUSED)
    await turn('up', 'down')
    await turn('down', 'up')
    await sendAll(context)
    const next = await nextClaimAt(context, { total: 1, perTarget: 1, underWay: new Map() })
    assert.equal(next, T0 + QUIET_MS + 10 * SECOND_MS, 'what waits behind it is out of the way')
    const member = (await rows()).find((row) => row.sent_as === first?.delivery.id && row.id !== row.sent_as)!
    const { deliveries } = await listDeliveries(
      store.db,
      { incidentId: member.incident_id! },
      {},
      { limit: 10, offset: 0 },
    )
    const shown = deliveries.find(({ id }) => id === member.id)
    assert.deepEqual([shown?.status, shown?.errorMessage], ['pending', 'the receiver answered 500'])
    context.at(T0 + QUIET_MS + 10 * SECOND_MS)
    const again = (await claimAll(context)).find(({ delivery }) => delivery.id === first?.delivery.id)!
    assert.deepEqual(again.delivery.event, first?.delivery.event)
    await settleAs(context, [again], DELIVERED)
    const settled = (await rows()).filter((row) => row.sent_as === first?.delivery.id)
    assert.deepEqual(
      settled.map((row) => [row.status, row.retry_count, row.error_message]),
      Array(4).fill(['delivered', 1, null]),
    )
  })

  test(`${dialect}: a message that nobody completed before a crash is completed by whoever has it next`, async (t) => {
    const { context, listen, turn } = await prepare(t, dialect, 13)
    await listen('ops', URL)
    await turn('down', 'up')
    await sendAll(context)
    context.at(T0 + QUIET_MS)
    const [lost] = await claimDue(context, { total: 10, perTarget: 10, underWay: new Map() })
    assert.deepEqual([lost?.leads, lost?.delivery.event.data.folded], [true, undefined])
    await turn('up', 'down')
    context.at(T0 + QUIET_MS + LEASE_MS)
    const again = (await claimAll(context)).find(({ delivery }) => delivery.id === lost?.delivery.id)!
    assert.equal(countOf(again), 3)
  })

  test(`${dialect}: after a crash in the middle of settling, the same message goes out once more and the rest is settled`, async (t) => {
    const { store, context, listen, turn, rows } = await prepare(t, dialect, 10 + 300)
    await listen('ops', URL)
    await turn('down', 'up')
    await sendAll(context)
    context.at(T0 + QUIET_MS)
    const [fold] = await claimAll(context)
    await assert.rejects(
      settle(dying(context, 1), [{ ...fold!, outcome: DELIVERED, wasTried: true }], () => 0.5),
      /away/,
    )
    const half = (await rows()).filter((row) => row.status === 'pending')
    assert.ok(half.length > 1 && half.length < 300, `${half.length} are left`)
    context.at(T0 + QUIET_MS + LEASE_MS)
    const again = await sendAll(context)
    assert.deepEqual([again.length, again[0]?.delivery.id, countOf(again[0]!)], [1, fold?.delivery.id, 300])
    assert.equal((await rows()).filter((row) => row.status !== 'delivered').length, 0)
    assert.equal(await countRows(store.db, 'deliveries', { sent_as: null }), 0)
  })

  test(`${dialect}: servers that gather at the same moment agree on who goes by itself`, async (t) => {
    const { context, listen, turn, rows, keys } = await prepare(t, dialect, 60)
    await listen('ops', URL)
    const tens = Array.from({ length: 6 }, (_, n) => keys.slice(10 * n, 10 * n + 10))
    await Promise.all(tens.map((some) => turn('down', 'up', some).then(() => gatherDue(context))))
    for (; await gatherDue(context); );
    const bySender = Map.groupBy(await rows(), (row) => row.sent_as)
    assert.deepEqual(
      [...bySender.values()].map((group) => group.length).sort((a, b) => a - b),
      [...Array(10).fill(1), 50],
    )
  })

  test(`${dialect}: what many have in common is named: group, address, certificate`, async (t) => {
    const { store, context, listen, turn, keys } = await prepare(t, dialect, 20)
    await listen('ops', URL)
    await explain(store, keys)
    await turn('down', 'up')
    const [fold, ...others] = await sendAll(context)
    assert.deepEqual(others, [])
    assert.deepEqual(fold?.delivery.event.data.folded?.causes, [
      { kind: 'address', value: '192.0.2.7', count: 20 },
      { kind: 'host', value: 'shop.example.test', count: 20 },
      { kind: 'certificate', value: 'AA:BB', count: 4 },
      { kind: 'group', value: 'Europe', count: 3 },
    ])
  })

  test(`${dialect}: monitors of one address fail and recover in a message each, at once; strangers have their own`, async (t) => {
    const { store, context, listen, turn, keys } = await prepare(t, dialect, 17)
    await listen('ops', URL)
    const storm = keys.slice(0, 15)
    await place(store, storm, '203.0.113.7')
    await place(store, keys.slice(15), '198.51.100.1')
    await turn('down', 'up', keys.slice(0, 16))
    const opened = await sendAll(context)
    assert.deepEqual(opened.map(countOf).sort(), [1, 15])
    assert.deepEqual(opened.find((claim) => countOf(claim) === 15)?.delivery.event.data.folded?.causes[0], {
      kind: 'address',
      value: '203.0.113.7',
      count: 15,
    })
    context.at(T0 + 2 * MINUTE_MS)
    await turn('up', 'down', keys.slice(0, 16))
    assert.deepEqual((await sendAll(context)).map(countOf).sort(), [1, 15])
  })

  test(`${dialect}: a group message that is refused delays no alert of another cause`, async (t) => {
    const { store, context, listen, turn, keys } = await prepare(t, dialect, 12)
    await listen('ops', URL)
    await place(store, keys.slice(0, 10), '203.0.113.7')
    await turn('down', 'up', keys.slice(11))
    await sendAll(context)
    await turn('down', 'up', keys.slice(0, 10))
    assert.deepEqual((await sendAll(context, REFUSED)).map(countOf), [10])
    context.at(T0 + SECOND_MS)
    await turn('down', 'up', keys.slice(10, 11))
    await turn('up', 'down', keys.slice(11))
    await gatherDue(context)
    const claims = await claimAll(context)
    assert.deepEqual(claims.map(countOf), [1, 1])
    await settleAs(context, claims, REFUSED)
  })

  test(`${dialect}: alerts of monitors that depend on a router that came back lately are one message, which names it`, async (t) => {
    const { store, context, listen, turn, keys } = await prepare(t, dialect, 4)
    await listen('ops', URL, keys.slice(1))
    const [router] = keys as [number]
    const rows = keys.slice(1).map((monitor_key) => ({ monitor_key, parent_key: router, position: 0 }))
    await turn('down', 'up', keys.slice(1))
    await insertRows(store.db, 'monitor_dependencies', rows)
    await updateRows(store.db, 'monitors', { runtime_status: 'up', status_since: T0 }, { key: router })
    const [fold, ...others] = await sendAll(context)
    assert.deepEqual(others, [])
    assert.deepEqual(fold?.delivery.event.data.folded?.causes, [{ kind: 'parent', value: 'monitor-0', count: 3 }])
  })

  test(`${dialect}: servers that gather one cause at the same moment agree on its messages`, async (t) => {
    const { store, context, listen, turn, rows, keys } = await prepare(t, dialect, 60)
    await listen('ops', URL)
    await place(store, keys, '203.0.113.7')
    await turn('down', 'up', keys.slice(0, 1))
    await sendAll(context)
    const parts = Array.from({ length: 3 }, (_, n) => keys.slice(1 + 20 * n, 21 + 20 * n))
    await Promise.all(parts.map((some) => turn('down', 'up', some).then(() => gatherDue(context))))
    for (; await gatherDue(context); );
    assert.deepEqual(await claimAll(context), [], 'more may come')
    context.at(T0 + QUIET_MS)
    assert.deepEqual((await sendAll(context)).map(countOf), [59])
    assert.deepEqual(new Set((await rows()).map((row) => row.status)), new Set(['delivered']))
  })

  test(`${dialect}: what is left of a storm when its target is gone fails line by line`, async (t) => {
    const { store, context, listen, turn, rows } = await prepare(t, dialect, 14)
    await listen('ops', URL)
    await turn('down', 'up')
    await sendAll(context)
    await store.transact((tx) => deleteRows(tx, 'notification_targets'))
    context.at(T0 + QUIET_MS)
    await sendAll(context, GIVEN_UP)
    const lost = (await rows()).filter((row) => row.status === 'failed')
    assert.deepEqual(
      lost.map((row) => row.error_message),
      Array(4).fill('the receiver answered 404'),
    )
  })

  test(`${dialect}: when the storm is over, an incident is told at once`, async (t) => {
    const { context, listen, turn, keys } = await prepare(t, dialect, 12)
    await listen('ops', URL)
    await turn('down', 'up')
    await sendAll(context)
    context.at(T0 + QUIET_MS)
    await sendAll(context)
    context.at(T0 + QUIET_MS + MINUTE_MS)
    await turn('up', 'down', keys.slice(0, 1))
    context.at(T0 + 10 * MINUTE_MS)
    await turn('down', 'up', keys.slice(0, 1))
    assert.deepEqual(typesOf(await sendAll(context)), ['incident.resolved', 'incident.opened'])
  })
}

/** A database that is away after so many transactions. */
function dying(context: ReturnType<typeof makeContext>, transactions: number) {
  let left = transactions
  const transact: Store['transact'] = (work) =>
    left-- > 0 ? context.store.transact(work) : Promise.reject(new Error('away'))
  return { ...context, store: { ...context.store, transact } }
}

/** All at one address and host, some behind one certificate, and fewer in one group; of those that are folded. */
async function explain(store: Store, keys: readonly number[]): Promise<void> {
  const folded = keys.slice(10)
  await place(store, keys, '192.0.2.7')
  await store.transact(async (tx) => {
    await updateRows(tx, 'monitors', { target: 'https://shop.example.test:8443/a' })
    await insertGroup(tx, { id: 'eu', name: 'Europe' })
    for (const key of folded.slice(0, 3)) await updateRows(tx, 'monitors', { group_id: 'eu' }, { key })
    for (const monitor_key of folded.slice(0, 4))
      await insertRows(tx, 'certificates', {
        monitor_key,
        region: 1,
        endpoint: 'shop.example.test:8443',
        fingerprint: 'AA:BB',
        valid_to: T0,
        certificate: '{}',
        first_seen_at: T0,
        last_seen_at: T0,
      })
  })
}

/** Gives monitors a result from this address. */
async function place(store: Store, keys: readonly number[], remoteAddress: string): Promise<void> {
  await store.transact((tx) =>
    insertResults(
      tx,
      keys.map((monitorKey) => ({
        monitorKey,
        regionKey: 1,
        kind: 'check' as const,
        scheduledAt: T0 - SECOND_MS,
        status: 'down' as const,
        errorType: 'timeout' as const,
        errorMessage: 'no answer',
        onGrid: true,
        latenessMs: 0,
        responseTimeMs: null,
        timings: { dnsMs: 0, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
        statusCode: null,
        remoteAddress,
      })),
    ),
  )
}
