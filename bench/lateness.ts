/**
 * Punctuality of 10,000 monitors at 10 s while results are stored and the API is read. Also reports missed checks, API
 * response times and memory of the process.
 *
 *   npm run bench -- lateness [monitors=10000] [interval-seconds=10] [seconds=30]
 *
 * The seconds should be a whole number of intervals, so that every monitor falls due equally often.
 */
import { pause, withCleanup } from './support/cleanup.ts'
import { readResidentMib } from './support/cpu.ts'
import { getPercentile, printTable } from './support/report.ts'
import { startService } from './support/service.ts'
import { sized } from './support/size.ts'
import { readWindow, waitForFirstRound } from './support/stored.ts'
import { startTarget } from './support/target.ts'

const MONITORS = Number(process.argv[2] ?? sized(10_000, 50))
const INTERVAL_SECONDS = Number(process.argv[3] ?? sized(10, 1))
const SECONDS = Number(process.argv[4] ?? sized(30, 1))
const READS_PER_SECOND = 50
const SETTLE_MS = sized(1_500, 300)

/**
 * Reads the list and single monitors at a constant rate.
 *
 * @returns response times, ms, ascending
 */
async function read(url: string, key: string): Promise<Float64Array> {
  const headers = { 'x-api-key': key }
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as { data: { monitors: { id: string }[] } }
  }
  const { data } = await get('/api/monitors?limit=100')
  const ids = data.monitors.map(({ id }) => id)
  const times: number[] = []
  const reads: Promise<void>[] = []
  const timed = async (path: string) => {
    const begun = performance.now()
    await get(path)
    times.push(performance.now() - begun)
  }
  for (let i = 0; i < SECONDS * READS_PER_SECOND; i++) {
    const id = ids[i % ids.length]
    const paths = [
      '/api/monitors',
      `/api/monitors/${id}`,
      `/api/monitors/${id}/results`,
      `/api/monitors/${id}/sparkline`,
    ]
    reads.push(timed(paths[i % paths.length]!))
    await pause(1000 / READS_PER_SECOND)
  }
  await Promise.all(reads)
  return Float64Array.from(times).sort()
}

await withCleanup(async (t) => {
  const target = await startTarget(t)
  const options = { count: MONITORS, target: target.http, intervalSeconds: INTERVAL_SECONDS }
  const { program, databaseFile, key } = await startService(t, options)
  await waitForFirstRound(databaseFile, SETTLE_MS)
  await pause(INTERVAL_SECONDS * 1000)
  const from = Date.now()
  const reads = await read(program.url, key)
  await pause(SETTLE_MS)
  const { count, failed, lateness, onGrid } = readWindow(databaseFile, from, from + SECONDS * 1000)
  const resident = readResidentMib(program.pid)
  const row = (name: string, times: ArrayLike<number>) => [
    name,
    times.length,
    ...[0.5, 0.99, 0.999].map((share) => getPercentile(times, share)),
  ]
  printTable(['ms', 'number', 'p50', 'p99', 'p99.9'], [row('checks, late', lateness), row('API reads', reads)])
  printTable(
    ['checks', 'number'],
    [
      ['per second', count / SECONDS],
      ['failed', failed],
      ['missed', (MONITORS * SECONDS) / INTERVAL_SECONDS - onGrid],
      ['resident MiB', resident],
    ],
  )
})
