/**
 * What a check costs in the whole service, scheduled, run, judged and stored: checks per CPU-second of the serve process
 * at 4,000 and at 200 checks a second and with HTTPS near its limit, beside bare loops of Node in the same run.
 *
 *   npm run bench -- checks [seconds=10]
 */
import { runBare } from './support/bare.ts'
import { pause, withCleanup } from './support/cleanup.ts'
import { treeCpuSeconds } from './support/cpu.ts'
import { percentile, printTable, ratio } from './support/report.ts'
import { startService } from './support/service.ts'
import { readWindow } from './support/stored.ts'
import { type BenchTarget, startTarget } from './support/target.ts'

const SECONDS = Number(process.argv[2] ?? 10)
const BARE_SECONDS = 3
const INTERVAL_SECONDS = 5
const WARM_UP_MS = 7_000

/** Share of the bare handshakes that is asked of the service. */
const HTTPS_LOAD = 0.8

/** Results are pushed after 100 ms; by then those of a window are stored. */
const SETTLE_MS = 1_500

interface Measured {
  perSecond: number
  perCpuSecond: number
  share: number
  failed: number
  latenessMs: [number, number]
}

const measure = (target: string, perSecond: number, env: Record<string, string>): Promise<Measured> =>
  withCleanup(async (t) => {
    const wish = { count: perSecond * INTERVAL_SECONDS, target, intervalSeconds: INTERVAL_SECONDS }
    const { program, databaseFile } = await startService(t, wish, env)
    await pause(WARM_UP_MS)
    const [from, before] = [Date.now(), treeCpuSeconds(program.pid)]
    await pause(SECONDS * 1000)
    const [to, cpu] = [Date.now(), treeCpuSeconds(program.pid) - before]
    await pause(SETTLE_MS)
    const { count, failed, lateness } = readWindow(databaseFile, from, to)
    const seconds = (to - from) / 1000
    return {
      perSecond: count / seconds,
      perCpuSecond: count / cpu,
      share: cpu / seconds,
      failed,
      latenessMs: [percentile(lateness, 0.5), percentile(lateness, 0.99)],
    }
  })

async function main(t: Parameters<Parameters<typeof withCleanup>[0]>[0]): Promise<void> {
  const target: BenchTarget = await startTarget(t)
  const bare = {
    http: await runBare('http', target.http, BARE_SECONDS),
    sockets: await runBare('sockets', target.http, BARE_SECONDS),
    https: await runBare('https', target.https, BARE_SECONDS, target.caFile),
  }
  printTable(
    ['bare loop, 32 at a time', 'checks/CPU-s'],
    [
      ['node:http, a connection each', bare.http],
      ['sockets', bare.sockets],
      ['TLS sockets, full handshake', bare.https],
    ],
  )
  const env = { WK_CA_FILE: target.caFile }
  // Close to what one core can do, and never beyond: a backlog would measure the past
  const handshakes = Math.floor((HTTPS_LOAD * bare.https) / 100) * 100
  const runs: [string, Measured, number][] = [
    ['http, 4,000/s', await measure(target.http, 4_000, env), bare.http],
    ['http, 200/s', await measure(target.http, 200, env), bare.http],
    [`https, ${handshakes}/s`, await measure(target.https, handshakes, env), bare.https],
  ]
  printTable(
    ['whole service', 'checks/s', 'checks/CPU-s', 'to bare', 'CPU', 'late p50 ms', 'late p99 ms', 'failed'],
    runs.map(([name, { perSecond, perCpuSecond, share, latenessMs, failed }, yardstick]) => [
      name,
      perSecond,
      perCpuSecond,
      ratio(perCpuSecond, yardstick),
      share,
      ...latenessMs,
      failed,
    ]),
  )
}

await withCleanup(main)
