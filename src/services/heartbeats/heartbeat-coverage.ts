/** Coverage of heartbeats: received and missed pings. */
import { startOfHour } from '../../core/platform/time/time.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { Coverage } from '../results/coverage.ts'
import { splitPeriod } from '../results/raw-results.ts'
import { getPeriodMs, type SeriesPeriod } from '../results/series.ts'
import { type MeasuredMonitor, sumSince } from '../results/statistics.ts'

/**
 * Counts expected pings as checks. A received ping of any kind is an executed check, and a passed deadline is a missed
 * check. Pings have no scheduled time, so no ping is late.
 *
 * @param period starts at the full hour
 */
export async function readPingCoverage(
  db: Reader,
  monitor: Pick<MeasuredMonitor, 'key'>,
  period: SeriesPeriod,
  now: number,
): Promise<Coverage> {
  const sums = await sumSince(db, monitor.key, splitPeriod(startOfHour(now - getPeriodMs(period)), now))
  const scheduled = sums.up + sums.down + sums.degraded + sums.inconclusive
  return {
    scheduled,
    executed: sums.onGrid,
    missed: scheduled - sums.onGrid,
    inconclusive: sums.inconclusive,
    latenessMs: { p50: null, p95: null, p99: null },
  }
}
