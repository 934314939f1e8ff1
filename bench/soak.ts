/**
 * Ten thousand mixed monitors for ten minutes, one in ten of them hostile. Reports missed checks, memory growth and
 * lateness minute by minute.
 *
 *   npm run bench -- soak [minutes=10] [interval-seconds=15]
 */
import { pause, withCleanup } from './support/cleanup.ts'
import { readResidentMib } from './support/cpu.ts'
import { startEndpoints } from './support/endpoints.ts'
import { createHostileLoads } from './support/hostile.ts'
import { getPercentile, printTable } from './support/report.ts'
import { type MonitorsOptions, SETTINGS, startService } from './support/service.ts'
import { sized } from './support/size.ts'
import { readWindow } from './support/stored.ts'
import { startTarget } from './support/target.ts'

const MINUTES = Number(process.argv[2] ?? sized(10, 1))
const INTERVAL_SECONDS = Number(process.argv[3] ?? sized(15, 1))
const HOST = '127.0.0.1'
const SETTLE_MS = sized(2_000, 300)

/** Number of monitors that are not hostile; each kind is a share of it. */
const HEALTHY = sized(9_000, 90)
const HOSTILE = HEALTHY / 9

/** Length of a reported period. */
const MINUTE_SECONDS = sized(60, 1)

await withCleanup(async (t) => {
  const target = await startTarget(t)
  const endpoints = await startEndpoints(t)
  const { accepts, greets, names } = endpoints
  const keywordSettings = {
    ...SETTINGS,
    keywords: [{ text: 'xxx', shouldContain: true }],
    matchMode: 'all',
    caseSensitive: false,
  }
  const entries = [{ recordType: 'A', matchMode: 'any' }]
  const healthy: Omit<MonitorsOptions, 'intervalSeconds'>[] = [
    { count: (HEALTHY * 4) / 9, target: target.http },
    { count: HEALTHY / 9, target: target.http, type: 'KEYWORD', settings: keywordSettings },
    { count: HEALTHY / 18, target: target.https },
    { count: HEALTHY / 6, target: HOST, type: 'TCP', settings: { port: accepts, protocol: 'generic' } },
    {
      count: HEALTHY / 18,
      target: HOST,
      type: 'TCP',
      settings: { port: greets, protocol: 'smtp', protocolValidation: { enabled: true } },
    },
    {
      count: HEALTHY / 9,
      target: 'bench.test',
      type: 'DNS',
      settings: { recordEntries: entries, dnsServer: `${HOST}:${names}`, resolutionTimeoutMs: 5_000 },
    },
    {
      count: HEALTHY / 18,
      target: HOST,
      type: 'ICMP',
      settings: { packetCount: 3, packetSize: 56, timeoutMs: 2_000, ttl: 64, maxPacketLossPercent: 50 },
    },
  ]
  const perKind = await createHostileLoads(endpoints, HOSTILE)
  const hostile = perKind.map(({ perSecond: _, ...options }) => ({
    ...options,
    count: Math.ceil(HOSTILE / perKind.length),
  }))
  const monitorOptions = [...healthy, ...hostile].map((options) => ({ ...options, intervalSeconds: INTERVAL_SECONDS }))
  const count = monitorOptions.reduce((sum, options) => sum + options.count, 0)
  const healthyCount = healthy.reduce((sum, options) => sum + options.count, 0)
  const { program, location } = await startService(t, monitorOptions, { WK_CA_FILE: target.caFile })
  await pause(2 * INTERVAL_SECONDS * 1000)
  const rows: (string | number)[][] = []
  for (let minute = 1; minute <= MINUTES; minute++) {
    const from = Date.now()
    // A whole number of intervals, so that every monitor falls due equally often
    const rounds = Math.round(MINUTE_SECONDS / INTERVAL_SECONDS)
    const to = from + rounds * INTERVAL_SECONDS * 1000
    await pause(to - Date.now() + SETTLE_MS)
    // The last checks may take up to their timeout
    await pause(Math.min(10_000, INTERVAL_SECONDS * 900))
    const all = await readWindow(location, from, to)
    const well = await readWindow(location, from, to, [1, healthyCount])
    const row = [
      minute,
      readResidentMib(program.pid),
      all.onGrid,
      rounds * count - all.onGrid,
      well.failed,
      getPercentile(well.lateness, 0.5),
      getPercentile(well.lateness, 0.99),
      all.lateness.at(-1) ?? Number.NaN,
    ]
    rows.push(row)
    process.stderr.write(`${row.join(' ')}\n`)
  }
  printTable(
    ['minute', 'resident MiB', 'on the grid', 'missed', 'healthy failed', 'late p50 ms', 'p99 ms', 'latest ms'],
    rows,
  )
})
