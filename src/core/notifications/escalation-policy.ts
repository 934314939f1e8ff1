/**
 * Escalation policies. An opening of an incident goes to the recipients of the first step. Each later step notifies its
 * recipients while no user acknowledges the incident and it is not resolved.
 */
import { CHECKED_FAMILIES, type Incident } from '../incidents/incident.ts'
import type { Issue } from '../platform/errors.ts'
import type { Managed } from '../platform/managed.ts'
import { MINUTE_MS } from '../platform/time/time.ts'

export interface EscalationStep {
  /** Minutes since the opening was sent; 0 for the first step. */
  afterMinutes: number
  targetIds: string[]
  /** On-call schedules; the users on call at the time of the step are notified. */
  scheduleIds: string[]
}

export interface EscalationPolicy extends Managed {
  id: string
  organizationId: string
  projectId: string
  name: string
  steps: EscalationStep[]
  /** Number of rounds after the first round. */
  repeatCount: number
  /** Minutes from the last step of a round to the first step of the next. */
  repeatAfterMinutes: number
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

export const MAX_STEPS = 10
export const MAX_REPEATS = 10
/** Maximum number of policies of a project. */
export const MAX_POLICIES = 100
/** Maximum time of a step after the opening: a week. */
export const MAX_AFTER_MINUTES = 10_080
export const DEFAULT_REPEAT_AFTER_MINUTES = 30

/** Returns the first step that is not later than the step before it. */
export function findStepIssue(steps: readonly Pick<EscalationStep, 'afterMinutes'>[]): Issue | null {
  const toIssue = (index: number, message: string): Issue => ({ field: `steps.${index}.after_minutes`, message })
  if (steps[0] && steps[0].afterMinutes !== 0) return toIssue(0, 'must be 0: the first step is the opening')
  const index = steps.findIndex((step, at) => at > 0 && step.afterMinutes <= steps[at - 1]!.afterMinutes)
  return index === -1
    ? null
    : toIssue(index, `must be more than the ${steps[index - 1]!.afterMinutes} minutes of the step before`)
}

/** A step of a round. Both count from 1. */
export interface EscalationPosition {
  round: number
  step: number
}

/** The step that sends the opening. */
export const FIRST_STEP: EscalationPosition = { round: 1, step: 1 }

/**
 * Returns the step after a sent step, and its due time. The interval counts from the time at which the step was sent, so
 * steps that came due during an interruption are not sent together.
 *
 * @param sentAt Unix ms
 * @returns null after the last step of the last round
 */
export function scheduleNextStep(
  { steps, repeatCount, repeatAfterMinutes }: Pick<EscalationPolicy, 'steps' | 'repeatCount' | 'repeatAfterMinutes'>,
  { round, step }: EscalationPosition,
  sentAt: number,
): (EscalationPosition & { dueAt: number }) | null {
  const next = steps[step]
  if (next) {
    const waitMinutes = next.afterMinutes - steps[step - 1]!.afterMinutes
    return { round, step: step + 1, dueAt: sentAt + waitMinutes * MINUTE_MS }
  }
  if (round > repeatCount) return null
  return { round: round + 1, step: 1, dueAt: sentAt + repeatAfterMinutes * MINUTE_MS }
}

/**
 * Returns the position of a pending step after changes of its policy. The next round replaces a step that was removed.
 *
 * @returns null when no round is left
 */
export function findPosition(
  { steps, repeatCount }: Pick<EscalationPolicy, 'steps' | 'repeatCount'>,
  { round, step }: EscalationPosition,
): EscalationPosition | null {
  const position = step <= steps.length ? { round, step } : { round: round + 1, step: 1 }
  return position.round <= repeatCount + 1 ? position : null
}

/** Returns whether later steps follow the opening of an incident. Expiry incidents have separate warnings. */
export const isEscalatable = ({ family, status }: Pick<Incident, 'family' | 'status'>): boolean =>
  status === 'open' && CHECKED_FAMILIES.some((checked) => checked === family)

/**
 * Returns the entry of a step in the timeline.
 *
 * @param names of the recipients; empty when the step can notify no recipient
 * @param unreached reasons why schedules of the step notify no user
 */
export function describeStep(
  { round, step }: EscalationPosition,
  names: readonly string[],
  unreached: readonly string[],
): string {
  const position = `step ${step}${round > 1 ? ` of round ${round}` : ''}`
  const reasons = unreached.length > 0 ? unreached : ['all of its targets are disabled, deleted or without this event']
  if (names.length === 0) return `Escalation ${position} notified no recipient: ${reasons.join(', ')}`
  return [`Escalated to ${position}: ${names.join(', ')}`, ...unreached].join('; ')
}
