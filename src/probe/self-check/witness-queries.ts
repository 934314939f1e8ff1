/** Questions to witnesses. Simultaneous rounds share them and their answers. */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { Clock } from '../schedule/clock.ts'
import type { KnownWitness } from './witness-memory.ts'

/** A lost first packet is sent again after 1 s, and a distant host may take as long to answer. */
export const QUERY_LIMIT_MS = 3 * SECOND_MS

/** Minimum time between two questions to one host. */
export const QUERY_INTERVAL_MS = 2 * SECOND_MS

/** @param signal aborts at the deadline */
type Reach = (witness: KnownWitness, signal: AbortSignal) => Promise<boolean>

export class WitnessQueries {
  readonly #clock: Clock
  readonly #reach: Reach
  readonly #underWay = new Set<AbortController>()

  constructor(clock: Clock, reach: Reach) {
    this.#clock = clock
    this.#reach = reach
  }

  /** Asks a host, or returns the result of a recent question. */
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

/** Whether a new question to this witness is useful: a very recent answer stays valid. */
export const canQuery = ({ askedAt, isSilent }: KnownWitness, now: number): boolean =>
  isSilent || askedAt <= now - QUERY_INTERVAL_MS
