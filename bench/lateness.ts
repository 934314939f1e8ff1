/**
 * Punctuality of 10,000 monitors at 10 s while results are stored and the API is read. Also reports missed checks, API
 * response times and memory of the process.
 *
 *   npm run bench -- lateness [monitors=10000] [interval-seconds=10] [seconds=30] [outage]
 *
 * With `outage` the target refuses connections after the first figures: every monitor opens an incident, and an
 * escalation policy sends three steps within two minutes. The same figures follow for three minutes of this outage.
 * The seconds should be a whole number of intervals, so that every monitor falls due equally often.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pause, withCleanup } from './support/cleanup.ts'
import { readResidentMib } from './support/cpu.ts'
import { getPercentile, printTable } from './support/report.ts'
import { type Service, startService } from './support/service.ts'
import { sized } from './support/size.ts'
import { readWindow, waitForFirstRound } from './support/stored.ts'
import { startTarget } from './support/target.ts'

const MONITORS = Number(process.argv[2] ?? sized(10_000, 50))
const INTERVAL_SECONDS = Number(process.argv[3] ?? sized(10, 1))
const SECONDS = Number(process.argv[4] ?? sized(30, 1))
const HAS_OUTAGE = process.argv[5] === 'outage'
const OUTAGE_SECONDS = 180
const READS_PER_SECOND = 50
const SETTLE_MS = sized(1_500, 300)

/**
 * Reads the list and single monitors at a constant rate.
 *
 * @returns response times, ms, ascending
 */
async function read({ program, key }: Service, seconds: number): Promise<Float64Array> {
  const headers = { 'x-api-key': key }
  const get = async (path: string) => {
    const response = await fetch(program.url + path, { headers })
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
  for (let i = 0; i < seconds * READS_PER_SECOND; i++) {
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

/** Measures punctuality, reads and memory from now on. */
async function measure(service: Service, seconds: number): Promise<void> {
  const from = Date.now()
  const reads = await read(service, seconds)
  await pause(SETTLE_MS)
  const { count, failed, lateness, onGrid } = await readWindow(service.location, from, from + seconds * 1000)
  const resident = readResidentMib(service.program.pid)
  const row = (name: string, times: ArrayLike<number>) => [
    name,
    times.length,
    ...[0.5, 0.99, 0.999].map((share) => getPercentile(times, share)),
  ]
  printTable(['ms', 'number', 'p50', 'p99', 'p99.9'], [row('checks, late', lateness), row('API reads', reads)])
  printTable(
    ['checks', 'number'],
    [
      ['per second', count / seconds],
      ['failed', failed],
      ['missed', (MONITORS * seconds) / INTERVAL_SECONDS - onGrid],
      ['resident MiB', resident],
    ],
  )
}

/** Gives the project an escalation policy with three steps, each to its own target. */
async function escalate({ program, key }: Service, targetUrl: string): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const call = async (path: string, body?: object) => {
    const answer = await fetch(program.url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: { projects: { id: string }[]; plan: { fingerprint: string } } }).data
  }
  const { projects } = await call('/api/projects')
  const names = ['first', 'second', 'third']
  const document = {
    version: 1,
    notification_targets: Object.fromEntries(
      names.map((name) => [name, { name, channel: 'webhook', config: { url: targetUrl } }]),
    ),
    escalation_policies: {
      all: { name: 'All', steps: names.map((name, index) => ({ after_minutes: index, targets: [name] })) },
    },
    escalation_policy: 'all',
  }
  const path = `/api/projects/${projects[0]!.id}/config`
  const { plan } = await call(`${path}/plan`, { document })
  await call(`${path}/apply`, { document, fingerprint: plan.fingerprint })
}

async function measureOutage(service: Service, stopTarget: () => void): Promise<void> {
  let [messages, incidents] = [0, 0]
  const sink = createServer(async (request, response) => {
    const { data } = JSON.parse((await request.toArray()).join(''))
    messages++
    incidents += data.alert_group?.count ?? 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(sink, 'listening')
  await escalate(service, `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`)
  stopTarget()
  process.stdout.write('\nOutage\n')
  await measure(service, OUTAGE_SECONDS)
  process.stdout.write(`${messages} messages about ${incidents} incidents\n`)
  sink.close()
}

await withCleanup(async (t) => {
  const target = await startTarget(t)
  const options = { count: MONITORS, target: target.http, intervalSeconds: INTERVAL_SECONDS }
  const service = await startService(t, options)
  await waitForFirstRound(service.location, SETTLE_MS)
  await pause(INTERVAL_SECONDS * 1000)
  await measure(service, SECONDS)
  if (HAS_OUTAGE) await measureOutage(service, target.stop)
})
