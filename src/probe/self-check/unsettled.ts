/** The monitors whose last check did not settle their state: it was inconclusive, or its failure is not confirmed. */
import type { CheckStatus } from '../../core/results/verdict.ts'
import type { Held } from '../schedule/roster.ts'

export class Unsettled {
  /** Inconclusive checks in a row. */
  readonly #inconclusive = new Map<Held, number>()
  /** When the first failure of the row was over, Unix ms. */
  readonly #failingSince = new Map<Held, number>()

  /** @param held with its counters after the check */
  note(held: Held, status: CheckStatus, endedAt: number): void {
    if (status === 'inconclusive') this.#inconclusive.set(held, this.runOf(held) + 1)
    else this.#inconclusive.delete(held)
    const { opinion, failures } = held.counters
    if (opinion === 'down' || failures === 0) this.#failingSince.delete(held)
    else if (!this.#failingSince.has(held)) this.#failingSince.set(held, endedAt)
  }

  forget(held: Held): void {
    this.#inconclusive.delete(held)
    this.#failingSince.delete(held)
  }

  /** How many inconclusive checks in a row were the last of this monitor. */
  runOf(held: Held): number {
    return this.#inconclusive.get(held) ?? 0
  }

  /** How many monitors the last check left inconclusive. */
  get inconclusive(): number {
    return this.#inconclusive.size
  }

  /** Returns the monitors whose last check was inconclusive, and counts their next one as the first. */
  takeInconclusive(): Held[] {
    const taken = [...this.#inconclusive.keys()]
    this.#inconclusive.clear()
    return taken
  }

  /** Returns the monitors whose failures are not confirmed and began at `since` or later, Unix ms; forgets the failures. */
  takeFailing(since: number): Held[] {
    const taken = [...this.#failingSince].filter(([, at]) => at >= since).map(([held]) => held)
    for (const held of taken) this.#failingSince.delete(held)
    return taken
  }
}
