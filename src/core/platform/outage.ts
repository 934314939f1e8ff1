/** Database outages: when the log reports one, and when it is over. */
import { type DatabaseTrouble, isWriteTrouble } from './database-trouble.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './time/time.ts'

export interface OutageReport {
  kind: 'began' | 'lasts' | 'ended'
  trouble: DatabaseTrouble
  durationMs: number
}

/**
 * First interval between reports. The interval doubles with each report, and starts again after this time without a
 * failure.
 */
const FIRST_INTERVAL_MS = MINUTE_MS
const MAX_INTERVAL_MS = HOUR_MS

/**
 * Time without a failed write after which a disk counts as usable. On a full disk a small write may succeed where a
 * large one fails.
 */
const STABLE_MS = 5 * SECOND_MS

/** All times are monotonic, ms. */
export class Outage {
  #trouble: DatabaseTrouble | null = null
  #since = 0
  #lastFailureAt = Number.NEGATIVE_INFINITY
  #reportAt = Number.NEGATIVE_INFINITY
  #intervalMs = FIRST_INTERVAL_MS
  /** Kinds of trouble that were already reported in the current series of intervals. */
  #reported = new Set<DatabaseTrouble>()
  #isReported = false

  get trouble(): DatabaseTrouble | null {
    return this.#trouble
  }

  /** @returns what to report; null when a recent report covers it */
  recordFailure(trouble: DatabaseTrouble, now: number): OutageReport | null {
    if (this.#trouble === null) this.#startOutage(now)
    this.#trouble = trouble
    this.#lastFailureAt = now
    if (this.#reported.has(trouble) && now < this.#reportAt) return null
    if (now >= this.#reportAt) {
      this.#reportAt = now + this.#intervalMs
      this.#intervalMs = Math.min(2 * this.#intervalMs, MAX_INTERVAL_MS)
    }
    const kind = this.#reported.has(trouble) && this.#isReported ? 'lasts' : 'began'
    this.#reported.add(trouble)
    this.#isReported = true
    return { kind, trouble, durationMs: now - this.#since }
  }

  /**
   * Records a successful write.
   *
   * @returns what to report; null when there was no outage, or it was not reported
   */
  recordSuccess(now: number): OutageReport | null {
    const trouble = this.#trouble
    if (trouble === null) return null
    if (isWriteTrouble(trouble) && now - this.#lastFailureAt < STABLE_MS) return null
    this.#trouble = null
    if (!this.#isReported) return null
    this.#isReported = false
    return { kind: 'ended', trouble, durationMs: now - this.#since }
  }

  #startOutage(now: number): void {
    this.#since = now
    if (now - this.#lastFailureAt < FIRST_INTERVAL_MS) return
    this.#reported.clear()
    this.#reportAt = now
    this.#intervalMs = FIRST_INTERVAL_MS
  }
}
