/**
 * Effect of deleting old results on concurrent writes and reads. Results beyond the plan's retention are deleted while
 * batches are stored and pages are read. Reports rows per second, the longest transaction, and the remaining file size.
 *
 *   npm run bench -- retention [results=1000000] [monitors=500]
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../src/core/platform/time/time.ts'
import { startRetention } from '../src/engine/retention.ts'
import { recordResults } from '../src/services/evaluation/record-results.ts'
import { prepareDays } from '../src/services/retention/retention.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { packDetail } from '../src/store/results/result-detail.ts'
import { listResults } from '../src/store/results/results.ts'
import { insertMonitors, insertWorkspace } from '../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../test/support/database/stores.ts'
import { createTestContext } from '../test/support/factories/context.ts'
import { setRetentionTerms } from '../test/support/factories/retention.ts'
import { withCleanup } from './support/cleanup.ts'
import { sized } from './support/size.ts'

const RESULTS = Number(process.argv[2] ?? sized(1_000_000, 3_000))
const MONITORS = Number(process.argv[3] ?? sized(500, 100))
const BATCH = 100
const WRITE_EVERY_MS = 50
const READ_EVERY_MS = 20
const ALONE_MS = sized(2_000, 100)
const LONGEST_MS = 60_000
const TODAY = Date.UTC(2026, 5, 15)
/** Retention of an organization whose plan is shorter than another's, so that no whole day partition can be dropped. */
const DAYS = 14

const DETAIL = packDetail({
  onGrid: true,
  latenessMs: 1,
  responseTimeMs: 25,
  timings: { dnsMs: 0, connectMs: 2, tlsMs: 9, firstByteMs: 13, downloadMs: 1 },
  statusCode: 200,
  remoteAddress: '192.0.2.7',
})

/** Writes results: two thirds are at least a minute too old, the rest are within the retention. */
async function fill(store: Store): Promise<number> {
  await insertWorkspace(store)
  await insertWorkspace(store, 'bob')
  await store.transact((tx) =>
    tx.updateTable('organizations').set({ plan: 'free' }).where('id', '=', 'alice').execute(),
  )
  await setRetentionTerms(store, { raw: DAYS, rollups: 365 })
  await setRetentionTerms(store, { raw: 120, rollups: 1_825 }, 'bob')
  await insertMonitors(store, MONITORS, { at: 0 })
  const each = Math.ceil(RESULTS / MONITORS)
  const old = Math.round((each * 2) / 3)
  const first = TODAY - DAYS * DAY_MS - old * MINUTE_MS
  const context = createTestContext(store, first)
  for (let day = first; day < TODAY + DAY_MS; day += DAY_MS) {
    context.setTime(day)
    await prepareDays(context)
  }
  const counted = sql`with recursive n (i) as (select 0 union all select i + 1 from n where i < ${sql.lit(each - 1)})`
  // The prefix belongs to the whole statement, since neither database accepts it within every kind of select
  await sql`${counted} insert into results (monitor_key, scheduled_at, region, kind, status, detail, error)
    select monitors.key, ${sql.lit(first)} + n.i * ${sql.lit(MINUTE_MS)}, 1, 0, 1, ${DETAIL}, null
    from monitors cross join n`.execute(store.db)
  return old * MONITORS
}

/** Repeats the work and records its durations, ms. */
function repeatEvery(everyMs: number, work: () => Promise<unknown>): { times: number[]; stop: () => Promise<void> } {
  const times: number[] = []
  let isOver = false
  const doing = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await work()
      times.push(performance.now() - begun)
      await delay(everyMs)
    }
  })()
  return {
    times,
    stop: async () => {
      isOver = true
      await doing
    },
  }
}

function show(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1)
  return `${at(0.5)} / ${at(0.99)} / ${at(1)} ms`
}

async function runBench(name: string, store: Store, bytes: () => Promise<number>): Promise<void> {
  const old = await fill(store)
  const before = await bytes()
  const context = createTestContext(store, TODAY + DAY_MS / 2)
  const write = () => recordResults(context, 'local', createBatch(context.now()))
  const load = () => {
    context.setTime(context.now() + MINUTE_MS / 60)
    return [repeatEvery(WRITE_EVERY_MS, write), repeatEvery(READ_EVERY_MS, () => readPage(store))] as const
  }
  const alone = load()
  await delay(ALONE_MS)
  for (const { stop } of alone) await stop()

  const transactions: number[] = []
  const transact: Store['transact'] = async (work) => {
    let begun = 0
    const result = await store.transact((tx) => {
      begun = performance.now() // without the wait for other transactions
      return work(tx)
    })
    transactions.push(performance.now() - begun)
    return result
  }
  let deleted: object | null = null
  const log = {
    info: (details: object) => {
      deleted = details
    },
    warn: console.error,
    error: console.error,
  }
  const together = load()
  const begun = performance.now()
  const retention = startRetention({ context: { ...context, store: { ...store, transact } }, log, settleMs: 0 })
  while (deleted === null && performance.now() - begun < LONGEST_MS) await delay(20)
  const seconds = (performance.now() - begun) / 1_000
  await retention.stop()
  for (const { stop } of together) await stop()
  const { n } = (await sql<{ n: number }>`select count(*) as n from results`.execute(store.db)).rows[0]!
  const gone =
    old - Math.max(0, Number(n) - (RESULTS - old) - (alone[0].times.length + together[0].times.length) * BATCH)

  const report = (what: string, line: string) => console.log(`${name}: ${what.padEnd(37)}${line}`)
  report(
    'deleted',
    `${gone.toLocaleString('en')} of ${old.toLocaleString('en')} in ${seconds.toFixed(1)} s, ${Math.round(gone / seconds).toLocaleString('en')} a second`,
  )
  report('a step (p50 / p99 / longest)', show(transactions))
  report('a batch of 100, before and during', `${show(alone[0].times)}, ${show(together[0].times)}`)
  report('a page, before and during', `${show(alone[1].times)}, ${show(together[1].times)}`)
  report(
    'size before and after',
    `${(before / 1e6).toFixed(0)} MB, ${((await bytes()) / 1e6).toFixed(0)} MB; ${(before / RESULTS).toFixed(0)} bytes a result`,
  )
  console.log(`${name}: ${JSON.stringify(deleted)}\n`)
}

let batches = 0

function createBatch(now: number) {
  const from = (batches++ * BATCH) % MONITORS
  return Array.from({ length: BATCH }, (_, index) => ({
    monitorKey: 1 + ((from + index) % MONITORS),
    kind: 'check' as const,
    scheduledAt: now + batches,
    startedAt: now + batches,
    status: 'up' as const,
    responseTimeMs: 20,
    statusCode: 200,
    errorType: null,
    errorMessage: null,
    timings: { dnsMs: 0, connectMs: 2, tlsMs: null, firstByteMs: 13, downloadMs: 1 },
    remoteAddress: '192.0.2.7',
  }))
}

const readPage = (store: Store) => listResults(store.db, { monitorKey: 1 + (batches % MONITORS) })

async function runSqlite(t: Cleanup): Promise<void> {
  const file = join(createTestFolder(t), 'watchkeeper.db')
  const store = openStore({ file })
  await migrate(store, 0)
  await runBench('SQLite', store, async () => {
    const log = statSync(`${file}-wal`).size
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
    console.log(`SQLite: size of the write-ahead log ${(log / 1e6).toFixed(0)} MB`)
    return statSync(file).size
  })
  await store.close()
}

async function runPostgres(t: Cleanup): Promise<void> {
  const store = openStore({ url: await createTestDatabaseUrl(t) })
  await migrate(store, 0)
  await runBench('PostgreSQL', store, async () => {
    const { rows } = await sql<{ bytes: number }>`select sum(pg_total_relation_size(c.oid)) as bytes
      from pg_class c where relkind = 'r' and relname like 'results%'`.execute(store.db)
    return Number(rows[0]!.bytes)
  })
  await store.close()
}

await withCleanup(runSqlite)
await withCleanup(runPostgres)
process.exit(0)
