/**
 * Statistics from the history. Each query reads a number of rollups that does not depend on the monitor's age, and the
 * raw results of the open hour.
 */
import { DAY_MS, startOfDay } from '../../core/platform/time/time.ts'
import {
  buildDailyStrip,
  computeUptimePercentage,
  type DayCounts,
  type StripDay,
  sumSpans,
} from '../../core/results/uptime.ts'
import { findLastChecks, type LastChecks } from '../../store/evaluation/check-states.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listDays, type RollupSums, sumRollups } from '../../store/results/rollup-reads.ts'
import { listRawResults, type PeriodParts, splitPeriod, startOfResponseTimes } from './raw-results.ts'
import { readStretches } from './uptime.ts'

/** The monitor fields that statistics need. */
export interface MeasuredMonitor {
  key: number
  id: string
  intervalSeconds: number
  timeoutMs: number
  /** Unix ms. */
  createdAt: number
  /** Start of the current check grid, Unix ms. */
  gridSince: number
}

export interface Stats extends LastChecks {
  /** 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  /** Null when no check passed. */
  averageMs: number | null
  totalChecks: number
  failedChecks: number
}

/** @param days length of the period, ending now; counts start at a full hour, the uptime is exact to the millisecond */
export async function readStats(db: Reader, monitor: MeasuredMonitor, days: number, now: number): Promise<Stats> {
  const from = now - days * DAY_MS
  const stretches = await readStretches(db, monitor, { from, to: now })
  const sums = await sumSince(db, monitor.key, splitPeriod(startOfResponseTimes(from), now))
  return {
    ...(await findLastChecks(db, monitor.key)),
    uptimePercentage: computeUptimePercentage(sumSpans(stretches)),
    averageMs: sums.latencyCount > 0 ? sums.latencySumUs / sums.latencyCount / 1_000 : null,
    totalChecks: sums.up + sums.down + sums.degraded + sums.inconclusive,
    failedChecks: sums.down,
  }
}

/** Sums all results of a period. */
export async function sumSince(db: Reader, monitorKey: number, parts: PeriodParts): Promise<RollupSums> {
  const days = await sumRollups(db, 'result_days', monitorKey, parts.firstDay, parts.end)
  const hours = await sumRollups(db, 'result_hours', monitorKey, parts.firstHour, parts.firstDay)
  const sums = { ...days }
  for (const name of Object.keys(hours) as (keyof RollupSums)[]) sums[name] += hours[name]
  for (const result of await listRawResults(db, monitorKey, parts)) {
    sums[result.status]++
    if (result.onGrid) sums.onGrid++
    if ((result.status === 'up' || result.status === 'degraded') && result.responseTimeMs !== null) {
      sums.latencyCount++
      sums.latencySumUs += Math.round(result.responseTimeMs * 1_000)
    }
  }
  return sums
}

const STRIP_DAYS = 30

/** Reads one entry per UTC day of the last 30 days, oldest first. */
export async function readSparkline(db: Reader, monitorKey: number, now: number): Promise<StripDay[]> {
  const first = startOfDay(now) - (STRIP_DAYS - 1) * DAY_MS
  const days = new Map<number, DayCounts>()
  const count = (at: number, successes: number, failures: number) => {
    const startsAt = startOfDay(at)
    const day = days.get(startsAt) ?? { startsAt, successes: 0, failures: 0 }
    days.set(startsAt, { startsAt, successes: day.successes + successes, failures: day.failures + failures })
  }
  for (const day of await listDays(db, monitorKey, first)) count(day.startsAt, day.up + day.degraded, day.down)
  for (const { scheduledAt, status } of await listRawResults(db, monitorKey, splitPeriod(first, now)))
    count(scheduledAt, status === 'up' || status === 'degraded' ? 1 : 0, status === 'down' ? 1 : 0)
  return buildDailyStrip([...days.values()], STRIP_DAYS, now)
}
