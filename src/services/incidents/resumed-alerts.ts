/** Continues the alerts of incidents whose acknowledgement ended: the escalation, and openings to contact methods with a delay. */
import type { Incident } from '../../core/incidents/incident.ts'
import type { NewIncidentUpdate } from '../../core/incidents/incident-update.ts'
import { toStepEvent } from '../../core/incidents/update-event.ts'
import { FIRST_STEP, resumeStep, scheduleNextStep } from '../../core/notifications/escalation-policy.ts'
import { listEscalations, type StoredEscalation, saveEscalations } from '../../store/incidents/incident-escalations.ts'
import { listOpeningRecipients } from '../../store/notifications/recipients.ts'
import { findNewestOpening } from '../../store/notifications/sent-openings.ts'
import { enqueueNotifications } from '../notifications/notify.ts'
import { listStepRecipients } from '../notifications/step-recipients.ts'
import type { BaseWork } from '../platform/work.ts'

/** An acknowledgement that ended. */
interface EndedAcknowledgement {
  before: Incident
  /** The recorded end. */
  update: NewIncidentUpdate
}

/** Continues each escalation with the step and the wait that were left when the incident was acknowledged. */
export async function resumeAlerts(work: BaseWork, ended: readonly EndedAcknowledgement[]): Promise<void> {
  if (ended.length === 0) return
  const known = await listEscalations(
    work.tx,
    ended.map(({ before }) => before.id),
  )
  for (const { before, update } of ended) {
    const escalation = known.get(before.id)
    if (escalation?.policy) await resumeEscalation(work, { before, update }, escalation)
  }
}

async function resumeEscalation(
  work: BaseWork,
  { before, update }: EndedAcknowledgement,
  escalation: StoredEscalation,
): Promise<void> {
  const { tx, at: now } = work
  const policy = escalation.policy!
  const opening = await findNewestOpening(tx, before.id, escalation.openedAt)
  const sent = { ...(opening?.escalation ?? FIRST_STEP), sentAt: opening?.sentAt ?? escalation.startedAt }
  // A step that came due during the acknowledgement is no longer scheduled
  const next = escalation.dueAt === null ? scheduleNextStep(policy, sent, sent.sentAt) : escalation
  if (next?.dueAt) {
    const dueAt = resumeStep(next.dueAt, before.acknowledgedAt ?? now, now)
    await saveEscalations(tx, [{ ...escalation, round: next.round, step: next.step, dueAt }])
  }
  await enqueueDelayed(work, update, { ...escalation, round: sent.round, step: sent.step })
}

/** Enqueues the openings of the last step again that the acknowledgement has cancelled. Their delay starts again. */
async function enqueueDelayed(work: BaseWork, update: NewIncidentUpdate, escalation: StoredEscalation): Promise<void> {
  const { tx, at: now } = work
  const policy = escalation.policy!
  const sent = policy.steps[escalation.step - 1]
  if (!sent || sent.scheduleIds.length === 0) return
  const { incident } = update
  const received = await listOpeningRecipients(tx, [{ id: incident.id, since: escalation.openedAt }], now)
  const reached = new Set(received.get(incident.id)?.map(({ id }) => id))
  const { targets } = (await listStepRecipients(tx, [sent], now))(sent)
  await enqueueNotifications(work, [
    {
      id: update.id,
      event: toStepEvent(update, policy.name, escalation),
      incidentId: incident.id,
      targets: targets.filter(({ id, delayMinutes = 0 }) => delayMinutes > 0 && !reached.has(id)),
      at: incident.updatedAt,
    },
  ])
}
