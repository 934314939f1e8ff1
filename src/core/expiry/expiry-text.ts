/** How far away an end is, in words. Pure. */

import { DAY_MS, HOUR_MS } from '../platform/time/time.ts'
import { formatDaysAheadText, formatTimeText } from '../platform/time/time-text.ts'

/**
 * Whole days that are left. A threshold is noticed a moment after it was crossed: fourteen days less a few seconds are
 * fourteen.
 */
export const countDaysLeft = (endsAt: number, now: number): number => Math.floor((endsAt - now + HOUR_MS) / DAY_MS)

/** `expires in 14 days`, `expires in less than a day`, `has expired`. @param days of the threshold; 0 when it is over */
export function describeExpiry(days: number | null, endsAt: number, now: number): string {
  if (days === 0) return 'has expired'
  const left = countDaysLeft(endsAt, now)
  return left < 1 ? 'expires in less than a day' : `expires ${formatDaysAheadText(left)}`
}

/** `2026-01-31 12:00:00 UTC` @param at Unix ms */
export const formatMoment = (at: number): string => formatTimeText(new Date(at).toISOString())
