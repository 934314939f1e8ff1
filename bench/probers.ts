/**
 * Cost of a check of each type in the whole service: scheduled, run, judged and stored. Reports checks per CPU-second
 * of the serve process. Bare loops of Node, fping and prometheus-blackbox-exporter run beside it, if installed.
 *
 *   npm run bench -- probers [seconds=10]
 */
import { type BareKind, runBare } from './support/bare.ts'
import { type BlackboxModule, startBlackbox } from './support/blackbox.ts'
import { withCleanup } from './support/cleanup.ts'
import { startEndpoints } from './support/endpoints.ts'
import { hasFping, runFping } from './support/fping.ts'
import { type Load, measure } from './support/measure.ts'
import { formatRatio, printTable } from './support/report.ts'
import { sized } from './support/size.ts'

const SECONDS = Number(process.argv[2] ?? sized(10, 1))
const BARE_SECONDS = sized(3, 0.2)
const HOST = '127.0.0.1'

interface Subject {
  name: string
  load: Load
  bare: { kind: BareKind; url: string } | null
  peer: { module: BlackboxModule; target: string }
}

const toTcpLoad = (port: number, perSecond: number, greeting?: 'smtp'): Load => ({
  type: 'TCP',
  target: HOST,
  perSecond,
  settings: { port, protocol: greeting ?? 'generic', ...(greeting && { protocolValidation: { enabled: true } }) },
})

await withCleanup(async (t) => {
  const { accepts, greets, names } = await startEndpoints(t)
  const entries = [{ recordType: 'A', expectedValues: [HOST], matchMode: 'any' }]
  const dns = { recordEntries: entries, dnsServer: `${HOST}:${names}`, resolutionTimeoutMs: 5_000 }
  const ping = { packetCount: 1, packetSize: 56, timeoutMs: 2_000, ttl: 64, maxPacketLossPercent: 0 }
  const subjects: Subject[] = [
    {
      name: 'TCP connect',
      load: toTcpLoad(accepts, sized(4_000, 20)),
      bare: { kind: 'connect', url: `tcp://${HOST}:${accepts}` },
      peer: { module: 'tcp', target: `${HOST}:${accepts}` },
    },
    {
      name: 'TCP banner',
      load: toTcpLoad(greets, sized(3_000, 20), 'smtp'),
      bare: { kind: 'banner', url: `tcp://${HOST}:${greets}` },
      peer: { module: 'banner', target: `${HOST}:${greets}` },
    },
    {
      name: 'DNS',
      load: { type: 'DNS', target: 'bench.test', settings: dns, perSecond: sized(6_000, 20) },
      bare: { kind: 'dns', url: `udp://${HOST}:${names}` },
      peer: { module: 'dns', target: `${HOST}:${names}` },
    },
    {
      name: 'ICMP, one packet',
      load: { type: 'ICMP', target: HOST, settings: ping, perSecond: sized(6_000, 20) },
      bare: null,
      peer: { module: 'icmp', target: HOST },
    },
  ]
  const blackbox = await startBlackbox(t)
  if (!blackbox) process.stdout.write('prometheus-blackbox-exporter is not installed: no figures of it\n')
  if (!hasFping()) process.stdout.write('fping is not installed: no figures of it\n')
  const rows: (string | number)[][] = []
  for (const { name, load, bare, peer } of subjects) {
    const yardstick = bare ? await runBare(bare.kind, bare.url, BARE_SECONDS) : runFping()
    const other = (await blackbox?.measure(peer.module, peer.target, BARE_SECONDS)) ?? Number.NaN
    const { perSecond, perCpuSecond, share, failed, latenessMs } = await measure([load], SECONDS)
    rows.push([
      name,
      perSecond,
      perCpuSecond,
      yardstick,
      formatRatio(perCpuSecond, yardstick),
      other,
      formatRatio(perCpuSecond, other),
      share,
      ...latenessMs,
      failed,
    ])
  }
  printTable(
    ['', 'checks/s', 'checks/CPU-s', 'bare', 'to bare', 'blackbox', 'to it', 'CPU', 'late p50 ms', 'p99 ms', 'failed'],
    rows,
  )
})
