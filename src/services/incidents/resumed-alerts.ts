/** Continues the alerts of incidents whose acknowledgement ended: the escalation, and openings to contact methods with a delay. */
import type { Incident } from '../../core/incidents/incident.ts'
import type { NewIncidentUpdate } from '../../core/incidents/incident-update.ts'
import { toStepEvent } from '../../core/incidents/update-event.ts'
import {
  computeSentAt,
  type EscalationPosition,
  FIRST_STEP,
  findSentStep,
  resumeStep,
  scheduleNextStep,
} from '../../core/notifications/escalation-policy.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { listEscalations, type StoredEscalation, saveEscalations } from '../../store/incidents/incident-escalations.ts'
import { listOpeningRecipients } from '../../store/notifications/recipients.ts'
import { findNewestOpening } from '../../store/notifications/sent-openings.ts'
import type { Tx } from '../../store/platform/store.ts'
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
  const sent = findSentStep(policy, escalation)
  const acknowledgedAt = before.acknowledgedAt ?? now
  // A step that came due during the acknowledgement is no longer scheduled
  const next =
    escalation.dueAt === null
      ? scheduleNextStep(policy, sent, Math.min(acknowledgedAt, await findSentAt(tx, escalation, sent)))
      : escalation
  if (next.dueAt !== null) {
    const dueAt = resumeStep(next.dueAt, acknowledgedAt, now)
    await saveEscalations(tx, [{ ...escalation, round: next.round, step: next.step, dueAt }])
  }
  await enqueueDelayed(work, update, { ...escalation, ...sent })
}

/** Finds when a step was sent. The acknowledgement may have cancelled all of its messages; the time is then computed. */
async function findSentAt(
  tx: Tx,
  { incidentId, openedAt, startedAt, policy }: StoredEscalation,
  sent: EscalationPosition,
): Promise<UnixMs> {
  const opening = await findNewestOpening(tx, incidentId, openedAt)
  const { round, step } = opening?.escalation ?? FIRST_STEP
  return opening && round === sent.round && step === sent.step
    ? opening.sentAt
    : computeSentAt(policy!, sent, startedAt)
}

/** Enqueues the openings of the last step again that the acknowledgement has cancelled. Their delay starts again. */
async function enqueueDelayed(work: BaseWork, update: NewIncidentUpdate, escalation: StoredEscalation): Promise<void> {
  const { tx, at: now } = work
  const policy = escalation.policy!
  const sent = policy.steps[escalation.step - 1]
  if (!sent || sent.scheduleIds.length + sent.userIds.length === 0) return
  const { incident } = update
  const received = await listOpeningRecipients(tx, [{ id: incident.id, since: escalation.openedAt }], now)
  const reached = new Set(received.get(incident.id)?.map(({ id }) => id))
  const { targets } = (await listStepRecipients(tx, [sent], now))(sent, policy)
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
