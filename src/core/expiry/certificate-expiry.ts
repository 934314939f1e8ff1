/** When people are warned that a certificate comes to its end. Pure. */
import type { SslMonitoring } from '../monitors/monitor.ts'
import { DAY_MS } from '../platform/time/time.ts'

/** Unix ms. */
interface Lifetime {
  validFrom: number
  validTo: number
}

/** What of a certificate watch is about its end. */
type ExpiryPolicy = Pick<SslMonitoring, 'enabled' | 'checkExpiry' | 'expiryWarningDays'>

/**
 * Whoever lets certificates live shorter than this renews them by machine, and late in their life: thirty days before
 * its end a certificate of forty-five is as good as new.
 */
const SHORT_LIFETIME_MS = 100 * DAY_MS

/** Of a short life, the share before its end in which a warning is not too early. */
const WARNING_SHARE = 1 / 3

/** Whole days, rounded: a certificate for 90 days ends a second before they are over. */
export const computeLifetimeDays = ({ validFrom, validTo }: Lifetime): number =>
  Math.max(0, Math.round((validTo - validFrom) / DAY_MS))

/** When a threshold of so many days is crossed, Unix ms. */
export function computeCrossedAt({ validFrom, validTo }: Lifetime, days: number): number {
  const lifetime = validTo - validFrom
  return validTo - (lifetime < SHORT_LIFETIME_MS ? Math.min(days * DAY_MS, lifetime * WARNING_SHARE) : days * DAY_MS)
}

/**
 * The threshold that is crossed; of several the one nearest to the end, so that a certificate first seen in its last
 * days gives one warning and not four. Null while none is, or nobody asks.
 */
export function findCrossedThreshold(lifetime: Lifetime, policy: ExpiryPolicy, now: number): number | null {
  if (!policy.enabled || !policy.checkExpiry) return null
  const crossed = policy.expiryWarningDays.filter((days) => now >= computeCrossedAt(lifetime, days))
  return crossed.length > 0 ? Math.min(...crossed) : null
}

/** When the next threshold is crossed, or it ends, Unix ms; null when nothing of that lies ahead, or nobody asks. */
export function findNextCrossingAt(lifetime: Lifetime, policy: ExpiryPolicy, now: number): number | null {
  if (!policy.enabled || !policy.checkExpiry) return null
  const ahead = [...policy.expiryWarningDays.map((days) => computeCrossedAt(lifetime, days)), lifetime.validTo].filter(
    (at) => at > now,
  )
  return ahead.length > 0 ? Math.min(...ahead) : null
}
