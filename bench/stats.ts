/**
 * Cost of reading 90 days of history over HTTP, with 10 and with 1,000 such monitors. Covers statistics, response times
 * and the daily strip, compared with the smallest response of the same server.
 *
 * Then the cost of keeping 91 days of results, for both databases, with a check every minute and every five minutes.
 * Reports bytes on disk per check, with and without rollups. 99.9 % of these results are older than two hours. Reports
 * the write-ahead log of PostgreSQL per check, recorded in batches of an hour. `ingest` records batches of 500 monitors.
 * Reports the times of a page of results that ends 1 h, 30 days and 90 days ago.
 *
 *   npm run bench -- stats [reads=400] [monitors=5]
 */
import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay, startOfHour } from '../src/core/platform/time/time.ts'
import { addResult, createRollup, encodeRollup } from '../src/core/results/rollup.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import type { DialectName } from '../src/store/platform/dialects.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { insertResults } from '../src/store/results/results.ts'
import { saveRollups } from '../src/store/results/rollups.ts'
import { insertMonitors } from '../test/support/database/rows.ts'
import { type Cleanup, createTestFolder, DIALECTS } from '../test/support/database/stores.ts'
import { createUuid } from '../test/support/factories/ids.ts'
import { createSeededRandom } from '../test/support/factories/random.ts'
import { startProgram } from '../test/support/programs/program.ts'
import { createAccount } from './support/account.ts'
import { withCleanup } from './support/cleanup.ts'
import { createHistory } from './support/history.ts'
import { printTable } from './support/report.ts'
import { sized } from './support/size.ts'

const READS = Number(process.argv[2] ?? sized(400, 10))
const DAYS = 90

/** Results of the second part. */
const MONITORS = Number(process.argv[3] ?? sized(5, 2))
const HISTORY_DAYS = sized(91, 1)
const INTERVALS_SECONDS = sized([60, 300], [300])

const random = createSeededRandom(9)

/** Data of one hour for a monitor checked every minute; a few such hours are reused for all. */
const HOURS = Array.from({ length: 24 }, () => {
  const hour = createRollup()
  for (let i = 0; i < 60; i++)
    addResult(hour, { status: 'up', onGrid: true, responseTimeMs: 40 + random() ** 3 * 300, latenessMs: random() * 3 })
  return encodeRollup(hour)
})
const DAY = (() => {
  const day = createRollup()
  for (let i = 0; i < 1_440; i++)
    addResult(day, { status: 'up', onGrid: true, responseTimeMs: 40 + random() ** 3 * 300, latenessMs: random() * 3 })
  return encodeRollup(day)
})()

/**
 * Inserts 90 days for every monitor: daily and hourly rollups, the current hour as raw results, one outage a week. They
 * replace the unknown status since the creation.
 */
async function fill(store: Store, keys: readonly number[], now: number): Promise<void> {
  const today = startOfDay(now)
  const openHour = startOfHour(now)
  await store.db.deleteFrom('status_changes').where('kind', '=', 'runtime').execute()
  for (const monitorKey of keys)
    await store.transact(async (tx) => {
      const place = { monitorKey, regionKey: 1 }
      const days = Array.from({ length: DAYS + 1 }, (_, ago) => ({ ...place, startsAt: today - ago * DAY_MS, ...DAY }))
      const hours = Array.from({ length: DAYS * 24 }, (_, ago) => ({
        ...place,
        startsAt: openHour - (ago + 1) * HOUR_MS,
        ...HOURS[ago % 24]!,
      }))
      await saveRollups(tx, 'result_days', days)
      await saveRollups(tx, 'result_hours', hours)
      await insertResults(tx, createRawResults(monitorKey, openHour, now))
      await tx
        .insertInto('check_states')
        .values({
          monitor_key: monitorKey,
          region: 1,
          opinion: 'up',
          failures: 0,
          passes: 2,
          slow: 0,
          last_scheduled_at: now,
          last_check_at: now,
          last_success_at: now,
          last_failure_at: null,
          fresh_until: now + DAY_MS,
          error_type: null,
          error_message: null,
          open_hour: openHour,
          version: 1,
        })
        .execute()
      for (let week = 0; week < DAYS / 7; week++)
        await tx
          .insertInto('status_changes')
          .values([
            createStatusChange(monitorKey, 'up', 'down', now - week * 7 * DAY_MS - HOUR_MS, 10 * MINUTE_MS),
            createStatusChange(
              monitorKey,
              'down',
              'up',
              now - week * 7 * DAY_MS - HOUR_MS + 10 * MINUTE_MS,
              6 * DAY_MS,
            ),
          ])
          .execute()
    })
}

const createRawResults = (monitorKey: number, from: number, now: number) =>
  Array.from({ length: Math.floor((now - from) / MINUTE_MS) }, (_, minute) => ({
    monitorKey,
    regionKey: 1,
    kind: 'check' as const,
    scheduledAt: from + minute * MINUTE_MS,
    status: 'up' as const,
    errorType: null,
    errorMessage: null,
    onGrid: true,
    latenessMs: 1,
    responseTimeMs: 50,
    timings: { dnsMs: 0, connectMs: 10, tlsMs: null, firstByteMs: 39, downloadMs: 1 },
    statusCode: 200,
    remoteAddress: '192.0.2.7',
  }))

const createStatusChange = (monitorKey: number, from: string, to: string, at: number, lengthMs: number) => ({
  id: `${monitorKey}-${to}-${at}`,
  monitor_key: monitorKey,
  kind: 'runtime' as const,
  from_status: from,
  to_status: to,
  reason: 'bench',
  actor_id: null,
  started_at: at,
  ended_at: at + lengthMs,
})

/**
 * Reads once over a persistent connection.
 *
 * @returns ms
 */
function read(url: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    request(url, { headers: { 'x-api-key': key } }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
        else resolve(performance.now() - begun)
      })
    })
      .on('error', reject)
      .end()
  })
}

async function measurePercentiles(urls: readonly string[], key: string): Promise<[p50: number, p99: number]> {
  for (let i = 0; i < 50; i++) await read(urls[i % urls.length]!, key)
  const times: number[] = []
  for (let i = 0; i < READS; i++) times.push(await read(urls[i % urls.length]!, key))
  times.sort((a, b) => a - b)
  return [times[Math.floor(READS * 0.5)]!, times[Math.floor(READS * 0.99)]!]
}

const show = ([p50, p99]: [number, number]) => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`

async function run(t: Cleanup, monitors: number): Promise<void> {
  const folder = createTestFolder(t)
  mkdirSync(folder, { recursive: true })
  const store = openStore({ file: join(folder, 'watchkeeper.db') })
  await migrate(store, 0)
  const now = Date.now()
  const account = await createAccount(store, now)
  const region = { code: 'local', name: 'Local', is_default: 1 as const, created_at: 0 }
  await store.db.insertInto('regions').values(region).execute()
  // Disabled, so that the probe does not check them during the reads
  const at = now - 100 * DAY_MS
  const keys = await insertMonitors(store, monitors, {
    at,
    workspace: account.workspace,
    status: 'disabled',
    id: () => createUuid(now),
  })
  await fill(store, keys, now)
  const ids = (await store.db.selectFrom('monitors').select('id').orderBy('key').limit(50).execute()).map(
    (row) => row.id,
  )
  await store.close()

  const program = await startProgram(t, { env: { WK_DATA_DIR: folder, WK_RATE_LIMIT: '0' } })
  const urls = (path: string) => ids.map((id) => `${program.url}/api/monitors/${id}/${path}`)
  console.log(`${monitors} monitors, ${DAYS} days each`)
  console.log(
    `  the smallest answer      ${show(await measurePercentiles([`${program.url}/api/regions`], account.key))}`,
  )
  console.log(`  stats?period=90d         ${show(await measurePercentiles(urls('stats?period=90d'), account.key))}`)
  console.log(
    `  response-times?period=90d ${show(await measurePercentiles(urls('response-times?period=90d'), account.key))}`,
  )
  console.log(
    `  response-times?period=30d ${show(await measurePercentiles(urls('response-times?period=30d'), account.key))}`,
  )
  console.log(`  sparkline                ${show(await measurePercentiles(urls('sparkline'), account.key))}`)
  await program.stop()
}

/** Distance of a page of results from now. */
const PAGES = [
  { name: '1 h', backMs: HOUR_MS },
  { name: '30 d', backMs: sized(30 * DAY_MS, 5 * HOUR_MS) },
  { name: '90 d', backMs: sized(90 * DAY_MS, 20 * HOUR_MS) },
]

async function measureHistory(t: Cleanup, dialect: DialectName, intervalSeconds: number): Promise<(string | number)[]> {
  const options = { dialect, intervalSeconds, monitors: MONITORS, days: HISTORY_DAYS }
  const { program, key, monitorIds, results, bytes, rollupBytes, walBytes } = await createHistory(t, options)
  const times: number[] = []
  for (const { backMs } of PAGES) {
    const to = encodeURIComponent(new Date(Date.now() - backMs).toISOString())
    const urls = monitorIds.map((id) => `${program.url}/api/monitors/${id}/results?limit=50&to=${to}`)
    times.push(...(await measurePercentiles(urls, key)))
  }
  const perCheck = [bytes, bytes - rollupBytes, walBytes ?? Number.NaN].map((all) => all / results)
  return [dialect, `${intervalSeconds} s`, results, ...perCheck, ...times]
}

await withCleanup((t) => run(t, 10))
await withCleanup((t) => run(t, sized(1_000, 20)))
const rows: (string | number)[][] = []
for (const dialect of DIALECTS)
  for (const intervalSeconds of INTERVALS_SECONDS)
    rows.push(await withCleanup((t) => measureHistory(t, dialect, intervalSeconds)))
const pageHeads = PAGES.flatMap(({ name }) => [`page ${name} p50 ms`, 'p99 ms'])
printTable(['database', 'interval', 'results', 'bytes', 'without rollups', 'WAL bytes', ...pageHeads], rows)
process.exit(0)
