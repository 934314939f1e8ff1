/**
 * Statistics from the history. Each query reads a number of rollups that does not depend on the monitor's age, and the
 * raw results of the open hour.
 */
import { DAY_MS, HOUR_MS, startOfDay, startOfHour, type UnixMs } from '../../core/platform/time/time.ts'
import {
  buildDailyStrip,
  computeUptimePercentage,
  type DayCounts,
  type StripDay,
  sumSpans,
} from '../../core/results/uptime.ts'
import { getFirstDay, toPublicDays } from '../../core/status-pages/public-days.ts'
import type { PublicDay } from '../../core/status-pages/public-status.ts'
import { findLastChecks, type LastChecks } from '../../store/evaluation/check-states.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listDays, listHourSums, type RollupSums, sumRollups } from '../../store/results/rollup-reads.ts'
import { isTimed } from './response-times.ts'
import { listOpenResults, listRawResults, type PeriodParts, splitPeriod, startOfResponseTimes } from './roll-up.ts'
import { type MonitorLifetime, readSpans, readSpansOf, trimBefore } from './uptime.ts'

/** The monitor fields that statistics need. */
export interface MeasuredMonitor {
  key: number
  id: string
  intervalSeconds: number
  timeoutMs: number
  createdAt: UnixMs
  /** Start of the current check grid. */
  gridSince: UnixMs
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
  const spans = await readSpans(db, monitor, { from, to: now })
  const sums = await sumSince(db, monitor.key, splitPeriod(startOfResponseTimes(from), now))
  return {
    ...(await findLastChecks(db, monitor.key)),
    uptimePercentage: computeUptimePercentage(sumSpans(spans)),
    averageMs: sums.latencyCount > 0 ? sums.latencySumUs / sums.latencyCount / 1_000 : null,
    totalChecks: sums.up + sums.down + sums.degraded + sums.inconclusive,
    failedChecks: sums.down,
  }
}

/** Sums all results of a period. */
export async function sumSince(db: Reader, monitorKey: number, parts: PeriodParts): Promise<RollupSums> {
  const days = await sumRollups(db, 'result_days', { monitorKey, from: parts.firstDay, to: parts.end })
  const hours = await sumRollups(db, 'result_hours', { monitorKey, from: parts.firstHour, to: parts.firstDay })
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

export const STRIP_DAYS = 30

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

/** Short histories of monitors for lists: a strip of days and a line of hours. */
export const STRIP_HOURS = 24

export interface Strip {
  /** Uptime of the last 30 × 24 hours, 0-100; null when nothing was measured. */
  uptime30d: number | null
  /** UTC days, oldest first, ending today. */
  days: PublicDay[]
  /** Average of each UTC hour, oldest first, ending with the current hour; null when no check passed. */
  hoursMs: (number | null)[]
}

/** Reads strips in the order of the monitors. Intended for about 100 monitors. The number of queries is always five. */
export async function readStrips(db: Reader, monitors: readonly MonitorLifetime[], now: number): Promise<Strip[]> {
  const keys = monitors.map(({ key }) => key)
  const histories = await readSpansOf(db, monitors, { from: now - STRIP_DAYS * DAY_MS, to: now })
  const hours = await readHours(db, keys, now)
  const first = getFirstDay(STRIP_DAYS, now)
  return histories.map((spans, index) => ({
    uptime30d: computeUptimePercentage(sumSpans(spans)),
    days: toPublicDays(trimBefore(spans, first), STRIP_DAYS, now),
    hoursMs: hours.get(keys[index]!)!,
  }))
}

/** Reads hourly averages by monitor key. Finished hours come from rollups, the open hour from raw results. */
async function readHours(db: Reader, keys: readonly number[], now: number): Promise<Map<number, (number | null)[]>> {
  const first = startOfHour(now) - (STRIP_HOURS - 1) * HOUR_MS
  const sums = new Map(keys.map((key) => [key, Array.from({ length: STRIP_HOURS }, () => ({ count: 0, sumUs: 0 }))]))
  const add = (monitorKey: number, at: number, count: number, sumUs: number) => {
    const hour = sums.get(monitorKey)?.[Math.floor((at - first) / HOUR_MS)]
    if (!hour) return // the clock of a probe may be ahead
    hour.count += count
    hour.sumUs += sumUs
  }
  for (const hour of await listHourSums(db, keys, first)) add(hour.monitorKey, hour.startsAt, hour.count, hour.sumUs)
  for (const result of await listOpenResults(db, keys, first, startOfHour(now) + HOUR_MS))
    if (isTimed(result)) add(result.monitorKey, result.scheduledAt, 1, Math.round(result.responseTimeMs * 1_000))
  const average = ({ count, sumUs }: { count: number; sumUs: number }) => (count > 0 ? sumUs / count / 1_000 : null)
  return new Map([...sums].map(([key, hours]) => [key, hours.map(average)]))
}
