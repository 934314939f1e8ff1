/** Monitors whose last check did not settle their state: it was inconclusive, or its failure is not confirmed. */
import type { CheckStatus } from '../../core/results/verdict.ts'
import type { AssignedMonitor } from '../schedule/assignment-table.ts'

export class UnsettledMonitors {
  /** Consecutive inconclusive checks. */
  readonly #inconclusiveCount = new Map<AssignedMonitor, number>()
  /** End of the first check of consecutive failures, Unix ms. */
  readonly #failingSince = new Map<AssignedMonitor, number>()

  /** @param monitor with its counters after the check */
  record(monitor: AssignedMonitor, status: CheckStatus, endedAt: number): void {
    if (status === 'inconclusive') this.#inconclusiveCount.set(monitor, this.countInconclusive(monitor) + 1)
    else this.#inconclusiveCount.delete(monitor)
    const { opinion, failures } = monitor.counters
    if (opinion === 'down' || failures === 0) this.#failingSince.delete(monitor)
    else if (!this.#failingSince.has(monitor)) this.#failingSince.set(monitor, endedAt)
  }

  delete(monitor: AssignedMonitor): void {
    this.#inconclusiveCount.delete(monitor)
    this.#failingSince.delete(monitor)
  }

  /** Number of consecutive inconclusive checks that ended with the last check of this monitor. */
  countInconclusive(monitor: AssignedMonitor): number {
    return this.#inconclusiveCount.get(monitor) ?? 0
  }

  /** Number of monitors whose last check was inconclusive. */
  get inconclusiveCount(): number {
    return this.#inconclusiveCount.size
  }

  /** Returns the monitors whose last check was inconclusive, and resets their counts. */
  takeInconclusive(): AssignedMonitor[] {
    const taken = [...this.#inconclusiveCount.keys()]
    this.#inconclusiveCount.clear()
    return taken
  }

  /**
   * Returns the monitors with unconfirmed failures that began at `since` or later, Unix ms, and deletes these failures.
   */
  takeFailing(since: number): AssignedMonitor[] {
    const taken = [...this.#failingSince].filter(([, at]) => at >= since).map(([monitor]) => monitor)
    for (const monitor of taken) this.#failingSince.delete(monitor)
    return taken
  }
}
