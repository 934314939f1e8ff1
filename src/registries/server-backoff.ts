/**
 * Limits the query rate of one server. Registries block clients that query too often, and then all their domains are
 * unknown. Pure; times are Unix ms and may jump, so no wait is longer than the rule itself allows.
 */
import { computeBackoffMs } from '../core/platform/backoff.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'

export interface ServerBackoff {
  /** Time of the last answer. */
  answeredAt: number
  /** End of the backoff that the server requested, or of an estimated one. */
  backsOffUntil: number
  /** Consecutive refusals because of too many queries. */
  refusals: number
}

export const NO_BACKOFF: ServerBackoff = {
  answeredAt: Number.NEGATIVE_INFINITY,
  backsOffUntil: Number.NEGATIVE_INFINITY,
  refusals: 0,
}

/** Backoff without a requested duration: it doubles from the first to the last. */
const FIRST_BACKOFF_MS = 5 * MINUTE_MS
const MAX_BACKOFF_MS = 6 * HOUR_MS

/** Minimum, because a server that requests a pause of 0 s has still refused the query. */
const MIN_BACKOFF_MS = SECOND_MS

/** Maximum that a server may request: it may have sent milliseconds instead of seconds. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS

export const resetBackoff = (now: number): ServerBackoff => ({ ...NO_BACKOFF, answeredAt: now })

/** @param retryAfterMs pause requested by the server; null when it requested none */
export function extendBackoff({ refusals }: ServerBackoff, now: number, retryAfterMs: number | null): ServerBackoff {
  const guess = computeBackoffMs(refusals + 1, FIRST_BACKOFF_MS, MAX_BACKOFF_MS)
  const rest = Math.min(Math.max(retryAfterMs ?? guess, MIN_BACKOFF_MS), MAX_RETRY_AFTER_MS)
  return { answeredAt: now, backsOffUntil: now + rest, refusals: refusals + 1 }
}

/**
 * Remaining backoff in ms; 0 when the server may be queried. If the clock is earlier than the start of the backoff, the
 * remaining time is unknown. One query too many is then better than an endless backoff.
 */
export const computeBackoffLeftMs = ({ answeredAt, backsOffUntil }: ServerBackoff, now: number): number =>
  now < answeredAt ? 0 : Math.min(Math.max(0, backsOffUntil - now), MAX_RETRY_AFTER_MS)

/** Remaining pause before the next query, in ms. */
export const computeGapMs = ({ answeredAt }: ServerBackoff, now: number, leastGapMs: number): number =>
  Math.min(Math.max(0, answeredAt + leastGapMs - now), leastGapMs)
