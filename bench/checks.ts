/**
 * Cost of a check in the whole service: scheduled, run, judged and stored. Reports checks per CPU-second of the serve
 * process at 4,000 and 200 checks a second and with HTTPS near its limit. Bare loops of Node run beside it for
 * comparison, and prometheus-blackbox-exporter, if installed. All of them verify certificates.
 *
 *   npm run bench -- checks [seconds=10] [http-per-second=4000] [https-per-second] [chain=P-256]
 *
 * The chain of the target's certificate is P-256, P-384 or RSA-2048.
 */
import { runBare } from './support/bare.ts'
import { startBlackbox } from './support/blackbox.ts'
import { withCleanup } from './support/cleanup.ts'
import { type Measured, measure } from './support/measure.ts'
import { formatRatio, printTable } from './support/report.ts'
import { sized } from './support/size.ts'
import { type BenchTarget, type ChainKind, startTarget } from './support/target.ts'

const SECONDS = Number(process.argv[2] ?? sized(10, 1))

/** Use a lower rate on a busy machine: late checks are not measured. */
const HTTP_LOAD = Number(process.argv[3] ?? sized(4_000, 20))
const BARE_SECONDS = sized(3, 0.2)

/** Load of the service as a share of the bare handshake rate. */
const HTTPS_LOAD = 0.8

async function main(t: Parameters<Parameters<typeof withCleanup>[0]>[0]): Promise<void> {
  const target: BenchTarget = await startTarget(t, (process.argv[5] ?? 'P-256') as ChainKind)
  const bare = {
    http: await runBare('http', target.http, BARE_SECONDS),
    sockets: await runBare('sockets', target.http, BARE_SECONDS),
    https: await runBare('https', target.https, BARE_SECONDS, target.caFile),
    nodeHttps: await runBare('node-https', target.https, BARE_SECONDS, target.caFile),
  }
  const blackbox = await startBlackbox(t, target.caFile)
  const peer = async (module: 'http' | 'https') =>
    (await blackbox?.measure(module, target[module], BARE_SECONDS)) ?? Number.NaN
  printTable(
    ['baseline', 'checks/CPU-s'],
    [
      ['node:http, one connection per check', bare.http],
      ['sockets', bare.sockets],
      ['node:https, full handshake', bare.nodeHttps],
      ['TLS sockets, full handshake', bare.https],
      ['blackbox_exporter, http', await peer('http')],
      ['blackbox_exporter, https', await peer('https')],
    ],
  )
  const env = { WK_CA_FILE: target.caFile }
  // Close to the limit of one core but not above it: with a backlog the figures would describe earlier checks
  const handshakes = Number(process.argv[4] || sized(Math.floor((HTTPS_LOAD * bare.https) / 100) * 100, 10))
  const runs: [string, Measured, number][] = [
    [`http, ${HTTP_LOAD}/s`, await measure([{ target: target.http, perSecond: HTTP_LOAD }], SECONDS, env), bare.http],
    ['http, 200/s', await measure([{ target: target.http, perSecond: 200 }], SECONDS, env), bare.http],
    [
      `https, ${handshakes}/s`,
      await measure([{ target: target.https, perSecond: handshakes }], SECONDS, env),
      bare.https,
    ],
  ]
  printTable(
    ['whole service', 'checks/s', 'checks/CPU-s', 'to bare', 'CPU', 'late p50 ms', 'late p99 ms', 'failed'],
    runs.map(([name, { perSecond, perCpuSecond, share, latenessMs, failed }, yardstick]) => [
      name,
      perSecond,
      perCpuSecond,
      formatRatio(perCpuSecond, yardstick),
      share,
      ...latenessMs,
      failed,
    ]),
  )
}

await withCleanup(main)
