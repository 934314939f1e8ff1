/** Keeps the incidents of monitors that are paused, disabled or resumed: see `core/incidents/pause.ts`. */
import type { Incident } from '../../core/incidents/incident.ts'
import { type MonitoringChange, toMonitoringUpdate } from '../../core/incidents/pause.ts'
import { isRemindable, scheduleNextReminder } from '../../core/incidents/reminder.ts'
import { deleteFlaps } from '../../store/incidents/flaps.ts'
import { markSilencedDue, markSuppressionsDue } from '../../store/incidents/incident-holds.ts'
import { listReminders, saveReminders } from '../../store/incidents/incident-reminders.ts'
import { findPerson, lockOpenIncidents, saveFailureCounts } from '../../store/incidents/incidents.ts'
import { deleteDeferredIncidents } from '../../store/maintenance/deferred-incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { BaseWork } from '../platform/work.ts'
import { recordIncidentUpdates } from './incident-updates.ts'

/**
 * Adds an update to the open system incidents of monitors that are paused, disabled or resumed. The incidents stay as
 * they are, and nothing is sent: after a resume, the next checks decide.
 *
 * @param actorId null when no user made the change
 */
export async function recordMonitoringChanges(
  work: BaseWork,
  changes: readonly MonitoringChange[],
  actorId: string | null,
): Promise<void> {
  if (changes.length === 0) return
  const { tx, at: now } = work
  const keys = changes.map(({ key }) => key)
  await deleteFlaps(tx, keys)
  const open = await lockOpenIncidents(tx, keys)
  await deleteDeferredIncidents(tx, keys)
  if (open.length === 0) return
  const by = actorId === null ? null : await findPerson(tx, actorId)
  const changeByKey = new Map(changes.map((change) => [change.key, change]))
  const changeOf = ({ monitor }: Incident) => changeByKey.get(monitor!.key)!
  const updates = open.map((incident) => toMonitoringUpdate(incident, changeOf(incident), by, now))
  await saveFailureCounts(
    tx,
    updates.map(({ incident }) => incident),
  )
  await recordIncidentUpdates(work, updates)
  const resumed = open.filter((incident) => changeOf(incident).after.status === 'active')
  await postponeReminders(tx, resumed, now)
  await markSuppressionsDue(tx, keys, now)
  const projectIds = [...new Set(resumed.map(({ projectId }) => projectId))]
  if (projectIds.length > 0) await markSilencedDue(tx, projectIds, now)
}

/** Schedules the next reminder one interval after a resume, because a check decides first. */
async function postponeReminders(tx: Tx, resumed: readonly Incident[], now: number): Promise<void> {
  const reminders = await listReminders(
    tx,
    resumed.filter(isRemindable).map(({ id }) => id),
  )
  await saveReminders(
    tx,
    [...reminders.values()].map((reminder) => scheduleNextReminder(reminder, reminder.intervalMinutes, false, now)),
  )
}
