/** What looking at one watched thing gives. */
import type { ExpiryProblem, ExpiryRecovery } from '../../core/expiry/expiry-alert.ts'
import type { ExpiryMonitor } from '../../store/expiry/expiry-monitors.ts'
import type { ExpiryWatch } from '../../store/expiry/expiry-watches.ts'

/** A watch that is due, and its monitor, which is active. */
export interface DueWatch {
  watch: ExpiryWatch
  monitor: ExpiryMonitor
}

export interface ExpiryEvaluation extends DueWatch {
  outcome: ExpiryProblem | ExpiryRecovery
  /** When to look again, unless somebody has a reason before, Unix ms; null when time alone changes nothing. */
  dueAt: number | null
}
