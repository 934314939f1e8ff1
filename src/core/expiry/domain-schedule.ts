/** When a registry is asked about a domain: daily, more often around the expiry, more seldom where asking fails. */
import { computeBackoffMs } from '../platform/backoff.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'
import { computeGridOffsetMs, computeNextDueAt } from '../probes/schedule.ts'

/** The last label of a domain: what one registry answers for. */
export const getTld = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Around the expiry, so that a renewal, or its absence, shows within hours. */
const NEAR_EXPIRY_INTERVAL_MS = 6 * HOUR_MS

/**
 * What counts as around it. Afterwards most registries keep the domain for its holder for 30 to 45 days and take up to
 * 35 more until they release it. Source: https://www.icann.org/resources/pages/grace-2013-05-03-en
 */
const NEAR_EXPIRY_BEFORE_MS = 7 * DAY_MS
const NEAR_EXPIRY_AFTER_MS = 90 * DAY_MS

/** Two answers that there is no such domain count as two when they lie this far apart. */
export const CONFIRM_ABSENCE_MS = 6 * HOUR_MS

const FIRST_BACKOFF_MS = 15 * MINUTE_MS
const MAX_BACKOFF_MS = DAY_MS

/** How far apart waits of equal length end, as a share of them. */
const SPREAD = 0.1

/** How often a domain is asked for. @param expiresAt null when nobody knows */
export function computeCheckIntervalMs(expiresAt: number | null, now: number): number {
  const isNear =
    expiresAt !== null && now >= expiresAt - NEAR_EXPIRY_BEFORE_MS && now < expiresAt + NEAR_EXPIRY_AFTER_MS
  return isNear ? NEAR_EXPIRY_INTERVAL_MS : DAY_MS
}

/**
 * The next look after one that went well. Times lie on a grid whose offset is a stable hash of the name, so that domains
 * which were first watched in the same minute do not come in the same minute every day.
 *
 * @returns Unix ms, half an interval to one and a half away
 */
export function computeRegularCheckAt(name: string, expiresAt: number | null, now: number): number {
  const intervalMs = computeCheckIntervalMs(expiresAt, now)
  const seconds = intervalMs / SECOND_MS
  return computeNextDueAt(computeGridOffsetMs(name, 'domain', seconds), seconds, now + intervalMs / 2)
}

/**
 * The next look after some that failed: 15 minutes, doubling up to the usual interval.
 *
 * @param failures in a row, 1 or more
 * @param quietUntil when the registry wants to be asked again at the earliest, Unix ms
 */
export function computeRetryCheckAt(
  name: string,
  failures: number,
  quietUntil: number | null,
  expiresAt: number | null,
  now: number,
): number {
  const waitMs = computeBackoffMs(failures, FIRST_BACKOFF_MS, computeCheckIntervalMs(expiresAt, now))
  return computeSpreadAt(name, now, Math.max(waitMs, (quietUntil ?? 0) - now))
}

/**
 * The look that confirms or refutes that there is no such domain. @param missingSince of the first such answer; later than
 * `now` when the clock has been set back since
 */
export const computeConfirmingCheckAt = (name: string, missingSince: number, now: number): number =>
  computeSpreadAt(name, now, Math.min(Math.max(missingSince + CONFIRM_ABSENCE_MS - now, 0), CONFIRM_ABSENCE_MS))

/** No rule here plans a look further ahead; one that is was planned by a clock that was wrong. */
export const MAX_CHECK_AHEAD_MS = 2 * DAY_MS

/** Later than the wait says by a share that is always the same for one name. */
function computeSpreadAt(name: string, now: number, waitMs: number): number {
  const share = computeGridOffsetMs(name, 'wait', DAY_MS / SECOND_MS) / DAY_MS
  return Math.ceil(now + waitMs * (1 + SPREAD * share))
}

/** How long a registry is left alone that asks for it; no answer of a stranger puts a domain off for longer. */
export const clampQuietMs = (retryAfterMs: number): number => Math.min(Math.max(retryAfterMs, 0), MAX_BACKOFF_MS)

/** Where the looks at a domain stand. Times are Unix ms. */
export interface DomainPlan {
  checkedAt: number | null
  /** In a row. */
  failures: number
  quietUntil: number | null
  nextCheckAt: number
  /** Some server is asking at this moment, or until then; null when none is. */
  claimedUntil: number | null
  /** Since when it is known that no monitor watches it; null while one does. */
  abandonedAt: number | null
}

/**
 * When a domain is asked for that one more monitor watches. What has an answer of today, or will have one at once, is not
 * asked for again; what could not be found out is, as long as nobody can make a registry be asked by the minute.
 *
 * @param known null when nobody has watched it before
 */
export function computeFirstCheckAt(known: DomainPlan | null, now: number): number {
  if (known === null || known.abandonedAt !== null) return now
  const { checkedAt, failures, quietUntil, nextCheckAt, claimedUntil } = known
  const isAsking = claimedUntil !== null && claimedUntil > now
  const isUnanswered = failures > 0 && (checkedAt === null || now - checkedAt >= FIRST_BACKOFF_MS)
  return isUnanswered && !isAsking ? Math.min(nextCheckAt, Math.max(now, quietUntil ?? 0)) : nextCheckAt
}
