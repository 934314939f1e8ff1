/** Statistics of a probe since its start: proof that checks run, and how punctually. */
import { createHistogram } from 'node:perf_hooks'

export interface RunnerStats {
  /** Monitors currently assigned. */
  monitors: number
  /** Running checks, and due checks that wait for a slot. */
  running: number
  waiting: number
  /** Checks that became due, including missed ones. */
  scheduled: number
  /** Checks with a result, including inconclusive ones. */
  executed: number
  /** Slots of the grid without a check: the previous check was still running, or the machine slept. */
  missed: number
  inconclusive: number
  /** Results that the server has not acknowledged, and results discarded for lack of room. */
  unsent: number
  unsentDropped: number
  /** Delay between due time and start. */
  latenessMs: { p50: number; p99: number; max: number }
}

export class StatsCounter {
  scheduled = 0
  executed = 0
  missed = 0
  inconclusive = 0
  readonly #lateness = createHistogram({ lowest: 1, highest: 86_400_000, figures: 2 })

  countStarted(latenessMs: number): void {
    // The histogram starts at 1, so each value is stored plus one
    this.#lateness.record(Math.max(0, Math.round(latenessMs)) + 1)
  }

  countEnded(isInconclusive: boolean): void {
    this.executed += 1
    if (isInconclusive) this.inconclusive += 1
  }

  /** Counts skipped slots; they were due as well. */
  countSkipped(slots: number): void {
    this.scheduled += slots
    this.missed += slots
  }

  computeLateness(): RunnerStats['latenessMs'] {
    const at = (percent: number) => this.#lateness.percentile(percent) - 1
    return this.#lateness.count === 0 ? { p50: 0, p99: 0, max: 0 } : { p50: at(50), p99: at(99), max: at(100) }
  }
}
