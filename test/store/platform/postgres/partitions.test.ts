// @slow: needs PostgreSQL
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { DAY_MS } from '../../../../src/core/platform/time/time.ts'
import { migrate } from '../../../../src/store/migrations/migrate.ts'
import { dropResultsBefore, ensureDaysAhead } from '../../../../src/store/platform/postgres/partitions.ts'
import { openStore, type Store } from '../../../../src/store/platform/store.ts'
import { insertResults, listResults, type StoredResult } from '../../../../src/store/results/results.ts'
import { type Cleanup, createTestDatabaseUrl, LONG_TIMEOUTS, openTestStore } from '../../../support/database/stores.ts'

const TODAY = Date.UTC(2026, 0, 20)
const NOON = TODAY + DAY_MS / 2
const PAGE = { limit: 50, offset: 0 }

const resultAt = (scheduledAt: number): StoredResult => ({
  monitorKey: 1,
  regionKey: 1,
  kind: 'check',
  scheduledAt,
  status: 'up',
  errorType: null,
  errorMessage: null,
  onGrid: true,
  latenessMs: 0,
  responseTimeMs: 5,
  timings: { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: 3, downloadMs: 1 },
  statusCode: 200,
  remoteAddress: '192.0.2.1',
})

const insertAt = (store: Store, moments: readonly number[]): Promise<void> =>
  store.transact((tx) => insertResults(tx, moments.map(resultAt)))

const momentsOf = async (store: Store): Promise<number[]> =>
  (await listResults(store.db, { monitorKey: 1 }, PAGE)).map(({ scheduledAt }) => scheduledAt).reverse()

/** Names of the partitions, with the rows in each. */
async function partitionsOf(store: Store): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'results'::regclass order by 1`.execute(store.db)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(store.db)
    counts[name] = Number(counted[0]!.n)
  }
  return counts
}

async function openAhead(t: Cleanup): Promise<Store> {
  const store = await openTestStore(t, 'postgres')
  await store.transact((tx) => ensureDaysAhead(tx, NOON))
  return store
}

test('every day up to the third from now has a partition', async (t) => {
  const store = await openAhead(t)
  await insertAt(
    store,
    [-1, 0, 1, 2, 3].map((days) => NOON + days * DAY_MS),
  )
  assert.deepEqual(await partitionsOf(store), {
    results_1970_01_02: 1,
    results_2026_01_20: 1,
    results_2026_01_21: 1,
    results_2026_01_22: 1,
    results_2026_01_23: 1,
    results_future: 0,
    results_past: 0,
  })
  assert.equal(await store.transact((tx) => ensureDaysAhead(tx, NOON)), 0)
  assert.equal(await store.transact((tx) => ensureDaysAhead(tx, NOON + DAY_MS)), 1)
})

test('a result is stored whatever the clock of its probe', async (t) => {
  const store = await openAhead(t)
  const moments = [0, 1, TODAY - 400 * DAY_MS, TODAY + 4 * DAY_MS, TODAY + 9_000 * DAY_MS]
  await insertAt(store, moments)
  assert.deepEqual(await momentsOf(store), moments)
})

test('early results move into the partition of their day when it is created', async (t) => {
  const store = await openAhead(t)
  const moments = [4, 5, 90].map((days) => NOON + days * DAY_MS)
  await insertAt(store, moments)
  await store.transact((tx) => ensureDaysAhead(tx, NOON + DAY_MS))
  const counts = await partitionsOf(store)
  assert.equal(counts.results_2026_01_24, 1)
  assert.equal(counts.results_future, 2)
  assert.deepEqual(await momentsOf(store), moments)
})

test('days without a running server share a partition', async (t) => {
  const store = await openAhead(t)
  const late = NOON + 40 * DAY_MS
  await insertAt(store, [NOON + 10 * DAY_MS])
  assert.equal(await store.transact((tx) => ensureDaysAhead(tx, late)), 5)
  assert.equal((await partitionsOf(store)).results_2026_01_24, 1)
})

test('a day is dropped when all of it has expired, and not a millisecond earlier', async (t) => {
  const store = await openAhead(t)
  const edge = TODAY + 2 * DAY_MS
  const moments = [TODAY - 1, TODAY, edge - 1, edge]
  await insertAt(store, moments)
  await store.transact((tx) => dropResultsBefore(tx, edge - 1))
  assert.deepEqual(await momentsOf(store), [TODAY + DAY_MS * 2 - 1, edge])
  assert.equal(await store.transact((tx) => dropResultsBefore(tx, edge)), 2)
  assert.deepEqual(await momentsOf(store), [edge])
  assert.equal(await store.transact((tx) => dropResultsBefore(tx, edge)), 0)
})

test('a result of a dropped day is stored, and dropped again', async (t) => {
  const store = await openAhead(t)
  await store.transact((tx) => dropResultsBefore(tx, TODAY + DAY_MS))
  await insertAt(store, [TODAY])
  assert.deepEqual(await momentsOf(store), [TODAY])
  assert.equal(await store.transact((tx) => dropResultsBefore(tx, TODAY + DAY_MS)), 1)
  assert.deepEqual(await momentsOf(store), [])
})

test('a drop gives way to a long read, and no transaction waits behind it', async (t) => {
  const store = await openAhead(t)
  await insertAt(store, [TODAY])
  await store.transact(async (reading) => {
    await reading.selectFrom('results').select('kind').execute()
    const dropping = store.transact((tx) => dropResultsBefore(tx, TODAY + DAY_MS))
    const refusal = await dropping.then(
      () => null,
      (error: unknown) => error,
    )
    assert.ok(store.traits.isBusy(refusal), String(refusal))
  })
  assert.deepEqual(await momentsOf(store), [TODAY])
})

test('a new database accepts results of today, of the past and of the future', async (t) => {
  const store = openStore({ url: await createTestDatabaseUrl(t), ...LONG_TIMEOUTS })
  t.after(() => store.close())
  await migrate(store, NOON)
  const moments = [0, TODAY - DAY_MS, NOON, TODAY + DAY_MS - 1, TODAY + DAY_MS, TODAY + 900 * DAY_MS]
  await insertAt(store, moments)
  assert.deepEqual(await momentsOf(store), moments)
  assert.deepEqual(await partitionsOf(store), { results_future: 2, results_past: 4 })
  await store.transact((tx) => ensureDaysAhead(tx, NOON))
  await store.transact((tx) => dropResultsBefore(tx, TODAY + DAY_MS))
  assert.deepEqual(await momentsOf(store), moments.slice(4))
})

/** Partitions that PostgreSQL would scan for a query, without the two unbounded ones. */
async function listScannedPartitions(store: Store, condition: string): Promise<string[]> {
  const { rows } = await sql
    .raw<{ 'QUERY PLAN': string }>(`explain select * from results where monitor_key = 1 ${condition}`)
    .execute(store.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.doesNotMatch(plan, /Seq Scan|Sort/)
  return [...new Set([...plan.matchAll(/on (results_\d\w+)/g)].map((match) => match[1]!))]
}

test('a query scans only the days that it needs, and a page of the newest results needs no sort', async (t) => {
  const store = await openAhead(t)
  await sql`set enable_seqscan = off`.execute(store.db)
  assert.deepEqual(await listScannedPartitions(store, `and scheduled_at = ${NOON}`), ['results_2026_01_20'])
  assert.deepEqual(
    await listScannedPartitions(store, `and scheduled_at >= ${NOON} and scheduled_at < ${TODAY + DAY_MS}`),
    ['results_2026_01_20'],
  )
  const { rows } = await store.transact(async (tx) => {
    for (const detour of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${detour} = off`).execute(tx)
    return sql<{ 'QUERY PLAN': string }>`explain select * from results where monitor_key = 1
      order by scheduled_at desc, region desc, kind desc limit 50`.execute(tx)
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  // One day after another, not all in parallel
  assert.match(plan, /-> {2}Append/)
  assert.doesNotMatch(plan, /Merge Append|Sort/)
})
