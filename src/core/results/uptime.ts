/** Availability as a share of time, not of checks. Every uptime that the service shows is computed here. */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { DAY_MS, startOfDay, type UnixMs } from '../platform/time/time.ts'

/** A period with one runtime status; the last one may have no end yet. */
export interface Span {
  status: string
  startedAt: number
  endedAt: number | null
}

/** Time that is excluded from uptime, whatever the status was. Periods may overlap. */
export interface ExcludedPeriod {
  startsAt: number
  endsAt: number
}

/**
 * A part of a period with one status, either entirely in maintenance or entirely outside it. Unix ms; `to` is
 * exclusive.
 */
export interface StatusSpan {
  from: number
  to: number
  status: RuntimeStatus
  inMaintenance: boolean
}

/**
 * Splits a period where the status changes and where maintenance begins or ends. The spans cover the period without
 * gaps; time without a status is `unknown`.
 *
 * @param history status spans of one monitor, oldest first, without overlaps
 * @param excluded maintenance of that monitor
 */
export function splitIntoSpans(
  history: readonly Span[],
  from: UnixMs,
  to: UnixMs,
  excluded: readonly ExcludedPeriod[] = [],
): StatusSpan[] {
  const spans: StatusSpan[] = []
  const exclusions = mergeExcluded(excluded)
  let next = 0
  let at = from
  const fill = (status: RuntimeStatus, until: number) => {
    while (at < until) {
      while (next < exclusions.length && exclusions[next]!.endsAt <= at) next++
      const { startsAt = until, endsAt = until } = exclusions[next] ?? {}
      const inMaintenance = startsAt <= at
      const end = Math.min(until, inMaintenance ? endsAt : startsAt)
      const last = spans.at(-1)
      if (last?.status === status && last.inMaintenance === inMaintenance) last.to = end
      else spans.push({ from: at, to: end, status, inMaintenance })
      at = end
    }
  }
  for (const { status, startedAt, endedAt } of history) {
    fill('unknown', Math.min(startedAt, to))
    fill(status as RuntimeStatus, Math.min(endedAt ?? to, to))
  }
  fill('unknown', to)
  return spans
}

/** Milliseconds per status. Their sum is the length of the period. */
export interface TimeInStatus {
  up: number
  degraded: number
  down: number
  paused: number
  /** Time without evidence. */
  unknown: number
  /** Time in maintenance, whatever the status was. */
  maintenance: number
}

export const NO_TIME: Readonly<TimeInStatus> = {
  up: 0,
  degraded: 0,
  down: 0,
  paused: 0,
  unknown: 0,
  maintenance: 0,
}

export const TIME_STATUSES = Object.keys(NO_TIME) as (keyof TimeInStatus)[]

export function sumSpans(spans: readonly StatusSpan[]): TimeInStatus {
  const time = { ...NO_TIME }
  for (const { from, to, status, inMaintenance } of spans) time[inMaintenance ? 'maintenance' : status] += to - from
  return time
}

/** Sums the time per status over a period. Takes the parameters of `splitIntoSpans`. */
export const computeTimeInStatus = (...period: Parameters<typeof splitIntoSpans>): TimeInStatus =>
  sumSpans(splitIntoSpans(...period))

export const addTimes = (a: TimeInStatus, b: TimeInStatus): TimeInStatus => {
  const sum = { ...a }
  for (const status of TIME_STATUSES) sum[status] += b[status]
  return sum
}

/** Returns the length of the period that the times cover. */
export const sumTime = (time: TimeInStatus): number =>
  TIME_STATUSES.reduce((length, status) => length + time[status], 0)

/** Merges overlapping periods. The result is sorted, oldest first. */
export function mergeExcluded(excluded: readonly ExcludedPeriod[]): ExcludedPeriod[] {
  const disjoint: ExcludedPeriod[] = []
  for (const { startsAt, endsAt } of excluded.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = disjoint.at(-1)
    if (last && startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, endsAt)
    else if (endsAt > startsAt) disjoint.push({ startsAt, endsAt })
  }
  return disjoint
}

/**
 * Returns the share of measured time that was not down, 0-100 with up to six decimals; null when nothing was measured.
 */
export const computeUptimePercentage = (time: TimeInStatus): number | null =>
  computeAvailability(time.up + time.degraded, time.down)

/** The smallest difference that six decimals can show. */
const SMALLEST_SHARE = 1e-6

/**
 * Returns the uptime percentage for the given milliseconds; null when both are 0. Rounding reaches neither 100 when
 * there was downtime, nor 0 when there was none.
 */
export function computeAvailability(available: number, down: number): number | null {
  const measured = available + down
  if (measured === 0) return null
  if (down === 0) return 100
  if (available === 0) return 0
  const rounded = Math.round((100 * 1e6 * available) / measured) / 1e6
  return Math.min(100 - SMALLEST_SHARE, Math.max(SMALLEST_SHARE, rounded))
}

/**
 * Formats a percentage with two decimals: `100%`, `99.99%`. It is truncated, so only 100 shows as 100. The smallest
 * share above 0 shows as `0.01%`. The dashboard formats percentages by the same rule.
 */
export function formatUptimePercentage(percentage: number): string {
  if (percentage === 0 || percentage >= 100) return `${percentage === 0 ? 0 : 100}%`
  // The percentage has at most six decimals; without rounding the product, 64.1 would become 64.09
  const hundredths = Math.floor(Math.round(percentage * 1e6) / 1e4)
  return `${(Math.max(1, hundredths) / 100).toFixed(2)}%`
}

interface Outages {
  count: number
  /** 0 when there was no outage. */
  longestMs: number
}

/** Counts outages. An outage is a span of `down` outside maintenance, cut at the ends of the period. */
export function summarizeOutages(spans: readonly StatusSpan[]): Outages {
  const lengths = spans
    .filter(({ status, inMaintenance }) => status === 'down' && !inMaintenance)
    .map(({ from, to }) => to - from)
  return { count: lengths.length, longestMs: lengths.reduce((longest, length) => Math.max(longest, length), 0) }
}

type DayStatus = 'success' | 'failure' | 'no-data'

export interface DayCounts {
  /** Midnight UTC. */
  startsAt: UnixMs
  successes: number
  failures: number
}

export interface StripDay extends DayCounts {
  status: DayStatus
}

/**
 * Returns one entry per UTC day up to today, oldest first. A day without results has the status of the last earlier
 * day; days before the first result have no data.
 *
 * @param counts days with results, in any order; may begin before the strip
 * @param days number of entries
 */
export function buildDailyStrip(counts: readonly DayCounts[], days: number, now: number): StripDay[] {
  const today = startOfDay(now)
  const first = today - (days - 1) * DAY_MS
  const byDay = new Map(counts.map((day) => [day.startsAt, day]))
  let status = findStatusBefore(counts, first)
  return Array.from({ length: days }, (_, index) => {
    const startsAt = first + index * DAY_MS
    const day = byDay.get(startsAt)
    if (day && day.successes + day.failures > 0) status = day.successes >= day.failures ? 'success' : 'failure'
    return { startsAt, successes: day?.successes ?? 0, failures: day?.failures ?? 0, status }
  })
}

function findStatusBefore(counts: readonly DayCounts[], first: number): DayStatus {
  const earlier = counts.filter((day) => day.startsAt < first && day.successes + day.failures > 0)
  const last = earlier.reduce<DayCounts | null>((a, b) => (a && a.startsAt > b.startsAt ? a : b), null)
  if (!last) return 'no-data'
  return last.successes >= last.failures ? 'success' : 'failure'
}
