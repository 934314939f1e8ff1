/** Availability as time, not as a count of checks. */
import { DAY_MS, startOfDay } from './time.ts'

/** A stretch of time with one runtime status; the last one may have no end yet. */
export interface Span {
  status: string
  startedAt: number
  endedAt: number | null
}

/** Time that does not count, whatever the status was; may overlap with others. */
export interface Excluded {
  startsAt: number
  endsAt: number
}

/** Milliseconds spent in each status within the period. They sum up to the part of it that the spans cover. */
export interface TimeInStatus {
  up: number
  degraded: number
  down: number
  /** Paused or unknown: nobody can say. */
  unmeasured: number
  /** In maintenance, whatever the status was. */
  maintenance: number
}

/**
 * @param spans of one monitor: they do not overlap
 * @param from Unix ms
 * @param to Unix ms
 * @param excluded maintenance of that monitor, in any order
 */
export function timeInStatus(
  spans: readonly Span[],
  from: number,
  to: number,
  excluded: readonly Excluded[] = [],
): TimeInStatus {
  const time: TimeInStatus = { up: 0, degraded: 0, down: 0, unmeasured: 0, maintenance: 0 }
  const outside = merged(excluded)
  for (const span of spans) {
    const [begins, ends] = [Math.max(span.startedAt, from), Math.min(span.endedAt ?? to, to)]
    if (ends <= begins) continue
    const out = sharedLength(outside, begins, ends)
    time.maintenance += out
    const counted = ends - begins - out
    if (span.status === 'up' || span.status === 'degraded' || span.status === 'down') time[span.status] += counted
    else time.unmeasured += counted
  }
  return time
}

/** The same time without overlaps, oldest first. */
export function merged(excluded: readonly Excluded[]): Excluded[] {
  const apart: Excluded[] = []
  for (const { startsAt, endsAt } of excluded.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = apart.at(-1)
    if (last && startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, endsAt)
    else if (endsAt > startsAt) apart.push({ startsAt, endsAt })
  }
  return apart
}

const sharedLength = (apart: readonly Excluded[], from: number, to: number): number =>
  apart.reduce((sum, { startsAt, endsAt }) => sum + Math.max(0, Math.min(endsAt, to) - Math.max(startsAt, from)), 0)

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
