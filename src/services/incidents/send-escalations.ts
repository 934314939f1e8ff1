/** Sends the due steps of escalation policies: see `core/notifications/escalation-policy.ts`. */
import { type Event, toIncidentEvent } from '../../core/incidents/event.ts'
import { HOLD_REVIEW_MS } from '../../core/incidents/hold.ts'
import type { Incident } from '../../core/incidents/incident.ts'
import { type IncidentUpdate, toQuietEntry } from '../../core/incidents/incident-update.ts'
import { toUpdateFacts } from '../../core/incidents/update-event.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import {
  describeStep,
  type EscalationPolicy,
  findPosition,
  isEscalatable,
  scheduleNextStep,
} from '../../core/notifications/escalation-policy.ts'
import { isSubscribedToOpening } from '../../core/notifications/target-events.ts'
import { formatIsoTime } from '../../core/platform/time/time.ts'
import {
  findNextEscalationAt,
  listDueEscalations,
  listEscalations,
  type StoredEscalation,
  saveEscalations,
} from '../../store/incidents/incident-escalations.ts'
import { listHolds } from '../../store/incidents/incident-holds.ts'
import { lockIncidents } from '../../store/incidents/incident-locks.ts'
import { saveFailureCounts } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import { enqueueNotifications } from '../notifications/notify.ts'
import { listStepRecipients } from '../notifications/step-recipients.ts'
import type { Context } from '../platform/context.ts'
import { findHeld } from './holds/index.ts'
import { findRecipients } from './incident-recipients.ts'
import { recordIncidentUpdates } from './incident-updates.ts'

/**
 * Sends each due step exactly once: the next step replaces it in the transaction that inserts its deliveries. Safe with
 * several servers: each skips locked incidents.
 *
 * @returns the number of reviewed incidents; fewer than `limit` when no more are due, or when other servers have locked
 * them
 */
export async function sendDueEscalations(context: Context, limit: number): Promise<number> {
  const { reviewed, sent } = await context.store.transact(async (tx) => {
    const now = context.now()
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
    return { reviewed: locked.length, sent: await sendBatch(tx, context, steps, now) }
  })
  if (sent > 0) context.wake('deliveries')
  return reviewed
}

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

/** @returns the number of sent steps */
async function sendBatch(tx: Tx, context: Context, due: readonly DueStep[], now: number): Promise<number> {
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
    ...ready.map(({ escalation, policy }) => ({
      ...escalation,
      dueAt: null,
      ...scheduleNextStep(policy, escalation, now),
    })),
  ])
  await sendSteps(tx, context, ready, now)
  return ready.length
}

/** Records steps in the timelines of their incidents, and notifies the recipients. */
async function sendSteps(tx: Tx, context: Context, steps: readonly DueStep[], now: number): Promise<void> {
  const recipientsOf = await listStepRecipients(
    tx,
    steps.map(({ escalation, policy }) => policy.steps[escalation.step - 1]!),
    now,
  )
  const updates = steps.map((due) => {
    const step = due.policy.steps[due.escalation.step - 1]!
    const isWanted = (target: NotificationTarget) => isSubscribedToOpening(target, due.incident)
    const { targets, names, unreached } = recipientsOf(step, isWanted)
    const message = describeStep(due.escalation, names, unreached)
    return { due, targets, update: toQuietEntry(due.incident, message, null, now) }
  })
  await saveFailureCounts(
    tx,
    updates.map(({ update }) => update.incident),
  )
  const written = await recordIncidentUpdates(
    tx,
    context,
    updates.map(({ update }) => update),
  )
  const idOf = new Map(written.map(({ id, incidentId }) => [incidentId, id]))
  const annotateOf = await findRecipients(
    tx,
    updates.map(({ update: { incident } }) => ({ incident, isOpening: true })),
    now,
  )
  await enqueueNotifications(
    tx,
    context,
    updates.map(({ due, targets, update }) => ({
      id: idOf.get(update.incident.id)!,
      event: annotateOf({ incident: update.incident, isOpening: true }).annotate(toEvent(due, update)),
      incidentId: update.incident.id,
      targets,
      at: update.incident.updatedAt,
    })),
  )
}

/** A recipient of a later step may not know the incident yet, so the event is an opening. */
function toEvent({ escalation, policy }: DueStep, update: IncidentUpdate): Event {
  const { incident } = update
  const type = incident.reopenedAt === null ? 'incident.opened' : 'incident.reopened'
  const { data, ...event } = toIncidentEvent(type, incident, incident.updatedAt)
  const { round, step, startedAt } = escalation
  const facts = { policy_name: policy.name, round, step, started_at: formatIsoTime(startedAt) }
  return { ...event, data: { ...data, update: toUpdateFacts(update), escalation: facts } }
}

/** Returns when the next step is due, Unix ms; null when there is none. */
export const findNextEscalation = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextEscalationAt(store.db)
