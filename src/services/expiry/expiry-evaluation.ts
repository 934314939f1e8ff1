/** The result of evaluating one expiry watch. */
import type { ExpiryProblem, ExpiryRecovery } from '../../core/expiry/expiry-alert.ts'
import type { ExpiryMonitor } from '../../store/expiry/expiry-monitors.ts'
import type { ExpiryWatch } from '../../store/expiry/expiry-watches.ts'

/** A due watch and its active monitor. */
export interface DueWatch {
  watch: ExpiryWatch
  monitor: ExpiryMonitor
}

export interface ExpiryEvaluation extends DueWatch {
  outcome: ExpiryProblem | ExpiryRecovery
  /** Next evaluation if no data changes before, Unix ms; null when time by itself changes nothing. */
  dueAt: number | null
}
