/** Reviews due holds, and sends the alerts of the ended ones: the same for all reasons. */
import type { IncidentUpdate } from '../../../core/incidents/incident-update.ts'
import { isRemindable } from '../../../core/incidents/reminder.ts'
import type { UnixMs } from '../../../core/platform/time/time.ts'
import {
  deleteHolds,
  listDueHolds,
  listHolds,
  type StoredReason,
  saveHolds,
} from '../../../store/incidents/incident-holds.ts'
import { lockIncidents } from '../../../store/incidents/incident-reads.ts'
import { saveFailureCounts, saveIncidents } from '../../../store/incidents/incidents.ts'
import type { Context } from '../../platform/context.ts'
import { type BaseWork, transactSystem } from '../../platform/work.ts'
import { notifyRecorded, recordIncidentUpdates } from '../incident-updates.ts'
import { restartReminders, sendSnoozeReminders } from '../reminders.ts'
import { resumeAlerts } from '../resumed-alerts.ts'
import type { HoldReason, HoldReview, Release } from './hold-reason.ts'
import { findHeld, REVIEWED_REASONS } from './index.ts'

interface ReviewResult {
  /**
   * Number of reviewed incidents. It is below the limit when no more are due, or when other servers have locked them.
   */
  count: number
  /** Keys of monitors whose next result is awaited. */
  awaited: readonly number[]
}

/**
 * Reviews the due holds of a reason and sends each released message exactly once: the hold is deleted in the transaction
 * that enqueues the message. Safe with several servers: each skips locked incidents.
 *
 * @param interruptedAt end of this server's latest interruption
 */
export const reviewHolds = (
  context: Context,
  name: StoredReason,
  limit: number,
  interruptedAt?: UnixMs,
): Promise<ReviewResult> =>
  transactSystem(context, async (work) => {
    const { tx, at: now } = work
    const reason = REVIEWED_REASONS.find((one) => one.name === name)!
    const { locked, incidents } = await lockIncidents(tx, await listDueHolds(tx, name, now, limit))
    const holds = await listHolds(tx, locked)
    const notDue = [...holds[name].values()].filter(({ reviewAt }) => reviewAt > now)
    const later = new Set(notDue.map(({ incidentId }) => incidentId))
    const due = incidents.filter(({ id }) => holds[name].has(id) && !later.has(id))
    const review = await reason.review(tx, due, holds, {
      now,
      interruptedAt,
      findHeld: (some) => findHeld(tx, some, now),
    })
    await saveHolds(tx, review.staying)
    // Also the holds of deleted incidents: normally there are none, but a row that stays due would block the rows after it
    const kept = new Set([...later, ...review.staying.map(({ incidentId }) => incidentId)])
    const ended = locked.filter((id) => !kept.has(id))
    await deleteHolds(
      tx,
      ended.map((incidentId) => ({ reason: name, incidentId })),
    )
    await release(work, reason, review)
    return { count: locked.length, awaited: review.awaited ?? [] }
  })

async function release(work: BaseWork, reason: HoldReason, { released, explained = [] }: HoldReview): Promise<void> {
  const { tx } = work
  const listUpdates = (as: Release['as']) => released.filter((one) => one.as === as).map(({ update }) => update)
  const [late, reminders] = [listUpdates('late alert'), listUpdates('reminder')]
  const recorded = listUpdates('recorded').map((update) => ({ id: work.newId(), ...update }))
  await saveFailureCounts(tx, [...explained, ...late].map(getIncident))
  await saveIncidents(tx, reminders.map(getIncident)) // a snooze that ends changes further columns
  const written = await recordIncidentUpdates(work, [...explained, ...late, ...reminders])
  await notifyRecorded(work, recorded, reason)
  const restarted = [...late, ...recorded, ...reminders.filter(endsAcknowledgement)]
  await restartReminders(tx, restarted.map(getIncident).filter(isRemindable), work.at)
  const idOf = new Map(written.map(({ id, incidentId }) => [incidentId, id]))
  const endedSnoozes = reminders.map((update) => ({ ...update, id: idOf.get(update.incident.id)! }))
  await sendSnoozeReminders(work, endedSnoozes)
  const beforeOf = new Map(released.flatMap((one) => (one.as === 'reminder' ? [[one.before.id, one.before]] : [])))
  await resumeAlerts(
    work,
    endedSnoozes.filter(endsAcknowledgement).map((update) => ({ before: beforeOf.get(update.incident.id)!, update })),
  )
}

const getIncident = ({ incident }: IncidentUpdate) => incident

const endsAcknowledgement = ({ fromStatus }: IncidentUpdate): boolean => fromStatus === 'acknowledged'
