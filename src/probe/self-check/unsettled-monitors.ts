/** The monitors whose last check did not settle their state: it was inconclusive, or its failure is not confirmed. */
import type { CheckStatus } from '../../core/results/verdict.ts'
import type { AssignedMonitor } from '../schedule/assignment-table.ts'

export class UnsettledMonitors {
  /** Inconclusive checks in a row. */
  readonly #inconclusiveCount = new Map<AssignedMonitor, number>()
  /** When the first failure of the row was over, Unix ms. */
  readonly #failingSince = new Map<AssignedMonitor, number>()

  /** @param held with its counters after the check */
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

  /** How many inconclusive checks in a row were the last of this monitor. */
  countInconclusive(monitor: AssignedMonitor): number {
    return this.#inconclusiveCount.get(monitor) ?? 0
  }

  /** How many monitors the last check left inconclusive. */
  get inconclusiveCount(): number {
    return this.#inconclusiveCount.size
  }

  /** Returns the monitors whose last check was inconclusive, and counts their next one as the first. */
  takeInconclusive(): AssignedMonitor[] {
    const taken = [...this.#inconclusiveCount.keys()]
    this.#inconclusiveCount.clear()
    return taken
  }

  /** Returns the monitors whose failures are not confirmed and began at `since` or later, Unix ms; forgets the failures. */
  takeFailing(since: number): AssignedMonitor[] {
    const taken = [...this.#failingSince].filter(([, at]) => at >= since).map(([monitor]) => monitor)
    for (const monitor of taken) this.#failingSince.delete(monitor)
    return taken
  }
}
