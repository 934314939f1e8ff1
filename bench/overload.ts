/**
 * A server with more checks than its machine can run. Reports stored results, lateness, status changes, unknown monitors and
 * response times of the API.
 *
 *   npm run bench -- overload [monitors=60000] [interval-seconds=10] [seconds=130]
 *
 * Choose twice the number of checks a second that the machine can run, see `checks`. Results are fresh for 90 s, so a shorter
 * run shows no unknown monitors.
 */
import { DatabaseSync } from 'node:sqlite'
import { pause, withCleanup } from './support/cleanup.ts'
import { getPercentile, printTable } from './support/report.ts'
import { type Service, startService } from './support/service.ts'
import { sized } from './support/size.ts'
import { readWindow } from './support/stored.ts'
import { startTarget } from './support/target.ts'

const MONITORS = Number(process.argv[2] ?? sized(60_000, 50))
const INTERVAL_SECONDS = Number(process.argv[3] ?? sized(10, 1))
const SECONDS = Number(process.argv[4] ?? sized(130, 2))
const READ_EVERY_MS = 100

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

function countChanges(databaseFile: string): { changes: number; unknown: number } {
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5_000 })
  const row = database
    .prepare(
      `SELECT (SELECT count(*) FROM status_changes WHERE kind = 'runtime') AS changes,
         (SELECT count(*) FROM monitors WHERE runtime_status = 'unknown') AS unknown`,
    )
    .get() as { changes: number; unknown: number }
  database.close()
  return row
}

await withCleanup(async (t) => {
  const target = await startTarget(t)
  const service = await startService(t, {
    count: MONITORS,
    target: target.http,
    intervalSeconds: INTERVAL_SECONDS,
  })
  const from = Date.now()
  const { times, failed } = await read(service, SECONDS)
  const { count, lateness, monitors } = readWindow(service.databaseFile, from, Date.now())
  const { changes, unknown } = countChanges(service.databaseFile)
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
})
