/** Results of checks as incidents see them, and the circumstances in which they are judged. */

import type { Judgement, StatusChange } from '../results/state.ts'
import type { ExcludedPeriod } from '../results/uptime.ts'
import { type FlapState, NOT_FLAPPING } from './flapping.ts'

/** The effect of one check on its monitor's incidents. */
export interface EvaluationStep {
  /** Runtime status changes in order; empty when the status stays. */
  changes: StatusChange[]
  /** After the last result. */
  judged: Judgement
  /** The monitor was and is degraded, but for another reason: see `hasCauseChanged`. */
  causeChanged?: boolean
  /** Failing checks that were news. */
  failures: number
  failingRegions: string[]
  /** When the deciding result came about, Unix ms. */
  at: number
}

/** The effect of all checks of one batch. */
export interface Evaluation extends EvaluationStep {
  monitorKey: number
  /**
   * The checks with an effect, one by one: a batch is decided as if each check had come alone. Absent: there was one
   * check. Empty: only time went by.
   */
  steps?: readonly EvaluationStep[]
}

export const listSteps = (evaluation: Evaluation): readonly EvaluationStep[] => evaluation.steps ?? [evaluation]

/** Facts beside the checks that decide the effect of a turn. */
export interface EvaluationContext {
  /** Maintenance of the monitor around the time of the turn, in any order. */
  maintenance: readonly ExcludedPeriod[]
  /** Status changes of the monitor before the turn. */
  flaps: FlapState
  /** Time between two checks; with 0 the monitor never counts as flapping. */
  intervalMs: number
}

export const NO_CONTEXT: EvaluationContext = Object.freeze({ maintenance: [], flaps: NOT_FLAPPING, intervalMs: 0 })
