/**
 * Database timeouts by caller. A request fails early so that its client does not wait, a loop has more time, and a
 * migration has no limit.
 */
export type TimeoutClass = 'request' | 'loop' | 'migration'

/** All in ms; 0 means no limit. */
export interface QueryTimeouts {
  /** Longest time of a statement. */
  statementMs: number
  /** Longest wait for a lock. */
  lockMs: number
  /** Longest idle time within a transaction: a process that stops in the middle of a transaction blocks all others. */
  idleMs: number
}

/** Timeouts of a loop as a multiple of a request's timeouts. */
const LOOP_FACTOR = 3

/** Longest idle time within a transaction. Only computation happens between two statements. */
const IDLE_TIMEOUT_MS = 30_000

/** @param requestMs longest statement of a request */
export const createQueryTimeouts = (requestMs: number): Readonly<Record<TimeoutClass, QueryTimeouts>> => ({
  request: { statementMs: requestMs, lockMs: requestMs / 2, idleMs: IDLE_TIMEOUT_MS },
  loop: { statementMs: LOOP_FACTOR * requestMs, lockMs: (LOOP_FACTOR * requestMs) / 2, idleMs: IDLE_TIMEOUT_MS },
  // The transactions that it waits for have limits, so it needs none itself; other servers that start wait for its end
  migration: { statementMs: 0, lockMs: 0, idleMs: 0 },
})
