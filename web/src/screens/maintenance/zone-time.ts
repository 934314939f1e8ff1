/** Local times of other time zones, as `2026-01-31T02:00`: the value of `datetime-local` inputs. */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

function getClock(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  clocks.set(zone, clock)
  return clock
}

/**
 * Returns the local time as if it were UTC, to the minute.
 *
 * @param at Unix ms
 */
function toLocalMs(at: number, zone: string): number {
  const parts = Object.fromEntries(
    getClock(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour, minute } = parts as Record<string, number>
  return Date.UTC(year!, month! - 1, day!, hour!, minute!)
}

/** @param at Unix ms */
export const formatLocalTime = (at: number, zone: string): string =>
  new Date(toLocalMs(at, zone)).toISOString().slice(0, 16)

/**
 * Returns the first moment with this local time. A local time that the clock skips in spring is moved forward by the
 * skipped length.
 *
 * @returns Unix ms; null for an invalid time
 */
export function parseLocalTime(localTime: string, zone: string): number | null {
  const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(localTime) ? Date.parse(`${localTime.slice(0, 16)}Z`) : Number.NaN
  if (Number.isNaN(shown)) return null
  const offsetAt = (at: number): number => toLocalMs(at, zone) - Math.floor(at / MINUTE_MS) * MINUTE_MS
  // The clock changes at most once within two days, so either the earlier or the later offset applies
  const [before, after] = [offsetAt(shown - DAY_MS), offsetAt(shown + DAY_MS)]
  const fits = [shown - before, shown - after].filter((at) => toLocalMs(at, zone) === shown)
  return fits.length > 0 ? Math.min(...fits) : shown - before
}
