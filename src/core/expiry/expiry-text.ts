/** Texts about the time until an expiry. */

import { DAY_MS, HOUR_MS } from '../platform/time/time.ts'
import { formatDaysAheadText, formatTimeText } from '../platform/time/time-text.ts'

/**
 * Returns the whole days that are left. A threshold is noticed a moment after it was crossed, so 14 days less a few
 * seconds count as 14.
 */
export const countDaysLeft = (endsAt: number, now: number): number => Math.floor((endsAt - now + HOUR_MS) / DAY_MS)

/**
 * Returns `expires in 14 days`, `expires in less than a day` or `has expired`.
 *
 * @param days the crossed threshold; 0 after the expiry
 */
export function describeExpiry(days: number | null, endsAt: number, now: number): string {
  if (days === 0 || now >= endsAt) return 'has expired'
  return `expires ${formatDaysAheadText(countDaysLeft(endsAt, now))}`
}

/**
 * Formats a time as `2026-01-31 12:00:00 UTC`.
 *
 * @param at Unix ms
 */
export const formatMoment = (at: number): string => formatTimeText(new Date(at).toISOString())
