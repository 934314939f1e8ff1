/** Time at which a server allows the next request. Source: RFC 9110, section 10.2.3. */
import { SECOND_MS } from '../../core/platform/time/time.ts'

/**
 * @param value value of the header: seconds or a date.
 * @param now Unix ms
 * @returns ms from now, never negative; null for an invalid or absent value
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS
  // Every valid HTTP date ends like this; Date.parse also accepts many other texts
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
