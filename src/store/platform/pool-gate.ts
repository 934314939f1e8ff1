/**
 * Limits of the connection pool: connections in use, and the number and time of waiting callers. An unbounded queue
 * would fill the memory.
 */
import { type Permit, Semaphore } from '../../core/platform/semaphore.ts'

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
