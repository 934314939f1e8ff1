/** Ends that a user gives to a pause, a silence or a snooze. */
import { createInvalid } from '../errors.ts'
import { DAY_MS } from './time.ts'

/** A year, leap years included. */
export const YEAR_DAYS = 366

/**
 * @param until Unix ms
 * @throws Problem VALIDATION_ERROR on `until`
 */
export function checkEndTime(until: number, now: number, maxDays: number): void {
  if (until <= now) throw createInvalid({ field: 'until', message: 'must be in the future' })
  if (until > now + maxDays * DAY_MS)
    throw createInvalid({ field: 'until', message: `must be at most ${maxDays} days in the future` })
}
