/** The statuses that a monitor passes through within a turn, one after another, and what each means for incidents. */

import { type Evaluation, type EvaluationContext, type EvaluationStep, listSteps } from '../incidents/evaluation.ts'
import {
  computeLastChangeAt,
  describeStable,
  expireFlapping,
  type FlapState,
  formatFlappingMessage,
  updateFlaps,
} from '../incidents/flapping.ts'
import { CHECKED_FAMILIES, type CheckedFamily } from '../incidents/incident.ts'
import { findMaintenanceAt } from '../maintenance/maintenance-span.ts'
import type { RuntimeStatus } from '../monitors/monitor.ts'
import type { Judgement } from '../results/state.ts'
import type { ErrorType } from '../results/verdict.ts'

export interface StatusPhase {
  status: RuntimeStatus
  /** Since when there is evidence of it, Unix ms. */
  at: number
  /** When it was found. Whether maintenance holds back an incident goes by this. */
  foundAt: number
  reason: string
  errorType: ErrorType | null
  errorMessage: string | null
  isChange: boolean
  /** The status before it; null when that is the same. */
  from: RuntimeStatus | null
}

/** Of a status that was over again within the step, no more is known than the reason. */
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

/** Whether a monitor that stays degraded goes from slow to partly down, or back; its status does not tell. */
export const hasCauseChanged = (before: Judgement, after: Judgement): boolean =>
  before.status === 'degraded' && after.status === 'degraded' && isSlow(before) !== isSlow(after)

/** What a status says about a family: it fails, it is well, or neither can be told. */
export function judgeEffect(family: CheckedFamily, phase: StatusPhase): 'failing' | 'well' | 'unclear' {
  if (phase.status === 'up') return 'well'
  if (isSlow(phase)) return family === 'slowness' ? 'failing' : 'well'
  return phase.status === 'down' && family === 'availability' ? 'failing' : 'unclear'
}

/** Kinds of cause that a step opens, or opens again, unless one of them is open. */
export const listFailingFamilies = (step: EvaluationStep): CheckedFamily[] =>
  CHECKED_FAMILIES.filter((family) => listStepPhases(step).some((phase) => judgeEffect(family, phase) === 'failing'))

/** A stage, and whether its monitor is flapping then. */
export interface AnnotatedPhase extends StatusPhase {
  flap: 'no' | 'begins' | 'lasts' | 'ends'
  /** What people are told of that; empty where there is nothing to tell. */
  flapMessage: string
}

/** A step of a turn with its stages. */
export interface PhasedStep {
  /** Null when no check is what brings them about. */
  step: EvaluationStep | null
  phases: AnnotatedPhase[]
}

/**
 * Goes through the stages of a turn. A monitor that was steady long enough before one of them is flapping no longer by
 * then, whether or not somebody saw it; that is a step of its own. A turn without steps asks for nothing but that.
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

/** Of what a status was about that is over, no more is known. */
const toPastFacts = (status: RuntimeStatus): PhaseFacts => ({
  status,
  reason: status,
  errorType: null,
  errorMessage: null,
})

const toSeparateStep = (phases: AnnotatedPhase[]): PhasedStep[] => (phases.length > 0 ? [{ step: null, phases }] : [])

/** The stage in which a monitor has become steady by `at`, if it has. @param then what it was or is by then */
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
    },
  ]
}
