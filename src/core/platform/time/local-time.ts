/**
 * Local times of a time zone as numbers. A local time is the Unix ms at which a clock in UTC shows the same date and
 * time. Differences between local times are therefore calendar arithmetic, without clock changes.
 */
import { BoundedMap, getOrCreate } from '../maps.ts'
import { DAY_MS, startOfDay, type UnixMs } from './time.ts'

interface LocalClock {
  /** Returns the local time at a moment (Unix ms), in whole seconds. */
  toLocal(at: number): number
  /**
   * Returns the first moment at which the clock reaches a local time, Unix ms. A local time that the clock skips is
   * reached at the jump, and one that occurs twice is reached the first time.
   */
  toMoment(local: number): number
}

/** Maximum number of cached clocks, and of cached days of each. */
const CLOCK_LIMIT = 100
const DAY_LIMIT = 1_000

const clocks = new BoundedMap<string, LocalClock>(CLOCK_LIMIT)

/** @param timezone IANA name that `isTimezone` accepts */
export const getLocalClock = (timezone: string): LocalClock =>
  getOrCreate(clocks, timezone, () => createLocalClock(timezone))

function createLocalClock(timezone: string): LocalClock {
  const toLocal = createWallClock(timezone)
  const offsets = new BoundedMap<number, number>(DAY_LIMIT)
  const getOffset = (at: number): number => getOrCreate(offsets, at, () => toLocal(at) - at)
  return {
    toLocal,
    toMoment: (local) => {
      // No offset from UTC exceeds 16 hours, and no zone changes its clock twice within three days
      const day = startOfDay(local)
      const [before, after] = [getOffset(day - DAY_MS), getOffset(day + 2 * DAY_MS)]
      if (before === after || toLocal(local - before) === local) return local - before
      if (toLocal(local - after) === local) return local - after
      return findJump(toLocal, before, local - after, local - before)
    },
  }
}

/**
 * Returns the moment of a jump, by binary search between a moment before it and a moment after it.
 *
 * @param offset from UTC before the jump, ms
 */
function findJump(toLocal: LocalClock['toLocal'], offset: number, from: number, to: number): number {
  let [before, after] = [from, to]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (toLocal(middle) - middle > offset) after = middle
    else before = middle
  }
  return after
}

function createWallClock(timezone: string): LocalClock['toLocal'] {
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

interface Month {
  /** `2026-10` */
  name: string
  /** First moment of the month. */
  from: UnixMs
  /** First moment of the next month. */
  to: UnixMs
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

/** Returns the last complete month. */
export function getLastFullMonth(now: UnixMs, timezone: string): Month {
  const today = new Date(getLocalClock(timezone).toLocal(now))
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  return toMonth(before.toISOString().slice(0, 'YYYY-MM'.length), timezone)
}
