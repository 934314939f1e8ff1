/**
 * What could not be delivered when it was found, and which of it goes out next. In two lanes, because after a long time
 * without server nothing new may wait for hours of old: what is recent goes first, in its order and before whatever comes
 * in now, for the server counts failures in a row. What is older only goes into the history, so it has every second turn.
 */

import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import type { Clock } from '../schedule/clock.ts'
import type { Spool } from './spool.ts'
import { SpoolReader } from './spool-reader.ts'

interface BacklogOptions {
  spool: Spool
  clock: Clock
  report: (message: string, error: unknown) => void
}

export interface BacklogBatch {
  results: readonly CheckResult[]
  /** All of it has arrived, or is given up. */
  complete(): Promise<void>
}

/** A check's word counts for two intervals: older than this, nearly nothing is news any more. */
const RECENT_MS = 10 * MINUTE_MS

/** Until a disk that failed is tried again. */
const DISK_RETRY_MS = 30 * SECOND_MS

export class Backlog {
  readonly #options: BacklogOptions
  readonly #recent: SpoolReader
  readonly #history: SpoolReader
  #isHistoryNext = false
  /** The disk is not written before, monotonic ms; null while it works. */
  #retryAt: number | null = null

  constructor(options: BacklogOptions) {
    const { spool, clock } = options
    this.#options = options
    this.#recent = new SpoolReader(spool, ({ startedAt }) => startedAt >= clock.now() - RECENT_MS)
    this.#history = new SpoolReader(spool, ({ startedAt }) => startedAt < clock.now() - RECENT_MS)
  }

  get size(): number {
    return this.#options.spool.size
  }

  get dropped(): number {
    return this.#options.spool.dropped
  }

  /**
   * @param isNewWaiting whether there is something to deliver that is not on disk
   * @returns null when that comes next, or nothing
   */
  async fetchNext(isNewWaiting: boolean): Promise<BacklogBatch | null> {
    this.#isHistoryNext = !this.#isHistoryNext
    const lanes = this.#isHistoryNext ? [this.#history, this.#recent] : [this.#recent, this.#history]
    for (const lane of lanes) {
      if (lane === this.#history && !this.#isHistoryNext && isNewWaiting) return null
      const results = await lane.readNext()
      if (results) return { results, complete: () => lane.acknowledge(results.length) }
    }
    return null
  }

  /** @returns whether they are safe on disk */
  async save(results: readonly CheckResult[]): Promise<boolean> {
    const { spool, clock, report } = this.#options
    if (this.#retryAt !== null && clock.monotonic() < this.#retryAt) return false
    try {
      await spool.append(results)
      if (this.#retryAt !== null) report('storing results on disk again', null)
      this.#retryAt = null
      return true
    } catch (error) {
      if (this.#retryAt === null)
        report('failed to store results on disk; keeping them in memory, where a restart loses them', error)
      this.#retryAt = clock.monotonic() + DISK_RETRY_MS
      return false
    }
  }

  close(): Promise<void> {
    return this.#options.spool.close()
  }
}
