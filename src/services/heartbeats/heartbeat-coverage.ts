/** What was heard of a job, and what was not. */
import { startOfHour } from '../../core/platform/time/time.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { Coverage } from '../results/coverage.ts'
import { splitPeriod } from '../results/raw-results.ts'
import { getPeriodMs, type SeriesPeriod } from '../results/series.ts'
import { type MeasuredMonitor, sumSince } from '../results/statistics.ts'

/**
 * Of a heartbeat a check is an expected ping: one that came, whatever it said, was executed, and a deadline that passed
 * is one that was missed. Pings have no moment at which they are due, so none is late.
 *
 * @param period counts from the whole hour
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
