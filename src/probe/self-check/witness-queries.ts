/** Questions to witnesses: rounds that are under way at the same time share them, and their answers. */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { Clock } from '../schedule/clock.ts'
import type { KnownWitness } from './witness-memory.ts'

/** A lost first packet is sent again after 1 s, and the answer may take as long as to a distant host. */
export const QUERY_LIMIT_MS = 3 * SECOND_MS

/** One host is not asked more often than this. */
export const QUERY_INTERVAL_MS = 2 * SECOND_MS

/** @param signal aborts when time is up */
type Reach = (witness: KnownWitness, signal: AbortSignal) => Promise<boolean>

export class WitnessQueries {
  readonly #clock: Clock
  readonly #reach: Reach
  readonly #underWay = new Set<AbortController>()

  constructor(clock: Clock, reach: Reach) {
    this.#clock = clock
    this.#reach = reach
  }

  /** Asks a host, or returns what comes of the last question when that is recent. */
  query(witness: KnownWitness): Promise<boolean> {
    return witness.askedAt > this.#clock.monotonic() - QUERY_INTERVAL_MS ? witness.answer : this.queryAgain(witness)
  }

  queryAgain(witness: KnownWitness): Promise<boolean> {
    witness.askedAt = this.#clock.monotonic()
    witness.isSilent = true
    witness.answer = this.#sendQuery(witness)
    return witness.answer
  }

  close(): void {
    for (const abort of this.#underWay) abort.abort()
  }

  async #sendQuery(witness: KnownWitness): Promise<boolean> {
    const abort = new AbortController()
    this.#underWay.add(abort)
    const stopTimer = this.#clock.after(QUERY_LIMIT_MS, () => abort.abort())
    try {
      const isAnswered = await this.#reach(witness, abort.signal)
      if (isAnswered) witness.isSilent = false
      return isAnswered
    } finally {
      stopTimer()
      this.#underWay.delete(abort)
    }
  }
}

/** Whether there is news to expect from this witness: an answer of the last moments stays what it is. */
export const canQuery = ({ askedAt, isSilent }: KnownWitness, now: number): boolean =>
  isSilent || askedAt <= now - QUERY_INTERVAL_MS
