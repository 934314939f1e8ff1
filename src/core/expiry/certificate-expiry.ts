/** Certificate expiry: when to warn before a certificate expires. */
import type { SslMonitoring } from '../monitors/monitor.ts'
import { DAY_MS } from '../platform/time/time.ts'

/** Unix ms. */
interface Lifetime {
  validFrom: number
  validTo: number
}

/** The certificate settings that concern expiry. */
type ExpiryPolicy = Pick<SslMonitoring, 'enabled' | 'checkExpiry' | 'expiryWarningDays'>

/**
 * Certificates with a shorter lifetime are usually renewed automatically, shortly before they expire. A 30-day warning
 * for a 45-day certificate would be due while two thirds of its lifetime are left.
 */
const SHORT_LIFETIME_MS = 100 * DAY_MS

/** Last share of a short lifetime in which a warning is not too early. */
const WARNING_SHARE = 1 / 3

/**
 * Returns the lifetime in whole days, rounded, because a 90-day certificate expires one second before 90 days have
 * passed.
 */
export const computeLifetimeDays = ({ validFrom, validTo }: Lifetime): number =>
  Math.max(0, Math.round((validTo - validFrom) / DAY_MS))

/** Returns when a threshold in days is crossed, Unix ms. */
export function computeCrossedAt({ validFrom, validTo }: Lifetime, days: number): number {
  const lifetime = validTo - validFrom
  return validTo - (lifetime < SHORT_LIFETIME_MS ? Math.min(days * DAY_MS, lifetime * WARNING_SHARE) : days * DAY_MS)
}

/**
 * Returns the crossed threshold that is nearest to the end. A certificate first seen in its last days therefore causes
 * one warning, not four.
 *
 * @returns null when no threshold is crossed, or expiry is not monitored
 */
export function findCrossedThreshold(lifetime: Lifetime, policy: ExpiryPolicy, now: number): number | null {
  if (!policy.enabled || !policy.checkExpiry) return null
  const crossed = policy.expiryWarningDays.filter((days) => now >= computeCrossedAt(lifetime, days))
  return crossed.length > 0 ? Math.min(...crossed) : null
}

/**
 * Returns when the next threshold is crossed or the certificate expires, Unix ms.
 *
 * @returns null when neither is ahead, or expiry is not monitored
 */
export function findNextCrossingAt(lifetime: Lifetime, policy: ExpiryPolicy, now: number): number | null {
  if (!policy.enabled || !policy.checkExpiry) return null
  const ahead = [...policy.expiryWarningDays.map((days) => computeCrossedAt(lifetime, days)), lifetime.validTo].filter(
    (at) => at > now,
  )
  return ahead.length > 0 ? Math.min(...ahead) : null
}
