/**
 * Results that could not be delivered immediately, and the order of their delivery.
 *
 * There are two queues, so that new results do not wait for hours of old ones after a long server outage. Recent
 * results are sent first, in order and before new ones, because the server counts consecutive failures. Older results
 * only go into the history, so they are sent every second time.
 */

import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import type { Clock } from '../schedule/clock.ts'
import { type Spool, SpoolReader } from './spool.ts'

interface BacklogOptions {
  spool: Spool
  clock: Clock
  report: (message: string, error: unknown) => void
}

export interface BacklogBatch {
  results: readonly CheckResult[]
  /** Marks the batch as delivered or discarded. */
  complete(): Promise<void>
}

/** A result affects the monitor state for two intervals. Almost no result older than this still does. */
const RECENT_MS = 10 * MINUTE_MS

/** Delay before a failed disk is tried again. */
const DISK_RETRY_MS = 30 * SECOND_MS

export class Backlog {
  readonly #options: BacklogOptions
  readonly #recent: SpoolReader
  readonly #history: SpoolReader
  #isHistoryNext = false
  /** Time of the next attempt to write to a failed disk, monotonic ms; null while the disk works. */
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

  /** Start of the oldest recent results, Unix ms; null when there are none. */
  get recentAt(): number | null {
    return this.#recent.startedAt
  }

  get dropped(): number {
    return this.#options.spool.dropped
  }

  /**
   * @param isNewWaiting whether results that are not on disk wait for delivery
   * @returns null when new results are next, or when the backlog is empty
   */
  async fetchNext(isNewWaiting: boolean): Promise<BacklogBatch | null> {
    this.#isHistoryNext = !this.#isHistoryNext
    const queues = this.#isHistoryNext ? [this.#history, this.#recent] : [this.#recent, this.#history]
    for (const queue of queues) {
      if (queue === this.#history && !this.#isHistoryNext && isNewWaiting) return null
      const results = await queue.readNext()
      if (results) return { results, complete: () => queue.acknowledge(results.length) }
    }
    return null
  }

  /** @returns whether the results are stored on disk */
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
