/** Availability as time, not as a count of checks. */
import { DAY_MS, startOfDay } from './time.ts'

/** A stretch of time with one runtime status; the last one may have no end yet. */
export interface Span {
  status: string
  startedAt: number
  endedAt: number | null
}

/** Milliseconds spent in each status within the period. They sum up to the covered part of it. */
export interface TimeInStatus {
  up: number
  degraded: number
  down: number
  /** Paused, unknown, and time before the first span: nobody can say. */
  unmeasured: number
}

/** @param from Unix ms @param to Unix ms */
export function timeInStatus(spans: readonly Span[], from: number, to: number): TimeInStatus {
  const time: TimeInStatus = { up: 0, degraded: 0, down: 0, unmeasured: 0 }
  for (const span of spans) {
    const length = Math.min(span.endedAt ?? to, to) - Math.max(span.startedAt, from)
    if (length <= 0) continue
    if (span.status === 'up' || span.status === 'degraded' || span.status === 'down') time[span.status] += length
    else time.unmeasured += length
  }
  return time
}

/** Share of measured time that was not down, 0-100 with up to six decimals; null when nothing was measured. */
export function uptimePercentage(time: TimeInStatus): number | null {
  const measured = time.up + time.degraded + time.down
  if (measured === 0) return null
  return Math.round((100 * 1e6 * (time.up + time.degraded)) / measured) / 1e6
}

export type DayStatus = 'success' | 'failure' | 'no-data'

export interface DayCounts {
  /** Midnight UTC, Unix ms. */
  startsAt: number
  successes: number
  failures: number
}

export interface StripDay extends DayCounts {
  status: DayStatus
}

/**
 * One entry per UTC day up to today, oldest first. A day without results carries the last earlier day's status on;
 * days before the first result have no data.
 *
 * @param counts days that had results, in any order; may reach back before the strip
 * @param days how many entries
 */
export function dailyStrip(counts: readonly DayCounts[], days: number, now: number): StripDay[] {
  const today = startOfDay(now)
  const first = today - (days - 1) * DAY_MS
  const byDay = new Map(counts.map((day) => [day.startsAt, day]))
  let status = statusBefore(counts, first)
  return Array.from({ length: days }, (_, index) => {
    const startsAt = first + index * DAY_MS
    const day = byDay.get(startsAt)
    if (day && day.successes + day.failures > 0) status = day.successes >= day.failures ? 'success' : 'failure'
    return { startsAt, successes: day?.successes ?? 0, failures: day?.failures ?? 0, status }
  })
}

function statusBefore(counts: readonly DayCounts[], first: number): DayStatus {
  const earlier = counts.filter((day) => day.startsAt < first && day.successes + day.failures > 0)
  const last = earlier.reduce<DayCounts | null>((a, b) => (a && a.startsAt > b.startsAt ? a : b), null)
  if (!last) return 'no-data'
  return last.successes >= last.failures ? 'success' : 'failure'
}
