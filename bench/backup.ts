/**
 * Cost of backup and restore with either database, on a service whose data is mostly history. Reports rows and bytes
 * per second and peak memory, compared with the database's own copy (VACUUM INTO, COPY).
 *
 *   npm run bench -- backup [results=1000000] [monitors=500]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { to } from 'pg-copy-streams'
import { HOUR_MS, MINUTE_MS } from '../src/core/platform/time/time.ts'
import { createRollup, encodeRollup } from '../src/core/results/rollup.ts'
import { connectSingle } from '../src/store/backup/single-postgres.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { packDetail } from '../src/store/results/result-detail.ts'
import { insertMonitors, insertWorkspace } from '../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../test/support/database/stores.ts'
import { createEnvironment, NODE_FLAGS } from '../test/support/programs/program.ts'
import { withCleanup } from './support/cleanup.ts'
import { sized } from './support/size.ts'

const RESULTS = Number(process.argv[2] ?? sized(1_000_000, 1_000))
const MONITORS = Number(process.argv[3] ?? sized(500, 10))
const SAMPLE_EVERY_MS = 20

/** Writes results that vary like real ones, since the compressed size depends on it. */
async function fill(store: Store): Promise<void> {
  await migrate(store, Date.now())
  await insertWorkspace(store)
  await insertMonitors(store, MONITORS)
  const each = Math.ceil(RESULTS / MONITORS)
  const first = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - each * MINUTE_MS
  const keys = Array.from({ length: MONITORS }, (_, index) => index + 1)
  const random = (most: number) => Math.round(Math.random() * most * 100) / 100
  for (let minute = 0; minute < each; minute++)
    await store.transact((tx) =>
      tx
        .insertInto('results')
        .values(
          keys.map((key) => ({
            monitor_key: key,
            scheduled_at: first + minute * MINUTE_MS + key * 97,
            region: 1,
            kind: 0,
            status: 1,
            detail: packDetail({
              onGrid: true,
              latenessMs: random(3),
              responseTimeMs: random(200),
              timings: {
                dnsMs: random(5),
                connectMs: random(20),
                tlsMs: random(40),
                firstByteMs: random(90),
                downloadMs: random(9),
              },
              statusCode: 200,
              remoteAddress: '192.0.2.7',
            }),
            error: null,
          })),
        )
        .execute(),
    )
  const { latencySketch, latenessSketch } = encodeRollup(createRollup())
  await sql`insert into result_hours (monitor_key, region, starts_at, up, down, degraded, inconclusive, on_grid,
      latency_count, latency_sum_us, latency_min_us, latency_max_us, latency_sketch, lateness_sketch)
    select distinct monitor_key, region, scheduled_at - scheduled_at % ${sql.lit(HOUR_MS)}, 60, 0, 0, 0, 60, 60, 1, 1, 1,
      ${latencySketch}, ${latenessSketch} from results`.execute(store.db)
}

interface Run {
  seconds: number
  /** Peak resident memory. */
  megabytes: number
  output: string
}

/** Runs the command in its own process, as operators do. */
async function run(args: string[], env: Record<string, string>): Promise<Run> {
  const begun = performance.now()
  const entry = join(import.meta.dirname, '../dist/bin/watchkeeper.js')
  const child = spawn(process.execPath, [...NODE_FLAGS, entry, ...args], { env: createEnvironment(env) })
  const peak = watchMemory(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(output)
  return { seconds: (performance.now() - begun) / 1_000, megabytes: peak(), output }
}

function watchMemory({ pid }: ChildProcess): () => number {
  let most = 0
  const look = () => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      most = Math.max(most, Number(kilobytes ?? 0) / 1_024)
    } catch {
      // the process has just ended
    }
  }
  const timer = setInterval(look, SAMPLE_EVERY_MS)
  return () => {
    clearInterval(timer)
    return most
  }
}

const measureMs = async (work: () => unknown): Promise<number> => {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

function report(what: string, { seconds, megabytes }: Run, rows: number, bytes: number, own: number | null): void {
  const speed = `${Math.round(rows / seconds).toLocaleString('en')} rows/s, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s`
  const ratio =
    own === null ? '' : `, ${(seconds / own).toFixed(1)} times as long as its own copy (${own.toFixed(1)} s)`
  process.stdout.write(
    `${what.padEnd(24)}${seconds.toFixed(1)} s: ${speed} of the database, peak ${Math.round(megabytes)} MB${ratio}\n`,
  )
}

async function main(t: Cleanup): Promise<void> {
  const folder = createTestFolder(t)
  const laptop = { WK_DATA_DIR: join(folder, 'laptop') }
  const file = join(laptop.WK_DATA_DIR, 'watchkeeper.db')
  await run(['migrate'], laptop)
  const store = openStore({ file })
  await fill(store)
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
  await store.close()
  const bytes = statSync(file).size

  const vacuumed = await measureMs(() => {
    const database = new DatabaseSync(file)
    database.exec(`VACUUM INTO '${join(folder, 'vacuumed.db')}'`)
    database.close()
  })
  const backup = join(folder, 'one.backup')
  const written = await run(['backup', backup], laptop)
  const rows = Number(/([\d,]+) rows/.exec(written.output)![1]!.replaceAll(',', ''))
  process.stdout.write(
    `${rows.toLocaleString('en')} rows: ${(bytes / 1e6).toFixed(0)} MB as a database, ${(statSync(backup).size / 1e6).toFixed(1)} MB as a backup\n`,
  )
  report('SQLite to a file', written, rows, bytes, vacuumed)
  report('its check', await run(['restore', '--check', backup], laptop), rows, bytes, null)
  const other = { WK_DATA_DIR: join(folder, 'other') }
  report('a file to SQLite', await run(['restore', backup], other), rows, bytes, vacuumed)

  const url = await createTestDatabaseUrl(t)
  const server = { WK_DATA_DIR: join(folder, 'server'), DATABASE_URL: url }
  report('a file to PostgreSQL', await run(['restore', backup], server), rows, bytes, null)
  const client = await connectSingle(url, 'watchkeeper bench')
  const copied = await measureMs(async () => {
    for await (const _ of client.query(to('copy (select * from results) to stdout')));
  })
  await client.end()
  report('PostgreSQL to a file', await run(['backup', join(folder, 'two.backup')], server), rows, bytes, copied)
}

await withCleanup(main)
process.exit(0)
