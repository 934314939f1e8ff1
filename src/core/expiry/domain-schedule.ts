/** Schedules domain lookups: daily, more often around the expiry, and less often after failures. */
import { computeBackoffMs } from '../platform/limits/backoff.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'
import { computeGridOffsetMs, computeNextDueAt } from '../probes/schedule.ts'

/** Returns the last label of a domain. One registry is responsible for each. */
export const getTld = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Interval around the expiry, so that a renewal, or its absence, is noticed within hours. */
const NEAR_EXPIRY_INTERVAL_MS = 6 * HOUR_MS

/**
 * Period around the expiry. After it most registries reserve the domain for its holder for 30 to 45 days, and release
 * it up to 35 days later. Source: https://www.icann.org/resources/pages/grace-2013-05-03-en
 */
const NEAR_EXPIRY_BEFORE_MS = 7 * DAY_MS
const NEAR_EXPIRY_AFTER_MS = 90 * DAY_MS

/** Two answers "no such domain" confirm each other when they are at least this far apart in time. */
export const CONFIRM_ABSENCE_MS = 6 * HOUR_MS

const FIRST_BACKOFF_MS = 15 * MINUTE_MS
const MAX_BACKOFF_MS = DAY_MS

/** Maximum share by which a wait is extended, so that equal waits of several domains end at different times. */
const SPREAD = 0.1

/**
 * Returns the time between two lookups of a domain.
 *
 * @param expiresAt null when the expiry date is unknown
 */
export function computeCheckIntervalMs(expiresAt: number | null, now: number): number {
  const isNear =
    expiresAt !== null && now >= expiresAt - NEAR_EXPIRY_BEFORE_MS && now < expiresAt + NEAR_EXPIRY_AFTER_MS
  return isNear ? NEAR_EXPIRY_INTERVAL_MS : DAY_MS
}

/**
 * Returns when to look up a domain after a successful lookup. Due times lie on a fixed grid with a stable offset per
 * name. Domains that were added in the same minute are therefore not looked up in the same minute every day.
 *
 * @returns Unix ms, half an interval to one and a half intervals away
 */
export function computeRegularCheckAt(name: string, expiresAt: number | null, now: number): number {
  const intervalMs = computeCheckIntervalMs(expiresAt, now)
  const seconds = intervalMs / SECOND_MS
  return computeNextDueAt(computeGridOffsetMs(name, 'domain', seconds), seconds, now + intervalMs / 2)
}

/**
 * Returns when to retry after failed lookups: after 15 minutes, doubling up to the usual interval.
 *
 * @param lookups `failures`: consecutive ones, at least 1; `quietUntil`: earliest time that the registry allows, Unix ms
 */
export function computeRetryCheckAt(
  name: string,
  { failures, quietUntil, expiresAt }: { failures: number; quietUntil: number | null; expiresAt: number | null },
  now: number,
): number {
  const waitMs = computeBackoffMs(failures, FIRST_BACKOFF_MS, computeCheckIntervalMs(expiresAt, now))
  return computeSpreadAt(name, now, Math.max(waitMs, (quietUntil ?? 0) - now))
}

/**
 * Returns when to confirm an answer "no such domain".
 *
 * @param missingSince first such answer; later than `now` when the clock was set back since
 */
export const computeConfirmingCheckAt = (name: string, missingSince: number, now: number): number =>
  computeSpreadAt(name, now, Math.min(Math.max(missingSince + CONFIRM_ABSENCE_MS - now, 0), CONFIRM_ABSENCE_MS))

/** No rule here schedules a lookup further ahead. A later due time was computed with a wrong clock. */
export const MAX_CHECK_AHEAD_MS = 2 * DAY_MS

/** Extends a wait by a share that is constant for each name. */
function computeSpreadAt(name: string, now: number, waitMs: number): number {
  const share = computeGridOffsetMs(name, 'wait', DAY_MS / SECOND_MS) / DAY_MS
  return Math.ceil(now + waitMs * (1 + SPREAD * share))
}

/** Limits the pause that a registry requests. No answer of an external server delays a lookup by more than this limit. */
export const clampQuietMs = (retryAfterMs: number): number => Math.min(Math.max(retryAfterMs, 0), MAX_BACKOFF_MS)

/** Lookup schedule of a domain. Times are Unix ms. */
export interface DomainPlan {
  checkedAt: number | null
  /** Consecutive failures. */
  failures: number
  quietUntil: number | null
  nextCheckAt: number
  /** Time until which a server may be looking up the domain; null when no server is. */
  claimedUntil: number | null
  /** Since when it is known that no monitor uses the domain; null while a monitor uses it. */
  unwatchedSince: number | null
}

/**
 * Returns when to look up a domain that one more monitor uses. A domain with an answer of today, or a lookup in
 * progress, is not looked up again. A failed lookup is repeated, but a user cannot trigger lookups every minute.
 *
 * @param known null when no monitor used the domain before
 */
export function computeFirstCheckAt(known: DomainPlan | null, now: number): number {
  if (known === null || known.unwatchedSince !== null) return now
  const { checkedAt, failures, quietUntil, nextCheckAt, claimedUntil } = known
  const isLookupRunning = claimedUntil !== null && claimedUntil > now
  const isUnanswered = failures > 0 && (checkedAt === null || now - checkedAt >= FIRST_BACKOFF_MS)
  return isUnanswered && !isLookupRunning ? Math.min(nextCheckAt, Math.max(now, quietUntil ?? 0)) : nextCheckAt
}
