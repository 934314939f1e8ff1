/** Calendar months and days in a time zone. */
import { getLocalClock } from './local-time.ts'

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
  const { toMoment } = getLocalClock(timezone)
  return { name, from: toMoment(Date.UTC(year, month - 1)), to: toMoment(Date.UTC(year, month)) }
}

/** Format of `YYYY-MM-DD`; it admits days that a month does not have. */
export const DAY_WORDS = 'a day from 1970 on, such as 2026-01-31'
export const DAY_PATTERN = '^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'

/**
 * Returns the first moment of one day and the end of another.
 *
 * @param first day in the format of `DAY_PATTERN`
 * @param timezone IANA name that `isTimezone` accepts
 */
export function toDays(first: string, last: string, timezone: string): { from: number; to: number } {
  const { toMoment } = getLocalClock(timezone)
  const startOf = (day: string, offset: number): number => {
    const [year, month, date] = day.split('-').map(Number) as [number, number, number]
    return toMoment(Date.UTC(year, month - 1, date + offset))
  }
  return { from: startOf(first, 0), to: startOf(last, 1) }
}

/**
 * Returns the last complete month.
 *
 * @param now Unix ms
 */
export function getLastFullMonth(now: number, timezone: string): Month {
  const today = new Date(getLocalClock(timezone).toLocal(now))
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  return toMonth(before.toISOString().slice(0, 'YYYY-MM'.length), timezone)
}
