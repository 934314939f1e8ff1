/** Database outages: when the log reports one, and when it is over. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/time.ts'

/** Why the database currently fails a request. A later attempt may succeed. */
export type DatabaseTrouble =
  /** No response, or the connection was lost. */
  | 'away'
  /** No response in time, or too many waiting requests. */
  | 'slow'
  /** The database responded, but a statement took too long or waited for a lock. */
  | 'contended'
  /** Memory, connections or temporary files are exhausted. */
  | 'exhausted'
  | 'full'
  | 'read-only'
  /** Disk errors, including an exhausted quota where the database cannot distinguish the two. */
  | 'disk-error'

/** Messages for API clients. Paths and messages of the database appear only in the log. */
export const TROUBLE_MESSAGES: Readonly<Record<DatabaseTrouble, string>> = {
  away: 'The database is currently unreachable',
  slow: 'The database did not answer in time',
  contended: 'Another request is using the same data',
  exhausted: 'The database is currently overloaded',
  full: 'Data cannot be stored: the disk of the database is full',
  'read-only': 'Data cannot be stored: the database is read-only',
  'disk-error': 'The disk of the database currently reports errors',
}

/** Problems during which the database may still be readable. */
export type WriteTrouble = Extract<DatabaseTrouble, 'full' | 'read-only' | 'disk-error'>

export const isWriteTrouble = (trouble: DatabaseTrouble | null): trouble is WriteTrouble =>
  trouble === 'full' || trouble === 'read-only' || trouble === 'disk-error'

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
