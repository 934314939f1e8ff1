/**
 * Effect of hostile targets on healthy ones. Measures the same healthy monitors without and with one tenth of hostile
 * targets, which refuse, stall, reset, drip, never end, or send garbage.
 *
 *   npm run bench -- hostile [per-second=2000] [seconds=10]
 */
import { withCleanup } from './support/cleanup.ts'
import { startEndpoints } from './support/endpoints.ts'
import { createHostileLoads } from './support/hostile.ts'
import { type Measured, measure } from './support/measure.ts'
import { getPercentile, printTable } from './support/report.ts'
import { sized } from './support/size.ts'
import { startTarget } from './support/target.ts'

const PER_SECOND = Number(process.argv[2] ?? sized(2_000, 20))
const SECONDS = Number(process.argv[3] ?? sized(10, 1))

const toRow = (name: string, { window, share, perSecond }: Measured) => [
  name,
  perSecond,
  window.count / SECONDS,
  window.failed,
  getPercentile(window.lateness, 0.5),
  getPercentile(window.lateness, 0.99),
  getPercentile(window.responses, 0.5),
  getPercentile(window.responses, 0.99),
  share,
]

await withCleanup(async (t) => {
  const target = await startTarget(t)
  const endpoints = await startEndpoints(t)
  const healthy = { target: target.http, perSecond: PER_SECOND }
  const alone = await measure([healthy], SECONDS)
  const beside = await measure([healthy, ...(await createHostileLoads(endpoints, PER_SECOND / 9))], SECONDS)
  printTable(
    ['', 'all checks/s', 'healthy/s', 'healthy failed', 'late p50 ms', 'p99 ms', 'took p50 ms', 'p99 ms', 'CPU'],
    [toRow('healthy only', alone), toRow('with a tenth hostile', beside)],
  )
})
