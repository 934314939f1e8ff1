/** Short histories of monitors for lists: a strip of days and a line of hours. */
import { DAY_MS, HOUR_MS, startOfHour } from '../../core/platform/time/time.ts'
import { computeUptimePercentage, sumSpans } from '../../core/results/uptime.ts'
import { getFirstDay, toPublicDays } from '../../core/status-pages/public-days.ts'
import type { PublicDay } from '../../core/status-pages/public-status.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listHourSums } from '../../store/results/hourly-averages.ts'
import { isTimed } from './latency-summary.ts'
import { listOpenResults } from './raw-results.ts'
import type { MonitorLifetime } from './uptime.ts'
import { readStretchesOf, trimBefore } from './uptime.ts'

export const STRIP_DAYS = 30
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
  const histories = await readStretchesOf(db, monitors, { from: now - STRIP_DAYS * DAY_MS, to: now })
  const hours = await readHours(db, keys, now)
  const first = getFirstDay(STRIP_DAYS, now)
  return histories.map((stretches, index) => ({
    uptime30d: computeUptimePercentage(sumSpans(stretches)),
    days: toPublicDays(trimBefore(stretches, first), STRIP_DAYS, now),
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
