/** Input of incident decisions: evaluated check results and their context. */
import type { UnixMs } from '../platform/time/time.ts'
import type { Judgement, StatusChange } from '../results/state.ts'
import type { ExcludedPeriod } from '../results/uptime.ts'
import { type FlapState, NOT_FLAPPING } from './flapping.ts'

/** The effect of one check on its monitor's incidents. */
export interface EvaluationStep {
  /** Runtime status changes in order; empty when the status does not change. */
  changes: StatusChange[]
  /** Judgement after the last result. */
  judged: Judgement
  /** Whether the monitor stays degraded, but for another reason: see `hasCauseChanged`. */
  causeChanged?: boolean
  /** Number of new failing results. */
  failures: number
  failingRegions: string[]
  /** End of the deciding check. */
  at: UnixMs
}

/** The effect of all checks of one batch. */
export interface Evaluation extends EvaluationStep {
  monitorKey: number
  /**
   * The checks with an effect, one by one: a batch is decided as if each check had arrived separately. Absent: there
   * was one check. Empty: there was no check, but a deadline has passed.
   */
  steps?: readonly EvaluationStep[]
}

export const listSteps = (evaluation: Evaluation): readonly EvaluationStep[] => evaluation.steps ?? [evaluation]

/** Facts besides the checks that decide the effect of an evaluation. */
export interface EvaluationContext {
  /** Maintenance of the monitor around the time of the evaluation, in any order. */
  maintenance: readonly ExcludedPeriod[]
  /** Flapping state of the monitor before the evaluation. */
  flaps: FlapState
  /** Time between two checks; with 0 the monitor never counts as flapping. */
  intervalMs: number
}

export const NO_CONTEXT: EvaluationContext = Object.freeze({ maintenance: [], flaps: NOT_FLAPPING, intervalMs: 0 })
