/** Calendar months and days in a time zone. */
import { HOUR_MS } from './time.ts'

interface Month {
  /** `2026-10` */
  name: string
  /** First moment of the month, Unix ms. */
  from: number
  /** First moment of the next month, Unix ms. */
  to: number
}

/** Format of `YYYY-MM`. */
export const MONTH_PATTERN = '^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])$'

/**
 * @param name in the format of `MONTH_PATTERN`
 * @param timezone IANA name that `isTimezone` accepts
 */
export function toMonth(name: string, timezone: string): Month {
  const [year, month] = name.split('-').map(Number) as [number, number]
  const wall = createWallClock(timezone)
  return { name, from: computeDayStart(year, month - 1, 1, wall), to: computeDayStart(year, month, 1, wall) }
}

/** Format of `YYYY-MM-DD`; it admits days that a month does not have. */
export const DAY_PATTERN = '^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'

/**
 * Returns the first moment of one day and the end of another.
 *
 * @param first day in the format of `DAY_PATTERN`
 * @param timezone IANA name that `isTimezone` accepts
 */
export function toDays(first: string, last: string, timezone: string): { from: number; to: number } {
  const wall = createWallClock(timezone)
  const startOf = (day: string, offset: number): number => {
    const [year, month, date] = day.split('-').map(Number) as [number, number, number]
    return computeDayStart(year, month - 1, date + offset, wall)
  }
  return { from: startOf(first, 0), to: startOf(last, 1) }
}

/**
 * Returns the last complete month.
 *
 * @param now Unix ms
 */
export function getLastFullMonth(now: number, timezone: string): Month {
  const today = new Date(createWallClock(timezone)(now))
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  return toMonth(before.toISOString().slice(0, 'YYYY-MM'.length), timezone)
}

/** Converts a moment to the local time of a time zone, expressed as if it were UTC; whole seconds. */
type WallClock = (at: number) => number

function createWallClock(timezone: string): WallClock {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!)
  }
}

/** Larger than any offset from UTC that was ever in use. */
const MAX_UTC_OFFSET_MS = 16 * HOUR_MS

/**
 * Returns the first moment at which the local time is on or after the day. A binary search finds it. When midnight is
 * skipped the day begins at a later hour, and when midnight occurs twice it begins with the first.
 *
 * @param month 0-11
 * @param day may be outside the month
 */
function computeDayStart(year: number, month: number, day: number, wall: WallClock): number {
  const midnight = Date.UTC(year, month, day)
  let [before, after] = [midnight - MAX_UTC_OFFSET_MS, midnight + MAX_UTC_OFFSET_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wall(middle) >= midnight) after = middle
    else before = middle
  }
  return after
}
