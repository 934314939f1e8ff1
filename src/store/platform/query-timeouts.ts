/**
 * How long the database may take, which depends on who asks: somebody who waits for an answer is better told soon that
 * there is none, a loop has time, and a migration takes as long as it takes.
 */
export type TimeoutClass = 'request' | 'loop' | 'migration'

/** All in ms; 0 is without a limit. */
export interface QueryTimeouts {
  /** Longest any statement may run. */
  statementMs: number
  /** Longest wait for a lock that somebody else holds. */
  lockMs: number
  /** How long a transaction may do nothing: a process that was stopped in the middle of one holds up all others. */
  idleMs: number
}

/** How much longer than a request a loop waits. */
const LOOP_FACTOR = 3

/** Longest rest within a transaction. Between two statements lies nothing but reckoning. */
const IDLE_TIMEOUT_MS = 30_000

/** @param requestMs longest statement of a request */
export const createQueryTimeouts = (requestMs: number): Readonly<Record<TimeoutClass, QueryTimeouts>> => ({
  request: { statementMs: requestMs, lockMs: requestMs / 2, idleMs: IDLE_TIMEOUT_MS },
  loop: { statementMs: LOOP_FACTOR * requestMs, lockMs: (LOOP_FACTOR * requestMs) / 2, idleMs: IDLE_TIMEOUT_MS },
  // Whom it waits for has limits, so it needs none itself; other servers that start wait until it is done
  migration: { statementMs: 0, lockMs: 0, idleMs: 0 },
})
