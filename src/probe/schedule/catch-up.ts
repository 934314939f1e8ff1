/**
 * Brings forward the checks of monitors that are overdue, at a bounded rate. A monitor that waits for its turn stays on the
 * agenda: its own slot may come first.
 */

import { SECOND_MS } from '../../core/platform/time/time.ts'
import { planCatchUp } from '../../core/probes/schedule.ts'
import type { Clock } from './clock.ts'
import type { Held } from './roster.ts'
import { hostOf } from './target-host.ts'

interface CatchUpOptions {
  clock: Clock
  /** Since when the monitor has been overdue, and when its next check is due, Unix ms. */
  timesOf: (held: Held) => { overdueSince: number; dueAt: number }
  /** The turn of this monitor has come. */
  onTurn: (held: Held) => void
}

interface Turn {
  held: Held
  afterMs: number
}

/**
 * How often turns are given out. A process that stood still or is too busy gives out no more turns at once than one that is
 * punctual, so a weak machine catches up more slowly instead of starting too many checks.
 */
const STEP_MS = 50

export class CatchUp {
  readonly #options: CatchUpOptions
  readonly #waiting = new Set<Held>()
  /** Ascending. Turns of monitors that no longer wait are skipped. */
  #turns: Turn[] = []
  #given = 0
  #elapsedMs = 0
  #disarm: (() => void) | null = null

  constructor(options: CatchUpOptions) {
    this.#options = options
  }

  /** Takes effect with the next `start`. */
  add(held: Held): void {
    this.#waiting.add(held)
  }

  /** The monitor has gone, or a check of it has begun. */
  drop(held: Held): void {
    this.#waiting.delete(held)
  }

  /** Plans all that wait, and gives out the first turns. */
  start(): void {
    if (this.#waiting.size === 0) return
    this.#turns = this.#plan([...this.#waiting])
    this.#waiting.clear()
    for (const { held } of this.#turns) this.#waiting.add(held)
    this.#given = 0
    this.#elapsedMs = 0
    this.#disarm?.()
    this.#giveTurns()
  }

  close(): void {
    this.#disarm?.()
    this.#disarm = null
  }

  #plan(overdue: Held[]): Turn[] {
    const { clock, timesOf } = this.#options
    const now = clock.now()
    const facts = overdue.map((held) => {
      const { overdueSince, dueAt } = timesOf(held)
      const { opinion, failures } = held.counters
      return {
        host: hostOf(held.target),
        isFailing: opinion === 'down' || failures > 0,
        lateness: (now - overdueSince) / (held.terms.intervalSeconds * SECOND_MS),
        dueInMs: dueAt - now,
      }
    })
    return planCatchUp(facts).map(({ index, afterMs }) => ({ held: overdue[index]!, afterMs }))
  }

  #giveTurns(): void {
    this.#disarm = null
    for (
      let turn = this.#turns[this.#given];
      turn && turn.afterMs <= this.#elapsedMs;
      turn = this.#turns[this.#given]
    ) {
      this.#given += 1
      if (this.#waiting.delete(turn.held)) this.#options.onTurn(turn.held)
    }
    if (this.#given === this.#turns.length) return
    this.#elapsedMs += STEP_MS
    this.#disarm = this.#options.clock.after(STEP_MS, () => this.#giveTurns())
  }
}
