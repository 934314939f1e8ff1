/**
 * How often one server may be asked: registries shut out who asks too much, and then every domain under them is
 * unknown. Pure; times are Unix ms and may jump, so no wait is longer than the rule itself would make it.
 */
import { backoffMs } from '../core/platform/backoff.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'

export interface Pace {
  /** When the last question was answered. */
  askedAt: number
  /** Until when the server is left alone; what it asked for, or a guess. */
  restsUntil: number
  /** Times in a row that it has asked to be left alone. */
  refusals: number
}

export const FRESH_PACE: Pace = { askedAt: Number.NEGATIVE_INFINITY, restsUntil: Number.NEGATIVE_INFINITY, refusals: 0 }

/** Without a word how long: doubling from the first to the last. */
const FIRST_REST_MS = 5 * MINUTE_MS
const LONGEST_REST_MS = 6 * HOUR_MS

/** A server that wants none has refused all the same. */
const SHORTEST_REST_MS = SECOND_MS

/** Most that a server may ask for: somebody may have written milliseconds for seconds. */
const LONGEST_WISH_MS = 24 * HOUR_MS

export const paceAfterAnswer = (now: number): Pace => ({ ...FRESH_PACE, askedAt: now })

/** @param retryAfterMs what the server asked for; null when it did not say */
export function paceAfterRefusal({ refusals }: Pace, now: number, retryAfterMs: number | null): Pace {
  const guess = backoffMs(refusals + 1, FIRST_REST_MS, LONGEST_REST_MS)
  const rest = Math.min(Math.max(retryAfterMs ?? guess, SHORTEST_REST_MS), LONGEST_WISH_MS)
  return { askedAt: now, restsUntil: now + rest, refusals: refusals + 1 }
}

/**
 * What is left of a rest, in ms; 0 when the server may be asked. On a clock that says that it has not even begun nobody can
 * tell, and a rest that never ends is worse than one question too many.
 */
export const restMs = ({ askedAt, restsUntil }: Pace, now: number): number =>
  now < askedAt ? 0 : Math.min(Math.max(0, restsUntil - now), LONGEST_WISH_MS)

/** How long the next question has to wait after the last, in ms. */
export const gapMs = ({ askedAt }: Pace, now: number, leastGapMs: number): number =>
  Math.min(Math.max(0, askedAt + leastGapMs - now), leastGapMs)
