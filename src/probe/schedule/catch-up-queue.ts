/**
 * Brings forward the checks of monitors that are overdue, at a bounded rate. A monitor that waits for its turn stays on the
 * agenda: its own slot may come first.
 */

import { SECOND_MS } from '../../core/platform/time/time.ts'
import { planCatchUp } from '../../core/probes/schedule.ts'
import type { AssignedMonitor } from './assignment-table.ts'
import type { Clock } from './clock.ts'
import { parseTargetHost } from './target-host.ts'

interface CatchUpQueueOptions {
  clock: Clock
  /** Since when the monitor has been overdue, and when its next check is due, Unix ms. */
  getTimes: (monitor: AssignedMonitor) => { overdueSince: number; dueAt: number }
  /** The turn of this monitor has come. */
  onReady: (monitor: AssignedMonitor) => void
}

interface PlannedCheck {
  monitor: AssignedMonitor
  afterMs: number
}

/**
 * How often turns are given out. A process that stood still or is too busy gives out no more turns at once than one that is
 * punctual, so a weak machine catches up more slowly instead of starting too many checks.
 */
const STEP_MS = 50

export class CatchUpQueue {
  readonly #options: CatchUpQueueOptions
  readonly #waiting = new Set<AssignedMonitor>()
  /** Ascending. Turns of monitors that no longer wait are skipped. */
  #planned: PlannedCheck[] = []
  #readyCount = 0
  #elapsedMs = 0
  #cancelTimer: (() => void) | null = null

  constructor(options: CatchUpQueueOptions) {
    this.#options = options
  }

  /** Takes effect with the next `start`. */
  add(monitor: AssignedMonitor): void {
    this.#waiting.add(monitor)
  }

  /** The monitor has gone, or a check of it has begun. */
  remove(monitor: AssignedMonitor): void {
    this.#waiting.delete(monitor)
  }

  /** Plans all that wait, and gives out the first turns. */
  start(): void {
    if (this.#waiting.size === 0) return
    this.#planned = this.#plan([...this.#waiting])
    this.#waiting.clear()
    for (const { monitor } of this.#planned) this.#waiting.add(monitor)
    this.#readyCount = 0
    this.#elapsedMs = 0
    this.#cancelTimer?.()
    this.#releaseReady()
  }

  close(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #plan(overdue: AssignedMonitor[]): PlannedCheck[] {
    const { clock, getTimes } = this.#options
    const now = clock.now()
    const facts = overdue.map((monitor) => {
      const { overdueSince, dueAt } = getTimes(monitor)
      const { opinion, failures } = monitor.counters
      return {
        host: parseTargetHost(monitor.target),
        isFailing: opinion === 'down' || failures > 0,
        lateness: (now - overdueSince) / (monitor.config.intervalSeconds * SECOND_MS),
        dueInMs: dueAt - now,
      }
    })
    return planCatchUp(facts).map(({ index, afterMs }) => ({ monitor: overdue[index]!, afterMs }))
  }

  #releaseReady(): void {
    this.#cancelTimer = null
    for (
      let next = this.#planned[this.#readyCount];
      next && next.afterMs <= this.#elapsedMs;
      next = this.#planned[this.#readyCount]
    ) {
      this.#readyCount += 1
      if (this.#waiting.delete(next.monitor)) this.#options.onReady(next.monitor)
    }
    if (this.#readyCount === this.#planned.length) return
    this.#elapsedMs += STEP_MS
    this.#cancelTimer = this.#options.clock.after(STEP_MS, () => this.#releaseReady())
  }
}
