// @slow: needs PostgreSQL
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../../src/core/platform/time/time.ts'
import { migrate } from '../../../../src/store/migrations/migrate.ts'
import { dropPartitionsBefore, ensurePartitionsAhead } from '../../../../src/store/platform/postgres/partitions.ts'
import { openStore, type Store } from '../../../../src/store/platform/store.ts'
import { insertResults, listResults, type StoredResult } from '../../../../src/store/results/results.ts'
import { type Cleanup, createTestDatabaseUrl, LONG_TIMEOUTS, openTestStore } from '../../../support/database/stores.ts'

const TODAY = Date.UTC(2026, 0, 20)
const HOUR = TODAY + 12 * HOUR_MS
const NOW = HOUR + HOUR_MS / 2

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
  (await listResults(store.db, { monitorKey: 1 })).map(({ scheduledAt }) => scheduledAt).reverse()

/** Names of the partitions of a table, without its name, with the rows in each. */
async function partitionsOf(store: Store, table = 'results'): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${sql.lit(table)}::regclass order by 1`.execute(store.db)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(store.db)
    counts[name.slice(table.length + 1)] = Number(counted[0]!.n)
  }
  return counts
}

const drop = (store: Store, before: number): Promise<number> =>
  store.transact((tx) => dropPartitionsBefore(tx, 'results', before))
const ensureAhead = (store: Store, now: number): Promise<number> =>
  store.transact((tx) => ensurePartitionsAhead(tx, now))

async function openAhead(t: Cleanup): Promise<Store> {
  const store = await openTestStore(t, 'postgres')
  await ensureAhead(store, NOW)
  return store
}

test('every hour of results up to the twelfth from now has a partition, and every day of blocks up to the third', async (t) => {
  const store = await openAhead(t)
  await insertAt(
    store,
    [-1, 0, 1, 12, 13].map((hours) => NOW + hours * HOUR_MS),
  )
  const results = await partitionsOf(store)
  const names = Array.from({ length: 13 }, (_, n) => new Date(HOUR + n * HOUR_MS).toISOString().slice(0, 13))
  assert.deepEqual(Object.keys(results), [...names.map((name) => name.replaceAll(/[-T]/g, '_')), 'future', 'past'])
  assert.deepEqual(
    Object.entries(results)
      .filter(([, rows]) => rows > 0)
      .map(([name]) => name),
    ['2026_01_20_12', '2026_01_20_13', '2026_01_21_00', 'future', 'past'],
  )
  assert.deepEqual(await partitionsOf(store, 'result_blocks'), {
    '2026_01_20': 0,
    '2026_01_21': 0,
    '2026_01_22': 0,
    '2026_01_23': 0,
    future: 0,
    past: 0,
  })
  assert.equal(await ensureAhead(store, NOW), 0)
  assert.equal(await ensureAhead(store, NOW + HOUR_MS), 1)
  assert.equal(await ensureAhead(store, NOW + DAY_MS), 15, 'the hours without a server, 13 hours, and a day of blocks')
})

test('a result is stored whatever the clock of its probe', async (t) => {
  const store = await openAhead(t)
  const moments = [0, 1, TODAY - 400 * DAY_MS, TODAY + 4 * DAY_MS, TODAY + 9_000 * DAY_MS]
  await insertAt(store, moments)
  assert.deepEqual(await momentsOf(store), moments)
})

test('early results move into the partition of their hour when it is created', async (t) => {
  const store = await openAhead(t)
  const moments = [13, 14, 90].map((hours) => NOW + hours * HOUR_MS)
  await insertAt(store, moments)
  await ensureAhead(store, NOW + HOUR_MS)
  const counts = await partitionsOf(store)
  assert.equal(counts['2026_01_21_01'], 1)
  assert.equal(counts.future, 2)
  assert.deepEqual(await momentsOf(store), moments)
})

test('hours without a running server share a partition', async (t) => {
  const store = await openAhead(t)
  await insertAt(store, [NOW + 30 * HOUR_MS])
  assert.equal(await ensureAhead(store, NOW + 40 * HOUR_MS), 16)
  assert.equal((await partitionsOf(store))['2026_01_21_01'], 1)
})

test('an hour is dropped when all of it has expired, and not a millisecond earlier', async (t) => {
  const store = await openAhead(t)
  const edge = HOUR + 2 * HOUR_MS
  const moments = [HOUR - 1, HOUR, edge - 1, edge]
  await insertAt(store, moments)
  assert.equal(await drop(store, edge - 1), 2)
  assert.deepEqual(await momentsOf(store), [edge - 1, edge])
  assert.equal(await drop(store, edge), 2)
  assert.deepEqual(await momentsOf(store), [edge])
  assert.equal(await drop(store, edge), 0)
})

test('a result of a dropped hour is stored, and dropped again', async (t) => {
  const store = await openAhead(t)
  await drop(store, HOUR + HOUR_MS)
  await insertAt(store, [HOUR])
  assert.deepEqual(await momentsOf(store), [HOUR])
  assert.equal(await drop(store, HOUR + HOUR_MS), 1)
  assert.deepEqual(await momentsOf(store), [])
})

test('a drop gives way to a long read, and no transaction waits behind it', async (t) => {
  const store = await openAhead(t)
  await insertAt(store, [HOUR])
  await store.transact(async (reading) => {
    await reading.selectFrom('results').select('kind').execute()
    const dropping = drop(store, HOUR + HOUR_MS)
    const refusal = await dropping.then(
      () => null,
      (error: unknown) => error,
    )
    assert.ok(store.traits.isBusy(refusal), String(refusal))
  })
  assert.deepEqual(await momentsOf(store), [HOUR])
})

test('a new database accepts results of today, of the past and of the future', async (t) => {
  const store = openStore({ url: await createTestDatabaseUrl(t), ...LONG_TIMEOUTS })
  t.after(() => store.close())
  await migrate(store, NOW)
  const moments = [0, TODAY - DAY_MS, NOW, TODAY + DAY_MS - 1, TODAY + DAY_MS, TODAY + 900 * DAY_MS]
  await insertAt(store, moments)
  assert.deepEqual(await momentsOf(store), moments)
  assert.deepEqual(await partitionsOf(store), { future: 2, past: 4 })
  await ensureAhead(store, TODAY + DAY_MS)
  await drop(store, TODAY + DAY_MS)
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

test('a query scans only the hours that it needs', async (t) => {
  const store = await openAhead(t)
  await sql`set enable_seqscan = off`.execute(store.db)
  assert.deepEqual(await listScannedPartitions(store, `and scheduled_at = ${NOW}`), ['results_2026_01_20_12'])
  assert.deepEqual(
    await listScannedPartitions(store, `and scheduled_at >= ${NOW} and scheduled_at < ${HOUR + HOUR_MS}`),
    ['results_2026_01_20_12'],
  )
})
