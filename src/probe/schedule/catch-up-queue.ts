/**
 * Runs the checks of overdue monitors at a bounded rate. A waiting monitor stays in the timer queue: its own slot may
 * come first.
 */

import { SECOND_MS } from '../../core/platform/time/time.ts'
import { planCatchUp } from '../../core/probes/schedule.ts'
import type { AssignedMonitor } from './assignment-table.ts'
import type { Clock } from './clock.ts'
import { parseTargetHost } from './target-host.ts'

interface CatchUpQueueOptions {
  clock: Clock
  /** Since when the monitor has been overdue, and its next due time, Unix ms. */
  getTimes: (monitor: AssignedMonitor) => { overdueSince: number; dueAt: number }
  /** Called when this monitor may be checked. */
  onReady: (monitor: AssignedMonitor) => void
}

interface PlannedCheck {
  monitor: AssignedMonitor
  afterMs: number
}

/**
 * Interval of releases. A process that was stalled or is too busy releases no more checks at once than a punctual one.
 * A weak machine therefore catches up more slowly instead of starting too many checks.
 */
const STEP_MS = 50

export class CatchUpQueue {
  readonly #options: CatchUpQueueOptions
  readonly #waiting = new Set<AssignedMonitor>()
  /** Ascending by time. Entries of monitors that no longer wait are skipped. */
  #planned: PlannedCheck[] = []
  #readyCount = 0
  #elapsedMs = 0
  #cancelTimer: (() => void) | null = null

  constructor(options: CatchUpQueueOptions) {
    this.#options = options
  }

  /** Adds a monitor; takes effect with the next `start`. */
  add(monitor: AssignedMonitor): void {
    this.#waiting.add(monitor)
  }

  /** Removes a monitor that was unassigned, or whose check has started. */
  remove(monitor: AssignedMonitor): void {
    this.#waiting.delete(monitor)
  }

  /** Plans all waiting monitors, and releases the first ones. */
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
