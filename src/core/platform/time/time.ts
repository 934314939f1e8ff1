/** Units of time, and the boundaries of UTC hours and days. All internal times are Unix milliseconds. */
import { createInvalid } from '../errors.ts'
import { formatCountText } from '../text/plain-text.ts'

/** Milliseconds since 1970 in UTC. */
export type UnixMs = number

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Returns the first millisecond of the UTC hour that contains `at`. */
export const startOfHour = (at: number): number => at - (((at % HOUR_MS) + HOUR_MS) % HOUR_MS)

/**
 * Returns the first millisecond of the UTC day that contains `at`. Unix time has no leap seconds, so all days are
 * equal.
 */
export const startOfDay = (at: number): number => at - (((at % DAY_MS) + DAY_MS) % DAY_MS)

/** @param at Unix ms */
export const formatIsoTime = (at: number): string => new Date(at).toISOString()

/**
 * Times as text, always in UTC: readers are in many time zones, and the logs use UTC.
 *
 * @param iso `2026-01-31T12:00:00.000Z`
 * @returns `2026-01-31 12:00:00 UTC`
 */
export const formatTimeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

/** Formats to the minute, and without the date if it is the date of sending: `12:00 UTC`. */
export const formatMomentText = (iso: string, sentAt: string): string =>
  `${iso.slice(0, 10) === sentAt.slice(0, 10) ? '' : `${iso.slice(0, 10)} `}${iso.slice(11, 16)} UTC`

/** Formats the two largest units: `1 d 4 h`, `5 min 3 s`. */
export function formatDurationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0)
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ')
}

/** @returns `5 min 3 s`; never negative */
export const formatBetweenText = (fromIso: string, toIso: string): string =>
  formatDurationText(Math.max(0, (Date.parse(toIso) - Date.parse(fromIso)) / 1000))

/** @returns `14 days`, `1 day` or `less than a day` */
export const formatDaysText = (days: number): string => (days < 1 ? 'less than a day' : formatCountText(days, 'day'))

/** @returns `in 14 days`, `in 1 day` or `in less than a day` */
export const formatDaysAheadText = (days: number): string => `in ${formatDaysText(days)}`

/** A year, leap years included. */
export const YEAR_DAYS = 366

/**
 * Ends that a user gives to a pause, a silence or a snooze.
 *
 * @param until Unix ms
 * @throws Problem VALIDATION_ERROR on `until`
 */
export function checkEndTime(until: number, now: number, maxDays: number): void {
  if (until <= now) throw createInvalid({ field: 'until', message: 'must be in the future' })
  if (until > now + maxDays * DAY_MS)
    throw createInvalid({ field: 'until', message: `must be at most ${maxDays} days in the future` })
}
