/** Which warning is due of something that expires. */
import { DAY_MS } from '../platform/time/time.ts'

/**
 * The nearest of the thresholds that have been crossed. It is reckoned from the date alone: crossing several at once is
 * crossing the nearest, and with a later date none is crossed any more, until its time comes again.
 *
 * @param daysBefore thresholds in any order
 * @returns null before the first one, and while the date is unknown
 */
export function findCrossedDays(daysBefore: readonly number[], expiresAt: number | null, now: number): number | null {
  if (expiresAt === null) return null
  const crossed = daysBefore.filter((days) => now >= expiresAt - days * DAY_MS)
  return crossed.length === 0 ? null : Math.min(...crossed)
}

/** When the next of them is crossed, Unix ms; null when none lies ahead. */
export function findNextThresholdAt(
  daysBefore: readonly number[],
  expiresAt: number | null,
  now: number,
): number | null {
  if (expiresAt === null) return null
  const ahead = daysBefore.map((days) => expiresAt - days * DAY_MS).filter((at) => at > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
