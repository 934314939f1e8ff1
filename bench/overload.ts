/**
 * A server with more checks than its machine can run. Reports stored results, lateness, status changes, unknown monitors and
 * response times of the API. Then it pauses three quarters of the monitors, and reports how long checks stay late.
 *
 *   npm run bench -- overload [monitors=60000] [interval-seconds=10] [seconds=130] [sqlite|postgres]
 *
 * Choose twice the number of checks a second that the machine can run, see `checks`. Results are fresh for 90 s, so a shorter
 * run shows no unknown monitors.
 */
import type { StoreLocation } from '../src/store/platform/store.ts'
import { unpackDetail } from '../src/store/results/result-detail.ts'
import { createTestDatabaseUrl } from '../test/support/database/stores.ts'
import { pause, withCleanup } from './support/cleanup.ts'
import { getPercentile, printTable } from './support/report.ts'
import { type Service, startService } from './support/service.ts'
import { sized } from './support/size.ts'
import { readRows, readWindow } from './support/stored.ts'
import { startTarget } from './support/target.ts'

const MONITORS = Number(process.argv[2] ?? sized(60_000, 50))
const INTERVAL_SECONDS = Number(process.argv[3] ?? sized(10, 1))
const SECONDS = Number(process.argv[4] ?? sized(130, 2))
const DIALECT = process.argv[5] ?? 'sqlite'
const READ_EVERY_MS = 100

/** Most monitors that one request pauses. */
const PAUSED_AT_ONCE = 100

/** Checks that start later than this are late. */
const LATE_MS = 1_000

/** @returns response times, ms, ascending, and the number of failed requests */
async function read({ program, key }: Service, seconds: number) {
  const times: number[] = []
  const reads: Promise<void>[] = []
  let failed = 0
  const request = async (path: string) => {
    const begun = performance.now()
    const answer = await fetch(program.url + path, { headers: { 'x-api-key': key } })
    await answer.arrayBuffer()
    if (!answer.ok) failed++
    times.push(performance.now() - begun)
  }
  for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs += READ_EVERY_MS) {
    reads.push(request(elapsedMs % (2 * READ_EVERY_MS) === 0 ? '/api/monitors?limit=20' : '/api/ready'))
    await pause(READ_EVERY_MS)
  }
  await Promise.all(reads)
  return { times: Float64Array.from(times).sort(), failed }
}

async function countChanges(location: StoreLocation): Promise<{ changes: number; unknown: number }> {
  const [row] = await readRows<{ changes: number; unknown: number }>(
    location,
    `SELECT (SELECT count(*) FROM status_changes WHERE kind = 'runtime') AS changes,
       (SELECT count(*) FROM monitors WHERE runtime_status = 'unknown') AS unknown`,
  )
  return row!
}

/** Pauses three quarters of the monitors. */
async function lowerLoad({ program, key, location }: Service): Promise<void> {
  const monitors = await readRows<{ id: string }>(location, 'SELECT id FROM monitors WHERE key % 4 > 0')
  for (let from = 0; from < monitors.length; from += PAUSED_AT_ONCE) {
    const monitorIds = monitors.slice(from, from + PAUSED_AT_ONCE).map(({ id }) => id)
    const answer = await fetch(`${program.url}/api/monitors/batch`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'pause', monitor_ids: monitorIds }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }
}

/** Returns the 99th percentile of the delays of the checks that started in the last three seconds, ms; NaN without any. */
async function readRecentDelay(location: StoreLocation): Promise<number> {
  const now = Date.now()
  const rows = await readRows<{ scheduled_at: number; detail: Uint8Array }>(
    location,
    `SELECT scheduled_at, detail FROM results WHERE scheduled_at > ${now - 60_000}`,
  )
  const delays = rows.flatMap(({ scheduled_at: dueAt, detail }) => {
    const { latenessMs } = unpackDetail(detail)
    return dueAt + latenessMs > now - 3_000 ? [latenessMs] : []
  })
  return getPercentile(Float64Array.from(delays).sort(), 0.99)
}

/** Returns how long checks stay late, s, at most six intervals. */
async function waitForRecovery(location: StoreLocation): Promise<number> {
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1_000
  while (elapsed() < 6 * INTERVAL_SECONDS && !((await readRecentDelay(location)) <= LATE_MS)) await pause(500)
  return elapsed()
}

await withCleanup(async (t) => {
  const target = await startTarget(t)
  const monitorOptions = {
    count: MONITORS,
    target: target.http,
    intervalSeconds: INTERVAL_SECONDS,
  }
  const url = DIALECT === 'postgres' ? await createTestDatabaseUrl(t) : undefined
  const service = await startService(t, monitorOptions, url === undefined ? {} : { DATABASE_URL: url })
  const from = Date.now()
  const { times, failed } = await read(service, SECONDS)
  const { count, lateness, monitors } = await readWindow(service.location, from, Date.now())
  const { changes, unknown } = await countChanges(service.location)
  printTable(
    ['', 'number'],
    [
      ['checks due per second', MONITORS / INTERVAL_SECONDS],
      ['results stored per second', count / SECONDS],
      ['monitors with results', monitors],
      ['monitors that are unknown', unknown],
      ['status changes per monitor', changes / MONITORS],
      ['requests that failed', failed],
    ],
  )
  const row = (name: string, values: ArrayLike<number>) => [
    name,
    ...[0.5, 0.99, 1].map((share) => getPercentile(values, share)),
  ]
  printTable(['ms', 'p50', 'p99', 'longest'], [row('checks, late', lateness), row('requests', times)])
  const begun = performance.now()
  await lowerLoad(service)
  const pausedAfter = (performance.now() - begun) / 1_000
  const recoveredAfter = await waitForRecovery(service.location)
  printTable(
    ['s', 'time'],
    [
      ['to pause three quarters of the monitors', pausedAfter],
      ['then until no check is late', recoveredAfter],
    ],
  )
})
