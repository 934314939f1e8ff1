/** Delivers segments of the spool one after another, in batches. A segment is deleted when all of it is delivered. */
import { type CheckResult, PUSH_LIMIT } from '../../core/probes/protocol.ts'
import type { Segment, Spool } from './spool.ts'

export class SpoolReader {
  readonly #spool: Spool
  readonly #isWanted: (segment: Segment) => boolean
  #current: { segment: Segment; results: CheckResult[]; delivered: number } | null = null

  constructor(spool: Spool, isWanted: (segment: Segment) => boolean) {
    this.#spool = spool
    this.#isWanted = isWanted
  }

  /** Start of the oldest segment that is not delivered, Unix ms; null when there is none. */
  get startedAt(): number | null {
    return (this.#current?.segment ?? this.#spool.find(this.#isWanted))?.startedAt ?? null
  }

  /** Returns the next batch, and the same batch again until `acknowledge` is called. Null when no segment is left. */
  async readNext(): Promise<CheckResult[] | null> {
    for (;;) {
      if (this.#current === null) {
        const segment = this.#spool.find(this.#isWanted)
        if (!segment) return null
        this.#current = { segment, results: await this.#spool.take(segment), delivered: 0 }
      }
      const { results, delivered } = this.#current
      if (delivered < results.length) return results.slice(delivered, delivered + PUSH_LIMIT)
      await this.#finish()
    }
  }

  /** Records that the first results of the next batch were delivered. */
  async acknowledge(count: number): Promise<void> {
    if (this.#current === null) return
    this.#current.delivered += count
    this.#current.segment.count -= count
    if (this.#current.delivered >= this.#current.results.length) await this.#finish()
  }

  async #finish(): Promise<void> {
    const { segment } = this.#current!
    this.#current = null
    await this.#spool.remove(segment)
  }
}
