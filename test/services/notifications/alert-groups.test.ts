import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GROUP_WAIT_MS, MAX_UNGROUPED } from '../../../src/core/notifications/alert-group.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { groupDue } from '../../../src/services/notifications/alert-groups.ts'
import { LEASE_MS } from '../../../src/services/notifications/claims.ts'
import {
  type ClaimedDelivery,
  claimDue,
  getNextClaimAt,
  saveOutcomes,
} from '../../../src/services/notifications/deliveries.ts'
import { listDeliveries } from '../../../src/store/notifications/deliveries.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { insertResults } from '../../../src/store/results/results.ts'
import { insertGroup } from '../../support/database/monitor-rows.ts'
import { readOutbox } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { countRows, deleteRows, insertRows, updateRows } from '../../support/database/tables.ts'
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

async function prepare(t: Cleanup, dialect: DialectName, monitors: number) {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  const outbox = await createOutboxFixture(store, context, monitors)
  const rows = () => readOutbox(store.db)
  return { store, context, rows, ...outbox }
}

const typesOf = (claims: readonly ClaimedDelivery[]) => claims.map(({ delivery }) => delivery.event.type)
const countOf = ({ delivery }: ClaimedDelivery) => delivery.event.data.alert_group?.count ?? 1

for (const dialect of DIALECTS) {
  test(`${dialect}: thirty incidents at once send ten messages and one group message, with one log row for each incident`, async (t) => {
    const { context, createTarget, setCondition, rows } = await prepare(t, dialect, 30)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    const alone = await sendAll(context)
    assert.equal(alone.length, MAX_UNGROUPED)
    assert.ok(alone.every(({ delivery }) => delivery.event.data.alert_group === undefined))
    context.setTime(T0 + GROUP_WAIT_MS - 1)
    assert.deepEqual(await sendAll(context), [], 'the group is still open')
    context.setTime(T0 + GROUP_WAIT_MS)
    const [group, ...others] = await sendAll(context)
    assert.deepEqual([others.length, countOf(group!), group?.delivery.event.type], [0, 20, 'incident.opened'])
    const listed = group!.delivery.event.data.alert_group!.incidents.map(({ incident }) => incident.id)
    const notified = [...alone.map(({ delivery }) => delivery.incidentId), ...listed]
    const log = await rows()
    assert.deepEqual(new Set(notified), new Set(log.map((row) => row.incident_id)))
    assert.equal(new Set(notified).size, 30)
    assert.deepEqual(new Set(log.map((row) => row.status)), new Set(['delivered']))
    assert.equal(new Set(log.map((row) => row.leader_id)).size, 11)
    assert.deepEqual(
      new Set(log.filter((row) => row.leader_id === group?.delivery.id).map((row) => row.delivered_at)),
      new Set([T0 + GROUP_WAIT_MS]),
    )
  })

  test(`${dialect}: each target has its own limit of ten, and recoveries are counted apart from openings`, async (t) => {
    const { context, createTarget, setCondition, keys } = await prepare(t, dialect, 12)
    await createTarget('ops', URL)
    await createTarget('boss', URL, keys.slice(0, 3))
    await setCondition('down', 'up')
    assert.equal((await sendAll(context)).length, 10 + 3)
    context.setTime(T0 + GROUP_WAIT_MS)
    assert.equal((await sendAll(context)).length, 1)
    await setCondition('up', 'down')
    const recovered = await sendAll(context)
    assert.deepEqual([recovered.length, new Set(typesOf(recovered))], [10 + 3, new Set(['incident.resolved'])])
    context.setTime(T0 + 2 * GROUP_WAIT_MS)
    const [group] = await sendAll(context)
    assert.deepEqual([group?.delivery.event.type, countOf(group!)], ['incident.resolved', 2])
  })

  test(`${dialect}: incidents that resolve before their group is sent notify in order: opened, then resolved`, async (t) => {
    const { context, createTarget, setCondition, rows } = await prepare(t, dialect, 15)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    context.setTime(T0 + SECOND_MS)
    await setCondition('up', 'down')
    const early = await sendAll(context)
    assert.deepEqual(
      typesOf(early).filter((type) => type === 'incident.resolved').length,
      10,
      'resolutions of incidents that were already notified',
    )
    context.setTime(T0 + SECOND_MS + GROUP_WAIT_MS)
    const opened = await claimAll(context)
    assert.deepEqual([typesOf(opened), countOf(opened[0]!)], [['incident.opened'], 5])
    assert.deepEqual(await claimAll(context), [], 'the resolutions wait')
    await completeAs(context, opened, DELIVERED)
    await groupDue(context)
    context.setTime(T0 + SECOND_MS + 2 * GROUP_WAIT_MS)
    const recovered = await sendAll(context)
    assert.deepEqual([typesOf(recovered), countOf(recovered[0]!)], [['incident.resolved'], 5])
    assert.deepEqual(new Set((await rows()).map((row) => row.status)), new Set(['delivered']))
  })

  test(`${dialect}: every attempt of a group message has the same id and content`, async (t) => {
    const { store, context, createTarget, setCondition, rows } = await prepare(t, dialect, 14)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await sendAll(context)
    context.setTime(T0 + GROUP_WAIT_MS)
    const [first] = await sendAll(context, TEMPORARY_FAILURE)
    await setCondition('up', 'down')
    await setCondition('down', 'up')
    await sendAll(context)
    const next = await getNextClaimAt(context, { total: 1, perTarget: 1, inFlight: new Map() })
    assert.equal(next, T0 + GROUP_WAIT_MS + 10 * SECOND_MS, 'waiting deliveries are not due')
    const member = (await rows()).find((row) => row.leader_id === first?.delivery.id && row.id !== row.leader_id)!
    const { deliveries } = await listDeliveries(
      store.db,
      { incidentId: member.incident_id! },
      {},
      { limit: 10, offset: 0 },
    )
    const shown = deliveries.find(({ id }) => id === member.id)
    assert.deepEqual([shown?.status, shown?.errorMessage], ['pending', 'the receiver answered 500'])
    context.setTime(T0 + GROUP_WAIT_MS + 10 * SECOND_MS)
    const again = (await claimAll(context)).find(({ delivery }) => delivery.id === first?.delivery.id)!
    assert.deepEqual(again.delivery.event, first?.delivery.event)
    await completeAs(context, [again], DELIVERED)
    const settled = (await rows()).filter((row) => row.leader_id === first?.delivery.id)
    assert.deepEqual(
      settled.map((row) => [row.status, row.retry_count, row.error_message]),
      Array(4).fill(['delivered', 1, null]),
    )
  })

  test(`${dialect}: a group message without content after a crash is filled at the next claim`, async (t) => {
    const { context, createTarget, setCondition } = await prepare(t, dialect, 13)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await sendAll(context)
    context.setTime(T0 + GROUP_WAIT_MS)
    const [lost] = await claimDue(context, { total: 10, perTarget: 10, inFlight: new Map() })
    assert.deepEqual([lost?.isLeader, lost?.delivery.event.data.alert_group], [true, undefined])
    await setCondition('up', 'down')
    context.setTime(T0 + GROUP_WAIT_MS + LEASE_MS)
    const again = (await claimAll(context)).find(({ delivery }) => delivery.id === lost?.delivery.id)!
    assert.equal(countOf(again), 3)
  })

  test(`${dialect}: after a crash while outcomes are saved, the same message is sent once more and every row is settled`, async (t) => {
    const { store, context, createTarget, setCondition, rows } = await prepare(t, dialect, 10 + 300)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await sendAll(context)
    context.setTime(T0 + GROUP_WAIT_MS)
    const [group] = await claimAll(context)
    await assert.rejects(
      saveOutcomes(createDyingContext(context, 1), [{ ...group!, outcome: DELIVERED, wasTried: true }], () => 0.5),
      /away/,
    )
    const half = (await rows()).filter((row) => row.status === 'pending')
    assert.ok(half.length > 1 && half.length < 300, `${half.length} are left`)
    context.setTime(T0 + GROUP_WAIT_MS + LEASE_MS)
    const again = await sendAll(context)
    assert.deepEqual([again.length, again[0]?.delivery.id, countOf(again[0]!)], [1, group?.delivery.id, 300])
    assert.equal((await rows()).filter((row) => row.status !== 'delivered').length, 0)
    assert.equal(await countRows(store.db, 'deliveries', { leader_id: null }), 0)
  })

  test(`${dialect}: servers that group at the same moment agree on the ungrouped alerts`, async (t) => {
    const { context, createTarget, setCondition, rows, keys } = await prepare(t, dialect, 60)
    await createTarget('ops', URL)
    const tens = Array.from({ length: 6 }, (_, n) => keys.slice(10 * n, 10 * n + 10))
    await Promise.all(tens.map((some) => setCondition('down', 'up', some).then(() => groupDue(context))))
    for (; await groupDue(context); );
    const bySender = Map.groupBy(await rows(), (row) => row.leader_id)
    assert.deepEqual(
      [...bySender.values()].map((group) => group.length).sort((a, b) => a - b),
      [...Array(10).fill(1), 50],
    )
  })

  test(`${dialect}: a group message names the common causes: group, address, certificate`, async (t) => {
    const { store, context, createTarget, setCondition, keys } = await prepare(t, dialect, 20)
    await createTarget('ops', URL)
    await setCommonCauses(store, keys)
    await setCondition('down', 'up')
    const [group, ...others] = await sendAll(context)
    assert.deepEqual(others, [])
    assert.deepEqual(group?.delivery.event.data.alert_group?.causes, [
      { kind: 'address', value: '192.0.2.7', count: 20 },
      { kind: 'host', value: 'shop.example.test', count: 20 },
      { kind: 'certificate', value: 'AA:BB', count: 4 },
      { kind: 'group', value: 'Europe', count: 3 },
    ])
  })

  test(`${dialect}: monitors of one address share a message at once, and other monitors have their own`, async (t) => {
    const { store, context, createTarget, setCondition, keys } = await prepare(t, dialect, 17)
    await createTarget('ops', URL)
    const affected = keys.slice(0, 15)
    await recordAddress(store, affected, '203.0.113.7')
    await recordAddress(store, keys.slice(15), '198.51.100.1')
    await setCondition('down', 'up', keys.slice(0, 16))
    const opened = await sendAll(context)
    assert.deepEqual(opened.map(countOf).sort(), [1, 15])
    assert.deepEqual(opened.find((claim) => countOf(claim) === 15)?.delivery.event.data.alert_group?.causes[0], {
      kind: 'address',
      value: '203.0.113.7',
      count: 15,
    })
    context.setTime(T0 + 2 * MINUTE_MS)
    await setCondition('up', 'down', keys.slice(0, 16))
    assert.deepEqual((await sendAll(context)).map(countOf).sort(), [1, 15])
  })

  test(`${dialect}: a refused group message delays no alert of another cause`, async (t) => {
    const { store, context, createTarget, setCondition, keys } = await prepare(t, dialect, 12)
    await createTarget('ops', URL)
    await recordAddress(store, keys.slice(0, 10), '203.0.113.7')
    await setCondition('down', 'up', keys.slice(11))
    await sendAll(context)
    await setCondition('down', 'up', keys.slice(0, 10))
    assert.deepEqual((await sendAll(context, TEMPORARY_FAILURE)).map(countOf), [10])
    context.setTime(T0 + SECOND_MS)
    await setCondition('down', 'up', keys.slice(10, 11))
    await setCondition('up', 'down', keys.slice(11))
    await groupDue(context)
    const claims = await claimAll(context)
    assert.deepEqual(claims.map(countOf), [1, 1])
    await completeAs(context, claims, TEMPORARY_FAILURE)
  })

  test(`${dialect}: alerts of monitors behind a recently recovered router are one message that names the router`, async (t) => {
    const { store, context, createTarget, setCondition, keys } = await prepare(t, dialect, 4)
    await createTarget('ops', URL, keys.slice(1))
    const [router] = keys as [number]
    const rows = keys.slice(1).map((monitor_key) => ({ monitor_key, parent_key: router, position: 0 }))
    await setCondition('down', 'up', keys.slice(1))
    await insertRows(store.db, 'monitor_dependencies', rows)
    await updateRows(store.db, 'monitors', { runtime_status: 'up', status_since: T0 }, { key: router })
    const [group, ...others] = await sendAll(context)
    assert.deepEqual(others, [])
    assert.deepEqual(group?.delivery.event.data.alert_group?.causes, [{ kind: 'parent', value: 'monitor-0', count: 3 }])
  })

  test(`${dialect}: servers that group one cause at the same moment agree on its messages`, async (t) => {
    const { store, context, createTarget, setCondition, rows, keys } = await prepare(t, dialect, 60)
    await createTarget('ops', URL)
    await recordAddress(store, keys, '203.0.113.7')
    await setCondition('down', 'up', keys.slice(0, 1))
    await sendAll(context)
    const parts = Array.from({ length: 3 }, (_, n) => keys.slice(1 + 20 * n, 21 + 20 * n))
    await Promise.all(parts.map((some) => setCondition('down', 'up', some).then(() => groupDue(context))))
    for (; await groupDue(context); );
    assert.deepEqual(await claimAll(context), [], 'the group is still open')
    context.setTime(T0 + GROUP_WAIT_MS)
    assert.deepEqual((await sendAll(context)).map(countOf), [59])
    assert.deepEqual(new Set((await rows()).map((row) => row.status)), new Set(['delivered']))
  })

  test(`${dialect}: a group message for a deleted target fails row by row`, async (t) => {
    const { store, context, createTarget, setCondition, rows } = await prepare(t, dialect, 14)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await sendAll(context)
    await store.transact((tx) => deleteRows(tx, 'notification_targets'))
    context.setTime(T0 + GROUP_WAIT_MS)
    await sendAll(context, PERMANENT_FAILURE)
    const lost = (await rows()).filter((row) => row.status === 'failed')
    assert.deepEqual(
      lost.map((row) => row.error_message),
      Array(4).fill('the receiver answered 404'),
    )
  })

  test(`${dialect}: an incident after the grouping period sends its alert at once`, async (t) => {
    const { context, createTarget, setCondition, keys } = await prepare(t, dialect, 12)
    await createTarget('ops', URL)
    await setCondition('down', 'up')
    await sendAll(context)
    context.setTime(T0 + GROUP_WAIT_MS)
    await sendAll(context)
    context.setTime(T0 + GROUP_WAIT_MS + MINUTE_MS)
    await setCondition('up', 'down', keys.slice(0, 1))
    context.setTime(T0 + 10 * MINUTE_MS)
    await setCondition('down', 'up', keys.slice(0, 1))
    assert.deepEqual(typesOf(await sendAll(context)), ['incident.resolved', 'incident.opened'])
  })
}

/** A database that fails after the given number of transactions. */
function createDyingContext(context: ReturnType<typeof createTestContext>, transactions: number) {
  let left = transactions
  const transact: Store['transact'] = (work) =>
    left-- > 0 ? context.store.transact(work) : Promise.reject(new Error('away'))
  return { ...context, store: { ...context.store, transact } }
}

/** Gives all monitors one address and host, and some grouped ones a common certificate or monitor group. */
async function setCommonCauses(store: Store, keys: readonly number[]): Promise<void> {
  const grouped = keys.slice(10)
  await recordAddress(store, keys, '192.0.2.7')
  await store.transact(async (tx) => {
    await updateRows(tx, 'monitors', { target: 'https://shop.example.test:8443/a' })
    await insertGroup(tx, { id: 'eu', name: 'Europe' })
    for (const key of grouped.slice(0, 3)) await updateRows(tx, 'monitors', { group_id: 'eu' }, { key })
    for (const monitor_key of grouped.slice(0, 4))
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

/** Stores a result from this address for each monitor. */
async function recordAddress(store: Store, keys: readonly number[], remoteAddress: string): Promise<void> {
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
