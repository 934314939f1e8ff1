/**
 * Escalation policies. An opening of an incident goes to the recipients of the first step. Each later step notifies its
 * recipients while no user acknowledges the incident and it is not resolved.
 */
import Type, { type Static } from 'typebox'
import { HOLD_NAMES, type HoldName } from '../incidents/hold.ts'
import { CHECKED_FAMILIES, type Incident } from '../incidents/incident.ts'
import type { Issue } from '../platform/errors.ts'
import { describeResource, type ProjectResource } from '../platform/fields/resource.ts'
import { Name, References } from '../platform/fields/schema.ts'
import { MINUTE_MS, type UnixMs } from '../platform/time/time.ts'

/** Maximum number of policies of a project. */
export const MAX_POLICIES = 100

/** Maximum time of a step after the opening: a week. */
const MAX_AFTER_MINUTES = 10_080

/** Maximum number of targets of a step, of its schedules and of its users. */
const MAX_STEP_RECIPIENTS = 20

const Step = Type.Object({
  afterMinutes: Type.Integer({
    minimum: 0,
    maximum: MAX_AFTER_MINUTES,
    description: 'Minutes since the opening was sent; 0 for the first step, and more than the step before',
    examples: [0],
  }),
  targetIds: References('notification_targets', {
    maxItems: MAX_STEP_RECIPIENTS,
    default: [],
    description: 'Notification targets of the step. A deleted target is removed from its steps',
  }),
  scheduleIds: References('on_call_schedules', {
    maxItems: MAX_STEP_RECIPIENTS,
    default: [],
    description:
      'Notifies the users who are on call at the time of the step through their contact methods. A deleted schedule ' +
      'is removed from its steps',
  }),
  userIds: References('users', {
    maxItems: MAX_STEP_RECIPIENTS,
    default: [],
    description:
      'Notifies these members of the organization through their contact methods. A former member is removed from the ' +
      'steps',
  }),
})
export type EscalationStep = Static<typeof Step>

export const POLICY = describeResource(
  'escalation_policy',
  Type.Object({
    name: Name(80, { examples: ['On-call'] }),
    steps: Type.Array(Step, {
      minItems: 1,
      maxItems: 10,
      description: 'A step has at least one notification target, on-call schedule or user',
    }),
    repeatCount: Type.Integer({
      minimum: 0,
      maximum: 10,
      default: 0,
      description: 'Number of times all steps are repeated',
    }),
    repeatAfterMinutes: Type.Integer({
      minimum: 1,
      maximum: MAX_AFTER_MINUTES,
      default: 30,
      description: 'Minutes from the last step to the first step of the next round',
    }),
  }),
)
export type PolicyDraft = Static<typeof POLICY.schema>
export type EscalationPolicy = PolicyDraft & ProjectResource

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
 * @returns without a due time after the last step of the last round
 */
export function scheduleNextStep(
  { steps, repeatCount, repeatAfterMinutes }: Pick<EscalationPolicy, 'steps' | 'repeatCount' | 'repeatAfterMinutes'>,
  { round, step }: EscalationPosition,
  sentAt: UnixMs,
): EscalationPosition & { dueAt: UnixMs | null } {
  const next = steps[step]
  if (next) {
    const waitMinutes = next.afterMinutes - steps[step - 1]!.afterMinutes
    return { round, step: step + 1, dueAt: sentAt + waitMinutes * MINUTE_MS }
  }
  return { round: round + 1, step: 1, dueAt: round > repeatCount ? null : sentAt + repeatAfterMinutes * MINUTE_MS }
}

/** Returns the last sent step of an escalation: the step before the next one. */
export const findSentStep = (
  { steps }: Pick<EscalationPolicy, 'steps'>,
  { round, step }: EscalationPosition,
): EscalationPosition => (step > 1 ? { round, step: step - 1 } : { round: Math.max(1, round - 1), step: steps.length })

/** Returns when a step was sent if nothing interrupted the escalation. */
export function computeSentAt(
  policy: Parameters<typeof scheduleNextStep>[0],
  sent: EscalationPosition,
  startedAt: UnixMs,
): UnixMs {
  let last = { ...FIRST_STEP, dueAt: startedAt }
  while (last.round < sent.round || last.step < sent.step) {
    const { dueAt, ...next } = scheduleNextStep(policy, last, last.dueAt)
    if (dueAt === null) break
    last = { ...next, dueAt }
  }
  return last.dueAt
}

/**
 * Returns when a step is due after an acknowledgement ended. The clock of the escalation stops meanwhile, so the
 * remaining wait is the same.
 */
export const resumeStep = (dueAt: UnixMs, acknowledgedAt: UnixMs, now: UnixMs): UnixMs =>
  now + Math.max(0, dueAt - acknowledgedAt)

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
 * @param unreached reasons why schedules and users of the step are not notified
 */
export function describeStep(
  { round, step, isEarly }: EscalationPosition & { isEarly: boolean },
  names: readonly string[],
  unreached: readonly string[],
): string {
  const position = `step ${step}${round > 1 ? ` of round ${round}` : ''}`
  const reasons = unreached.length > 0 ? unreached : ['all of its targets are disabled, deleted or without this event']
  if (names.length === 0) return `Escalation ${position} notified no recipient: ${reasons.join(', ')}`
  return [`Escalated ${isEarly ? 'early ' : ''}to ${position}: ${names.join(', ')}`, ...unreached].join('; ')
}

export const ESCALATION_STATES = [
  'active',
  ...HOLD_NAMES,
  'acknowledged',
  'resolved',
  'policy_deleted',
  'finished',
] as const
type EscalationState = (typeof ESCALATION_STATES)[number]

/** The stored escalation of an incident. */
interface Progress extends EscalationPosition {
  /** Time at which the opening was or will be sent. */
  startedAt: UnixMs
  /** Time of the next step; null when no step follows. */
  dueAt: UnixMs | null
}

/** The next step of an escalation. */
export interface NextStep extends EscalationPosition {
  /** Null until a held opening is sent. */
  dueAt: UnixMs | null
}

interface Escalation {
  /** Null while the opening is held. */
  progress: Progress | null
  /** Null after its deletion. */
  policy: Pick<EscalationPolicy, 'steps' | 'repeatCount'> | null
  /** Why the incident sends no step for now. */
  heldBy: HoldName | null
}

/**
 * Returns the state of an escalation and its next step. An acknowledgement, a resolution and a deleted policy end it, so
 * no step follows.
 */
export function describeEscalation(
  { status }: Pick<Incident, 'status'>,
  { progress, policy, heldBy }: Escalation,
  now: UnixMs,
): { state: EscalationState; next: NextStep | null } {
  if (status !== 'open') return { state: status, next: null }
  if (!policy) return { state: 'policy_deleted', next: null }
  const next = findNextStep(progress, policy, now)
  return next ? { state: heldBy ?? 'active', next } : { state: 'finished', next: null }
}

function findNextStep(
  progress: Progress | null,
  policy: Pick<EscalationPolicy, 'steps' | 'repeatCount'>,
  now: number,
): NextStep | null {
  if (!progress) return { ...FIRST_STEP, dueAt: null }
  const { startedAt, dueAt } = progress
  // The opening waits for the end of maintenance
  if (startedAt > now) return { ...FIRST_STEP, dueAt: startedAt }
  const position = dueAt === null ? null : findPosition(policy, progress)
  return position && { ...position, dueAt }
}
