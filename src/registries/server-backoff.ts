/**
 * How often one server may be asked: registries shut out who asks too much, and then every domain under them is
 * unknown. Pure; times are Unix ms and may jump, so no wait is longer than the rule itself would make it.
 */
import { computeBackoffMs } from '../core/platform/backoff.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'

export interface ServerBackoff {
  /** When the last question was answered. */
  answeredAt: number
  /** Until when the server is left alone; what it asked for, or a guess. */
  backsOffUntil: number
  /** Times in a row that it has asked to be left alone. */
  refusals: number
}

export const NO_BACKOFF: ServerBackoff = {
  answeredAt: Number.NEGATIVE_INFINITY,
  backsOffUntil: Number.NEGATIVE_INFINITY,
  refusals: 0,
}

/** Without a word how long: doubling from the first to the last. */
const FIRST_BACKOFF_MS = 5 * MINUTE_MS
const MAX_BACKOFF_MS = 6 * HOUR_MS

/** A server that wants none has refused all the same. */
const MIN_BACKOFF_MS = SECOND_MS

/** Most that a server may ask for: somebody may have written milliseconds for seconds. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS

export const resetBackoff = (now: number): ServerBackoff => ({ ...NO_BACKOFF, answeredAt: now })

/** @param parseRetryAfterMs what the server asked for; null when it did not say */
export function extendBackoff({ refusals }: ServerBackoff, now: number, retryAfterMs: number | null): ServerBackoff {
  const guess = computeBackoffMs(refusals + 1, FIRST_BACKOFF_MS, MAX_BACKOFF_MS)
  const rest = Math.min(Math.max(retryAfterMs ?? guess, MIN_BACKOFF_MS), MAX_RETRY_AFTER_MS)
  return { answeredAt: now, backsOffUntil: now + rest, refusals: refusals + 1 }
}

/**
 * What is left of a rest, in ms; 0 when the server may be asked. On a clock that says that it has not even begun nobody can
 * tell, and a rest that never ends is worse than one question too many.
 */
export const computeBackoffLeftMs = ({ answeredAt, backsOffUntil }: ServerBackoff, now: number): number =>
  now < answeredAt ? 0 : Math.min(Math.max(0, backsOffUntil - now), MAX_RETRY_AFTER_MS)

/** How long the next question has to wait after the last, in ms. */
export const computeGapMs = ({ answeredAt }: ServerBackoff, now: number, leastGapMs: number): number =>
  Math.min(Math.max(0, answeredAt + leastGapMs - now), leastGapMs)
