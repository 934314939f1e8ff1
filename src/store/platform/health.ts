/** Health of the database, from every error of its driver and from a small write at intervals. */
import { setTimeout as delay } from 'node:timers/promises'
import { type DatabaseTrouble, Outage, type OutageReport } from '../../core/platform/database/database-trouble.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'

/** Maximum age of a cached write result. */
const CACHE_MS = 5 * SECOND_MS

/** Interval between writes during an outage. */
export const RECHECK_MS = 2 * SECOND_MS

interface HealthOptions {
  findTrouble: (error: unknown) => DatabaseTrouble | null
  /** Writes and commits a small row. */
  write: () => Promise<unknown>
  /** Monotonic, ms. */
  now?: () => number
}

type OutageListener = (outageReport: OutageReport, error: unknown) => void

export class DatabaseHealth {
  readonly #options: HealthOptions
  readonly #now: () => number
  readonly #outage = new Outage()
  /** Errors that are part of an outage. */
  readonly #explained = new WeakSet<object>()
  #listener: OutageListener = () => {}
  #checkedAt = Number.NEGATIVE_INFINITY
  #checking: Promise<void> | null = null

  constructor(options: HealthOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Null while no trouble is detected. */
  get trouble(): DatabaseTrouble | null {
    return this.#outage.trouble
  }

  /** Sets the listener for the start, the duration and the end of outages. */
  listen(listener: OutageListener): void {
    this.#listener = listener
  }

  /** Records an error of the driver. */
  recordError(error: unknown): void {
    const trouble = this.#options.findTrouble(error)
    if (trouble === null || trouble === 'contended') return
    if (typeof error === 'object' && error !== null) this.#explained.add(error)
    this.#report(this.#outage.recordFailure(trouble, this.#now()), error)
  }

  /** Whether an error is part of an outage, which is reported as a whole. */
  isPartOfOutage(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#explained.has(error)
  }

  /**
   * Checks whether the database accepts writes. A write that waits for other writes does not count as a failure.
   *
   * @param waitMs longest wait for the answer
   */
  async check(waitMs: number): Promise<DatabaseTrouble | null> {
    const goodForMs = this.trouble === null ? CACHE_MS : RECHECK_MS
    if (this.#now() - this.#checkedAt < goodForMs) return this.trouble
    this.#checking ??= this.#write().finally(() => {
      this.#checking = null
    })
    const waiting = new AbortController()
    await Promise.race([this.#checking, delay(waitMs, undefined, { signal: waiting.signal }).catch(() => {})])
    waiting.abort()
    return this.trouble
  }

  async #write(): Promise<void> {
    try {
      await this.#options.write()
      this.#report(this.#outage.recordSuccess(this.#now()), null)
    } catch (error) {
      this.recordError(error) // Other errors leave the state unchanged
    }
    this.#checkedAt = this.#now()
  }

  #report(outageReport: OutageReport | null, error: unknown): void {
    if (outageReport) this.#listener(outageReport, error)
  }
}
