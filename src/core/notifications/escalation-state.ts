/** The state of an escalation, for its readers. */
import { HOLD_NAMES, type HoldName } from '../incidents/hold.ts'
import type { Incident } from '../incidents/incident.ts'
import { type EscalationPolicy, type EscalationPosition, FIRST_STEP, findPosition } from './escalation-policy.ts'

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
  /** Time at which the opening was or will be sent, Unix ms. */
  startedAt: number
  /** Time of the next step, Unix ms; null when no step follows. */
  dueAt: number | null
}

/** The next step of an escalation. */
export interface NextStep extends EscalationPosition {
  /** Unix ms; null until a held opening is sent. */
  dueAt: number | null
}

/**
 * Returns the state of an escalation and its next step. An acknowledgement, a resolution and a deleted policy end it, so
 * no step follows.
 *
 * @param progress null while the opening is held
 * @param policy null after its deletion
 * @param heldBy why the incident sends no step for now
 * @param now Unix ms
 */
export function describeEscalation(
  { status }: Pick<Incident, 'status'>,
  progress: Progress | null,
  policy: Pick<EscalationPolicy, 'steps' | 'repeatCount'> | null,
  heldBy: HoldName | null,
  now: number,
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
