/**
 * Limits of the connection pool: connections in use, and the number and time of waiting callers. An unbounded queue
 * would fill the memory.
 */
import { type Permit, Semaphore } from '../../../core/platform/limits/semaphore.ts'

/** The database is away, does not answer, or has too many waiting callers. A retry may succeed. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseAway'
}

/** The database is reachable, as far as detected, and takes too long. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'
}

interface PoolGateLimits {
  /** Maximum number of connections in use. */
  max: number
  /** Maximum number of waiting callers; further callers are rejected at once. */
  maxWaiting: number
  /** Longest wait, ms. */
  waitMs: number
}

export class PoolGate {
  readonly #permits: Semaphore
  readonly #waitMs: number

  constructor({ max, maxWaiting, waitMs }: PoolGateLimits) {
    const full = () => new DatabaseBusy(`${maxWaiting} requests are already waiting for the database`)
    this.#permits = new Semaphore(max, maxWaiting, full)
    this.#waitMs = waitMs
  }

  get waiting(): number {
    return this.#permits.waiting
  }

  /** @throws DatabaseBusy */
  async enter(): Promise<void> {
    if (!this.#permits.tryAcquire()) await this.#wait(this.#permits.acquire())
  }

  leave(): void {
    this.#permits.release()
  }

  #wait({ granted, release }: Permit): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        release()
        reject(new DatabaseBusy(`no database connection became available within ${this.#waitMs} ms`))
      }
      const timer = setTimeout(giveUp, this.#waitMs)
      void granted?.then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

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
