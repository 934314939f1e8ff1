/** When a receiver wants to be asked again. Source: RFC 9110, section 10.2.3. */
import { SECOND_MS } from '../../core/platform/time/time.ts'

/**
 * @param value of the header: seconds or a date
 * @param now Unix ms
 * @returns ms from now, never negative; null when there is nothing to understand
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS
  // Every date that HTTP may carry today ends so; Date.parse alone takes much else for a date
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
