/** Selects the warning that is due for an expiry date. */
import { DAY_MS } from '../platform/time/time.ts'

/**
 * Returns the nearest of the crossed thresholds. It depends on the date only: crossing several at once is the same as
 * crossing the nearest. A later expiry date resets the thresholds.
 *
 * @param daysBefore thresholds in any order
 * @returns null before the first threshold, and while the date is unknown
 */
export function findCrossedDays(daysBefore: readonly number[], expiresAt: number | null, now: number): number | null {
  if (expiresAt === null) return null
  const crossed = daysBefore.filter((days) => now >= expiresAt - days * DAY_MS)
  return crossed.length === 0 ? null : Math.min(...crossed)
}

/** Returns when the next threshold is crossed, Unix ms; null when none lies ahead. */
export function findNextThresholdAt(
  daysBefore: readonly number[],
  expiresAt: number | null,
  now: number,
): number | null {
  if (expiresAt === null) return null
  const ahead = daysBefore.map((days) => expiresAt - days * DAY_MS).filter((at) => at > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
