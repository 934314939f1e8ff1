/**
 * Cost of storing results. Runs `recordResults` with its whole transaction in batches of 500, compared with the bare
 * driver inserting plain rows in transactions of the same size. Reports results per CPU-second, including the database
 * server, and bytes on disk per check.
 *
 *   npm run bench -- ingest [monitors=2000] [rounds=150] [troubled-percent=0] [minutes=1] [away-rounds=0]
 *
 * The given percentage of monitors fails three of every ten checks and has a notification target. Incidents open, count
 * and resolve, and alerts are written. With ten minutes between two rounds every monitor becomes unknown and recovers
 * each time, as after a gap in its results. With away rounds, the results of that many rounds arrive after the last of
 * them, as from a probe that could not reach the server.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { MINUTE_MS } from '../src/core/platform/time/time.ts'
import type { CheckResult } from '../src/core/probes/protocol.ts'
import { computeGridOffsetMs } from '../src/core/probes/schedule.ts'
import { recordResults } from '../src/services/evaluation/record-results.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../test/support/database/stores.ts'
import { createTestContext } from '../test/support/factories/context.ts'
import { createBarePostgresInserts, createBareSqliteInserts } from './support/bare-rows.ts'
import { withCleanup } from './support/cleanup.ts'
import { findDatabaseServerPid, readTreeCpuSeconds } from './support/cpu.ts'
import { createResult } from './support/results.ts'
import { sized } from './support/size.ts'
import { readWalBytes } from './support/sizes.ts'

const MONITORS = Number(process.argv[2] ?? sized(2_000, 40))
const ROUNDS = Number(process.argv[3] ?? sized(150, 3))
const TROUBLED = Number(process.argv[4] ?? 0)
const STEP_MS = Number(process.argv[5] ?? 1) * MINUTE_MS
/** Rounds whose results arrive together. */
const AWAY_ROUNDS = Math.max(1, Number(process.argv[6] ?? 0))
const BATCH = sized(500, 20)
const START = Date.UTC(2026, 0, 10)

interface Arrival {
  /** Unix ms. */
  at: number
  results: CheckResult[]
}

interface Cost {
  perCpuSecond: number
  /** p50 and p99 of one batch, ms. */
  batchMs: [number, number]
}

type Batch = () => unknown

/** Runs all batches and counts the CPU time of this process and the database server. */
async function measure(serverPid: number | null, batches: Batch[]): Promise<Cost> {
  const server = serverPid === null ? 0 : readTreeCpuSeconds(serverPid)
  const own = process.cpuUsage()
  const times: number[] = []
  for (const batch of batches) {
    const begun = performance.now()
    await batch()
    times.push(performance.now() - begun)
  }
  const used = process.cpuUsage(own)
  const cpu = (used.user + used.system) / 1e6 + (serverPid === null ? 0 : readTreeCpuSeconds(serverPid) - server)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!
  return { perCpuSecond: (batches.length * BATCH) / cpu, batchMs: [at(0.5), at(0.99)] }
}

/** Fails three of every ten rounds, at different rounds for each monitor. */
const isFailing = (index: number, round: number): boolean => index % 100 < TROUBLED && (round + index) % 10 < 3

/** Builds batches of 500 results in the order of time, as a probe would push them. */
function buildArrivals(keys: readonly number[]): Arrival[] {
  const offsets = keys.map((_, index) => computeGridOffsetMs(`alice-monitor-${index}`, 'local', 60))
  return Array.from({ length: ROUNDS }, (_, round) => {
    const order = keys.map((key, index) =>
      createResult(key, START + round * STEP_MS + offsets[index]!, isFailing(index, round)),
    )
    order.sort((a, b) => a.scheduledAt - b.scheduledAt)
    const returnAt = START + (Math.floor(round / AWAY_ROUNDS) + 1) * AWAY_ROUNDS * STEP_MS
    return Array.from({ length: keys.length / BATCH }, (_, part): Arrival => {
      const results = order.slice(part * BATCH, (part + 1) * BATCH)
      return { at: AWAY_ROUNDS > 1 ? returnAt : results.at(-1)!.scheduledAt + 100, results }
    })
  }).flat()
}

/** Assigns one notification target to all monitors; nothing is sent in this bench. */
async function listen(store: Store, keys: readonly number[]): Promise<void> {
  const columns = { organization_id: 'alice', project_id: 'alice', created_at: START, updated_at: START }
  const config = JSON.stringify({ url: 'http://127.0.0.1/hook', secret: 'whsec_' })
  const target = { id: 'ops', name: 'Ops', channel: 'webhook', config, is_default: 1, is_enabled: 1 } as const
  await store.transact(async (tx) => {
    await tx
      .insertInto('notification_targets')
      .values({ ...target, ...columns })
      .execute()
    for (const monitor_key of keys)
      await tx.insertInto('monitor_targets').values({ monitor_key, target_id: 'ops', position: 0 }).execute()
  })
}

async function runBench(
  store: Store,
  serverPid: number | null,
  bytes: () => Promise<number>,
  createBareInserts: (count: number) => Batch[] | Promise<Batch[]>,
) {
  await insertWorkspace(store)
  const keys = await insertMonitors(store, MONITORS, { at: START })
  await listen(store, keys)
  const context = createTestContext(store, START)
  const arrivals = buildArrivals(keys)
  const [before, walBefore] = [await bytes(), await readWalBytes(store)]
  const ours = await measure(
    serverPid,
    arrivals.map(({ at, results }) => () => {
      context.setTime(at)
      return recordResults(context, 'local', results)
    }),
  )
  const walAfter = await readWalBytes(store)
  const perCheck = ((await bytes()) - before) / (arrivals.length * BATCH)
  const walPerCheck = walAfter === null ? null : (walAfter - walBefore!) / (arrivals.length * BATCH)
  return { ours, perCheck, walPerCheck, bare: await measure(serverPid, await createBareInserts(arrivals.length)) }
}

function print(name: string, { ours, bare, perCheck, walPerCheck }: Awaited<ReturnType<typeof runBench>>): void {
  const show = (cost: Cost) =>
    `${Math.round(cost.perCpuSecond).toLocaleString('en')} results per CPU-second, a batch ${cost.batchMs.map((ms) => ms.toFixed(1)).join(' / ')} ms (p50 / p99)`
  console.log(`${name}: ${show(ours)}, ${perCheck.toFixed(1)} bytes per check`)
  if (walPerCheck !== null) console.log(`${name}: ${walPerCheck.toFixed(0)} bytes of write-ahead log per check`)
  console.log(`${name}, bare insert: ${show(bare)}`)
  console.log(`${name}: ${(ours.perCpuSecond / bare.perCpuSecond).toFixed(2)} of the bare insert\n`)
}

async function runSqlite(t: Cleanup): Promise<void> {
  const folder = createTestFolder(t)
  const file = join(folder, 'watchkeeper.db')
  const store = openStore({ file })
  await migrate(store, 0)
  const bytes = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
    return statSync(file).size
  }
  const createBare = (count: number) => createBareSqliteInserts(t, join(folder, 'bare.db'), count, BATCH)
  print('SQLite', await runBench(store, null, bytes, createBare))
  await store.close()
}

async function runPostgres(t: Cleanup): Promise<void> {
  const url = await createTestDatabaseUrl(t)
  const store = openStore({ url })
  await migrate(store, 0)
  const bytes = async () => {
    await sql`checkpoint`.execute(store.db)
    const { rows } = await sql<{ bytes: number }>`select sum(pg_total_relation_size(c.oid)) as bytes
      from pg_class c where relkind = 'r' and (relname like 'results%' or relname in ('result_hours', 'result_days'))`.execute(
      store.db,
    )
    return Number(rows[0]!.bytes)
  }
  const createBare = (count: number) => createBarePostgresInserts(t, url, count, BATCH)
  print('PostgreSQL', await runBench(store, await findDatabaseServerPid(store), bytes, createBare))
  await store.close()
}

await withCleanup(runSqlite)
await withCleanup(runPostgres)
process.exit(0)
