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
  /** Time of the next evaluation if no data changes earlier, Unix ms; null when the passing of time changes nothing. */
  dueAt: number | null
}
