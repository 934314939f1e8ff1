/** What a probe has done since it started: the proof that checks are made, and how punctually. */
import { createHistogram } from 'node:perf_hooks'

export interface RunnerStats {
  /** Monitors held now. */
  monitors: number
  /** Checks running now, and those that are due and wait for their turn. */
  running: number
  waiting: number
  /** Checks that fell due, those missed included. */
  scheduled: number
  /** Checks that gave a result, the inconclusive ones included. */
  executed: number
  /** Slots of the grid that passed without a check: the one before still ran, or the machine slept. */
  missed: number
  inconclusive: number
  /** Results that the server has not acknowledged, and those that were given up for lack of room. */
  unsent: number
  unsentDropped: number
  /** From due to started. */
  latenessMs: { p50: number; p99: number; max: number }
}

export class StatsCounter {
  scheduled = 0
  executed = 0
  missed = 0
  inconclusive = 0
  readonly #computeLateness = createHistogram({ lowest: 1, highest: 86_400_000, figures: 2 })

  countStarted(latenessMs: number): void {
    // The histogram begins at 1, so it holds one more than what is meant
    this.#computeLateness.record(Math.max(0, Math.round(latenessMs)) + 1)
  }

  countEnded(isInconclusive: boolean): void {
    this.executed += 1
    if (isInconclusive) this.inconclusive += 1
  }

  /** Slots that passed; they were due as well. */
  countSkipped(slots: number): void {
    this.scheduled += slots
    this.missed += slots
  }

  computeLateness(): RunnerStats['latenessMs'] {
    const at = (percent: number) => this.#computeLateness.percentile(percent) - 1
    return this.#computeLateness.count === 0 ? { p50: 0, p99: 0, max: 0 } : { p50: at(50), p99: at(99), max: at(100) }
  }
}
