/** Reads the state of an escalation: its policy, the last sent step and the next step, without addresses. */
import type { Incident } from '../../core/incidents/incident.ts'
import {
  type EscalationPolicy,
  type EscalationPosition,
  type EscalationStep,
  FIRST_STEP,
  isEscalatable,
} from '../../core/notifications/escalation-policy.ts'
import { describeEscalation, type NextStep } from '../../core/notifications/escalation-state.ts'
import { isSubscribedToOpening } from '../../core/notifications/target-events.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import { listEscalations, type StoredEscalation } from '../../store/incidents/incident-escalations.ts'
import { listIncidentPolicies } from '../../store/notifications/escalation-policies.ts'
import { listReachableTargets } from '../../store/notifications/recipients.ts'
import { findNewestOpening } from '../../store/notifications/sent-openings.ts'
import { listSchedulesById } from '../../store/on-call/on-call-schedules.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findOnCallUsers } from '../on-call/rotations.ts'
import { findHoldReasons } from './holds/index.ts'

export interface StepRecipient {
  /** Name of a target or a user; null for a deleted target, and when no user is on call in the schedule. */
  name: string | null
  /** Null for a target. */
  scheduleName: string | null
}

interface SentStep extends EscalationPosition {
  /** Unix ms. */
  sentAt: number
  recipients: StepRecipient[]
}

export interface IncidentEscalation {
  state: ReturnType<typeof describeEscalation>['state']
  /** Null after its deletion. */
  policy: Pick<EscalationPolicy, 'id' | 'name'> | null
  /** The last step with a recipient; null before the opening is sent. */
  last: SentStep | null
  next: (NextStep & { recipients: StepRecipient[] }) | null
}

/** @returns null when the incident does not follow a policy */
export async function readEscalation(db: Reader, incident: Incident, now: number): Promise<IncidentEscalation | null> {
  const stored = (await listEscalations(db, [incident.id])).get(incident.id) ?? null
  const heldBy = (await findHoldReasons(db, [incident], now))(incident)
  // A held opening starts no escalation until it is sent
  if (!stored && !(heldBy && isEscalatable(incident))) return null
  const policy = stored ? stored.policy : await findPolicy(db, incident)
  if (!stored && !policy) return null
  const { state, next } = describeEscalation(incident, stored, policy, heldBy, now)
  const step = next && policy!.steps[next.step - 1]!
  return {
    state,
    policy,
    last: stored && stored.startedAt <= now ? await findLastStep(db, stored) : null,
    next: next && { ...next, recipients: await listNextRecipients(db, incident, step!, next.dueAt ?? now) },
  }
}

const findPolicy = async (db: Reader, incident: Incident): Promise<EscalationPolicy | null> =>
  (await listIncidentPolicies(db, [incident])).get(incident.id)?.policy ?? null

async function findLastStep(db: Reader, stored: StoredEscalation): Promise<SentStep | null> {
  const opening = await findNewestOpening(db, stored.incidentId, stored.openedAt)
  if (!opening) return null
  const { round, step } = opening.escalation ?? FIRST_STEP
  const sentAt = opening.escalation ? opening.sentAt : stored.startedAt
  const onCall = await listOnCall(db, stored.policy?.steps[step - 1]?.scheduleIds ?? [], sentAt)
  const scheduleOf = (id: string) => onCall.find(({ userId }) => userId === id)?.scheduleName ?? null
  const recipients = opening.recipients.map(({ name, userId }) => ({
    name,
    scheduleName: userId === null ? null : scheduleOf(userId),
  }))
  return { round, step, sentAt, recipients }
}

/** Lists the recipients of a step at a moment, Unix ms: its reachable targets, and the users on call then. */
async function listNextRecipients(
  db: Reader,
  incident: Incident,
  { targetIds, scheduleIds }: EscalationStep,
  at: number,
): Promise<StepRecipient[]> {
  const reachable = await listReachableTargets(db, targetIds)
  const targets = targetIds.flatMap((id) => reachable.get(id) ?? [])
  const onCall = await listOnCall(db, scheduleIds, at)
  return [
    ...targets
      .filter((target) => isSubscribedToOpening(target, incident))
      .map(({ name }) => ({ name, scheduleName: null })),
    ...onCall.map(({ name, scheduleName }) => ({ name, scheduleName })),
  ]
}

interface OnCall {
  scheduleName: string
  /** Null when no user is on call. */
  userId: string | null
  name: string | null
}

async function listOnCall(db: Reader, scheduleIds: readonly string[], at: number): Promise<OnCall[]> {
  const schedules = [...(await listSchedulesById(db, scheduleIds)).values()]
  if (schedules.length === 0) return []
  const users = await findOnCallUsers(db, schedules, at)
  const names = await listUserNames(db, [...new Set([...users.values()].filter((id) => id !== null))])
  return schedules.map(({ id, name: scheduleName }) => {
    const userId = users.get(id) ?? null
    return { scheduleName, userId, name: userId && (names.get(userId) ?? '') }
  })
}
