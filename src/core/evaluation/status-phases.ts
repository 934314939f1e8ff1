/** The statuses that a monitor passes through during an evaluation, in order, and their effect on incidents. */
import { type Evaluation, type EvaluationContext, type EvaluationStep, listSteps } from '../incidents/evaluation.ts'
import type { FlappingFacts } from '../incidents/event-facts.ts'
import {
  computeLastChangeAt,
  describeStable,
  expireFlapping,
  type FlapState,
  formatFlappingMessage,
  toFlappingFacts,
  toStableFacts,
  updateFlaps,
} from '../incidents/flapping.ts'
import { CHECKED_FAMILIES, type CheckedFamily } from '../incidents/incident.ts'
import { findMaintenanceAt } from '../maintenance/maintenance-span.ts'
import type { RuntimeStatus } from '../monitors/monitor.ts'
import type { UnixMs } from '../platform/time/time.ts'
import type { Judgement } from '../results/state.ts'
import type { ErrorType } from '../results/verdict.ts'

/** Why a monitor has a status. */
export interface PhaseCause {
  reason: string
  errorType: ErrorType | null
  errorMessage: string | null
}

export interface StatusPhase extends PhaseCause {
  status: RuntimeStatus
  /** Start of the evidence for the status. */
  at: UnixMs
  /** Time at which the status was detected, Unix ms. It decides whether maintenance defers an incident. */
  foundAt: number
  isChange: boolean
  /** The previous status; null when the status did not change. */
  from: RuntimeStatus | null
}

/** Lists the phases of a step. For a status that ended within the same step, only the reason is known. */
function listStepPhases({ changes, judged, causeChanged = false, at }: EvaluationStep): StatusPhase[] {
  const last = changes.at(-1)
  const passing = changes.slice(0, -1).map(
    (change): StatusPhase => ({
      status: change.to,
      at: change.at,
      foundAt: change.confirmedAt ?? change.at,
      reason: change.reason,
      errorType: null,
      errorMessage: change.reason,
      isChange: true,
      from: change.from,
    }),
  )
  const isChange = last !== undefined || causeChanged
  const reason = last?.reason ?? judged.reason
  const foundAt = last?.confirmedAt ?? last?.at ?? at
  return [...passing, { ...judged, at: last?.at ?? at, foundAt, reason, isChange, from: last?.from ?? null }]
}

export const isSlow = ({ status, errorType }: Pick<StatusPhase, 'status' | 'errorType'>): boolean =>
  status === 'degraded' && errorType === 'slow_response'

/**
 * Returns whether the cause of a degraded status changes from slow to partly down, or back. The status itself does not
 * show this.
 */
export const hasCauseChanged = (before: Judgement, after: Judgement): boolean =>
  before.status === 'degraded' && after.status === 'degraded' && isSlow(before) !== isSlow(after)

/** Returns the effect of a status on a family: failing, well, or unclear. */
export function judgeEffect(
  family: CheckedFamily,
  phase: Pick<StatusPhase, 'status' | 'errorType'>,
): 'failing' | 'well' | 'unclear' {
  if (phase.status === 'up') return 'well'
  if (isSlow(phase)) return family === 'slowness' ? 'failing' : 'well'
  return phase.status === 'down' && family === 'availability' ? 'failing' : 'unclear'
}

/** Returns the families in which a step opens or reopens an incident, unless one is open. */
export const listFailingFamilies = (step: EvaluationStep): CheckedFamily[] =>
  CHECKED_FAMILIES.filter((family) => listStepPhases(step).some((phase) => judgeEffect(family, phase) === 'failing'))

/** A status phase with the flapping state of the monitor. */
export interface AnnotatedPhase extends StatusPhase {
  flap: 'no' | 'begins' | 'lasts' | 'ends'
  /** Text about the flapping for notifications; empty when there is none. */
  flapMessage: string
  /** Facts about the flapping for events; null when there is none. */
  flapFacts: FlappingFacts | null
}

/** A step of an evaluation with its phases. */
export interface PhasedStep {
  /** Null when no check caused the phases. */
  step: EvaluationStep | null
  phases: AnnotatedPhase[]
}

/**
 * Returns the status phases of an evaluation. When a monitor was stable long enough before a phase, its flapping ended
 * before that phase. This end is a separate step, even if no job has noticed it. An evaluation without steps only
 * checks for the end of flapping.
 */
export function listPhases(
  evaluation: Evaluation,
  { maintenance, flaps: before, intervalMs }: EvaluationContext,
): { steps: PhasedStep[]; flaps: FlapState } {
  let flaps = before
  const expireAs = (then: PhaseFacts, at: number): AnnotatedPhase[] => {
    const stable = listStablePhases(flaps, then, at)
    flaps = expireFlapping(flaps, at)
    return stable
  }
  // Without results a monitor is not stable
  const expire = (was: RuntimeStatus, at: number) => (was === 'unknown' ? [] : expireAs(toPastFacts(was), at))
  const annotate = (phase: StatusPhase): AnnotatedPhase => {
    const was = flaps.flapping
    const { from, status: to, at } = phase
    const isPlanned = findMaintenanceAt(maintenance, at) !== null
    if (from !== null) flaps = updateFlaps(flaps, { from, to, at, isPlanned }, intervalMs)
    const is = flaps.flapping
    return {
      ...phase,
      flap: is ? (was ? 'lasts' : 'begins') : 'no',
      flapMessage: is ? formatFlappingMessage(flaps, is, to) : '',
      flapFacts: is && toFlappingFacts(flaps, is, to),
    }
  }
  const steps = listSteps(evaluation)
  const phased = steps.flatMap((step): PhasedStep[] => {
    const [first, ...others] = listStepPhases(step)
    const earlier = first!.from === null ? [] : expire(first!.from, first!.at)
    const phases = [annotate(first!)]
    for (const phase of others) phases.push(...expire(phase.from!, phase.at), annotate(phase))
    return [...toSeparateStep(earlier), { step, phases }]
  })
  if (steps.length === 0) phased.push(...toSeparateStep(expireAs(evaluation.judged, evaluation.at)))
  return { steps: phased, flaps }
}

type PhaseFacts = Pick<StatusPhase, 'status' | 'reason' | 'errorType' | 'errorMessage'>

/** Returns the facts of a past status. Only the status itself is known. */
const toPastFacts = (status: RuntimeStatus): PhaseFacts => ({
  status,
  reason: status,
  errorType: null,
  errorMessage: null,
})

const toSeparateStep = (phases: AnnotatedPhase[]): PhasedStep[] => (phases.length > 0 ? [{ step: null, phases }] : [])

/**
 * Returns the phase in which flapping ends, if the monitor has been stable long enough by `at`.
 *
 * @param then facts of the status at that time
 */
function listStablePhases({ flapping }: FlapState, then: PhaseFacts, at: number): AnnotatedPhase[] {
  if (!flapping || flapping.stableAt > at) return []
  const reason = describeStable(then.status, flapping)
  const lastChange = computeLastChangeAt(flapping)
  return [
    {
      ...then,
      at: lastChange,
      foundAt: lastChange,
      reason,
      isChange: false,
      from: null,
      flap: 'ends',
      flapMessage: `The monitor is ${reason}. Alerts are sent as usual again.`,
      flapFacts: toStableFacts(flapping, then.status),
    },
  ]
}
