/** Calendar months, as somebody in a time zone has them. */
import { HOUR_MS } from './time.ts'

interface Month {
  /** `2026-10` */
  name: string
  /** Its first moment, Unix ms. */
  from: number
  /** The first moment of the next one, Unix ms. */
  to: number
}

/** What a `YYYY-MM` must look like. */
export const MONTH_PATTERN = '^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])$'

/**
 * @param name as `MONTH_PATTERN` has it
 * @param timezone IANA name that `isTimezone` knows
 */
export function toMonth(name: string, timezone: string): Month {
  const [year, month] = name.split('-').map(Number) as [number, number]
  const wall = createWallClock(timezone)
  return { name, from: computeMonthStart(year, month - 1, wall), to: computeMonthStart(year, month, wall) }
}

/** The last month that is over. @param now Unix ms */
export function getLastFullMonth(now: number, timezone: string): Month {
  const today = new Date(createWallClock(timezone)(now))
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  return toMonth(before.toISOString().slice(0, 'YYYY-MM'.length), timezone)
}

/** What the clock on the wall shows at a moment, as if it were UTC; whole seconds. */
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

/** No place was ever further from Greenwich. */
const MAX_UTC_OFFSET_MS = 16 * HOUR_MS

/**
 * The first moment at which the wall shows the month. Looked for rather than reckoned: where midnight is skipped the
 * month begins with a later hour, and where it comes twice with the first.
 */
function computeMonthStart(year: number, month: number, wall: WallClock): number {
  const midnight = Date.UTC(year, month, 1)
  let [before, after] = [midnight - MAX_UTC_OFFSET_MS, midnight + MAX_UTC_OFFSET_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wall(middle) >= midnight) after = middle
    else before = middle
  }
  return after
}
