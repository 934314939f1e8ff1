/**
 * Sends the due steps of escalation policies, and reads the state of an escalation: see
 * `core/notifications/escalation-policy.ts`.
 */
import { HOLD_REVIEW_MS } from '../../core/incidents/hold.ts'
import type { Incident, Person } from '../../core/incidents/incident.ts'
import { toEscalatedEntry } from '../../core/incidents/incident-update.ts'
import { toStepEvent } from '../../core/incidents/update-event.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import {
  describeEscalation,
  describeStep,
  type EscalationPolicy,
  type EscalationPosition,
  type EscalationStep,
  FIRST_STEP,
  findPosition,
  isEscalatable,
  type NextStep,
  scheduleNextStep,
} from '../../core/notifications/escalation-policy.ts'
import { isSubscribedToOpening } from '../../core/notifications/target-events.ts'
import { Problem } from '../../core/platform/errors.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import {
  findNextEscalationAt,
  listDueEscalations,
  listEscalations,
  type StoredEscalation,
  saveEscalations,
} from '../../store/incidents/incident-escalations.ts'
import { listHolds } from '../../store/incidents/incident-holds.ts'
import { findIncident, lockIncidents } from '../../store/incidents/incident-reads.ts'
import { lockIncident, saveFailureCounts } from '../../store/incidents/incidents.ts'
import { listIncidentPolicies } from '../../store/notifications/escalation-policies.ts'
import { listReachableTargets } from '../../store/notifications/recipients.ts'
import { findNewestOpening } from '../../store/notifications/sent-openings.ts'
import { listSchedulesById } from '../../store/on-call/on-call-schedules.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { enqueueNotifications } from '../notifications/notify.ts'
import { listStepRecipients } from '../notifications/step-recipients.ts'
import { findOnCallUsers } from '../on-call/rotations.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { type BaseWork, transact, transactSystem } from '../platform/work.ts'
import { findHeld, findHoldReasons } from './holds/index.ts'
import { toIncidentNotFound, toPerson } from './incident-actions.ts'
import { findRecipients } from './incident-recipients.ts'
import { recordIncidentUpdates } from './incident-updates.ts'

/**
 * Sends each due step exactly once: the next step replaces it in the transaction that inserts its deliveries. Safe with
 * several servers: each skips locked incidents.
 *
 * @returns the number of reviewed incidents; fewer than `limit` when no more are due, or when other servers have locked
 * them
 */
export const sendDueEscalations = (context: Context, limit: number): Promise<number> =>
  transactSystem(context, async (work) => {
    const { tx, at: now } = work
    const { locked, incidents } = await lockIncidents(tx, await listDueEscalations(tx, now, limit))
    const known = await listEscalations(tx, locked)
    const incidentsById = new Map(incidents.map((incident) => [incident.id, incident]))
    const due = [...known.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now)
    const steps = due.flatMap((escalation) => toDueStep(escalation, incidentsById.get(escalation.incidentId)))
    const ongoing = new Set(steps.map(({ incident }) => incident.id))
    const over = due.filter(({ incidentId }) => !ongoing.has(incidentId))
    const isAnswerHeld = await findHeldAnswers(tx, incidents, over)
    await saveEscalations(
      tx,
      over.map((escalation) => ({ ...escalation, dueAt: isAnswerHeld(escalation) ? now + HOLD_REVIEW_MS : null })),
    )
    await sendBatch(work, steps)
    return locked.length
  })

interface DueStep {
  incident: Incident
  escalation: StoredEscalation
  policy: EscalationPolicy
}

/** @returns nothing when the escalation has ended: the incident is not open, or the policy was deleted or shortened */
function toDueStep(escalation: StoredEscalation, incident: Incident | undefined): DueStep[] {
  const { policy } = escalation
  const position = policy && findPosition(policy, escalation)
  if (!incident || !position || !isEscalatable(incident)) return []
  return [{ incident, escalation: { ...escalation, ...position }, policy }]
}

/**
 * Returns whether an escalation waits although its incident is not open. While a silence holds the acknowledgement or
 * the resolution, recipients still take the incident for open. When it is open again by the end of the silence, no
 * opening is sent that would start the escalation again.
 */
async function findHeldAnswers(
  tx: Tx,
  incidents: readonly Incident[],
  over: readonly StoredEscalation[],
): Promise<(escalation: StoredEscalation) => boolean> {
  const existing = new Set(incidents.map(({ id }) => id))
  const { silenced } = await listHolds(
    tx,
    over.map(({ incidentId }) => incidentId).filter((id) => existing.has(id)),
  )
  return ({ incidentId, policy }) => policy !== null && silenced.has(incidentId)
}

/**
 * Sends the next step of an escalation now.
 *
 * @param position of the step, so that two requests do not send two steps
 * @throws Problem RESOURCE_NOT_FOUND; CONFLICT when it is not the next step, or when the escalation does not go on
 */
export const sendNextStep = (
  context: Context,
  scope: MonitorScope,
  id: string,
  position: EscalationPosition,
): Promise<Incident> =>
  transact(context, scope, async (work) => {
    const { tx, at } = work
    const incident = await lockIncident(tx, work.projectId, id)
    if (!incident) throw toIncidentNotFound(id)
    const escalation = (await listEscalations(tx, [id])).get(id)
    if (!escalation?.policy) throw new Problem('CONFLICT', 'The incident follows no escalation policy')
    const { policy } = escalation
    const heldBy = (await findHoldReasons(tx, [incident], at))(incident)
    const { state, next } = describeEscalation(incident, { progress: escalation, policy, heldBy }, at)
    if (state !== 'active' || !next) throw new Problem('CONFLICT', `The escalation does not go on: ${state}`)
    const { round, step } = next
    if (round !== position.round || step !== position.step)
      throw new Problem('CONFLICT', `The next step is ${step} of round ${round}`)
    await sendBatch(work, [{ incident, escalation: { ...escalation, round, step }, policy }], toPerson(work.actor))
    const changes = { step: { to: step }, round: { to: round } }
    await work.logAudit({ action: 'incident.escalated', resourceType: 'incident', resourceId: id, changes })
    return (await findIncident(tx, work.projectId, id))!
  })

/** @param author the user who sent the steps early; null for due steps */
async function sendBatch(work: BaseWork, due: readonly DueStep[], author: Person | null = null): Promise<void> {
  const { tx, at: now } = work
  const isHeld = await findHeld(
    tx,
    due.map(({ incident }) => incident),
    now,
  )
  const [held, ready] = [
    due.filter(({ incident }) => isHeld(incident)),
    due.filter(({ incident }) => !isHeld(incident)),
  ]
  await saveEscalations(tx, [
    ...held.map(({ escalation }) => ({ ...escalation, dueAt: now + HOLD_REVIEW_MS })),
    ...ready.map(({ escalation, policy }) => ({ ...escalation, ...scheduleNextStep(policy, escalation, now) })),
  ])
  await sendSteps(work, ready, author)
}

/** Records steps in the timelines of their incidents, and notifies the recipients. */
async function sendSteps(work: BaseWork, steps: readonly DueStep[], author: Person | null): Promise<void> {
  const { tx, at: now } = work
  const recipientsOf = await listStepRecipients(
    tx,
    steps.map(({ escalation, policy }) => policy.steps[escalation.step - 1]!),
    now,
  )
  const updates = steps.map((due) => {
    const step = due.policy.steps[due.escalation.step - 1]!
    const isWanted = (target: NotificationTarget) => isSubscribedToOpening(target, due.incident)
    const { targets, names, unreached } = recipientsOf(step, due.policy, isWanted)
    const message = describeStep({ ...due.escalation, isEarly: author !== null }, names, unreached)
    return { due, targets, update: toEscalatedEntry(due.incident, message, author, now) }
  })
  await saveFailureCounts(
    tx,
    updates.map(({ update }) => update.incident),
  )
  const written = await recordIncidentUpdates(
    work,
    updates.map(({ update }) => update),
  )
  const idOf = new Map(written.map(({ id, incidentId }) => [incidentId, id]))
  const annotateOf = await findRecipients(
    tx,
    updates.map(({ update: { incident } }) => ({ incident, isOpening: true })),
    now,
  )
  await enqueueNotifications(
    work,
    updates.map(({ due, targets, update }) => ({
      id: idOf.get(update.incident.id)!,
      event: annotateOf({ incident: update.incident, isOpening: true }).annotate(
        toStepEvent(update, due.policy.name, due.escalation),
      ),
      incidentId: update.incident.id,
      targets,
      at: update.incident.updatedAt,
    })),
  )
}

/** Returns when the next step is due, Unix ms; null when there is none. */
export const findNextEscalation = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextEscalationAt(store.db)

export interface StepRecipient {
  /** Name of a target or a user; null for a deleted target, and when no user is on call in the schedule. */
  name: string | null
  /** Null for a target, and for a user whom the step names. */
  scheduleName: string | null
}

interface SentStep extends EscalationPosition {
  sentAt: UnixMs
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

/**
 * Reads the state of an escalation: its policy, the last sent step and the next step, without addresses.
 *
 * @returns null when the incident does not follow a policy
 */
export async function readEscalation(db: Reader, incident: Incident, now: number): Promise<IncidentEscalation | null> {
  const stored = (await listEscalations(db, [incident.id])).get(incident.id) ?? null
  const heldBy = (await findHoldReasons(db, [incident], now))(incident)
  // A held opening starts no escalation until it is sent
  if (!stored && !(heldBy && isEscalatable(incident))) return null
  const policy = stored ? stored.policy : await findPolicy(db, incident)
  if (!stored && !policy) return null
  const { state, next } = describeEscalation(incident, { progress: stored, policy, heldBy }, now)
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

/** Lists the recipients of a step at a moment, Unix ms: reachable targets, users on call then, and users whom it names. */
async function listNextRecipients(
  db: Reader,
  incident: Incident,
  { targetIds, scheduleIds, userIds }: EscalationStep,
  at: number,
): Promise<StepRecipient[]> {
  const reachable = await listReachableTargets(db, targetIds)
  const targets = targetIds.flatMap((id) => reachable.get(id) ?? [])
  const onCall = await listOnCall(db, scheduleIds, at)
  const names = await listUserNames(db, userIds)
  return [
    ...targets
      .filter((target) => isSubscribedToOpening(target, incident))
      .map(({ name }) => ({ name, scheduleName: null })),
    ...onCall.map(({ name, scheduleName }) => ({ name, scheduleName })),
    ...userIds.map((id) => ({ name: names.get(id) ?? '', scheduleName: null })),
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
