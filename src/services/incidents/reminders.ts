/** Schedules reminders of unacknowledged incidents; `send-reminders.ts` sends them. */

import { CHECKED_FAMILIES, type Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import { isRemindable } from '../../core/incidents/reminder.ts'
import type { MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import {
  deleteReminders,
  deleteRemindersOf,
  insertReminders,
  listRemindable,
  moveReminders,
} from '../../store/incidents/incident-reminders.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'

/**
 * Updates the reminders of incidents after new entries, in at most two queries.
 *
 * @param entries in chronological order per incident
 */
export async function syncReminders(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  entries: readonly IncidentUpdate[],
): Promise<void> {
  const relevant = entries.filter(({ kind }) => REMINDER_KINDS.includes(kind))
  const incidents = [...new Map(relevant.map(({ incident }) => [incident.id, incident])).values()]
  const [remindable, others] = [incidents.filter(isRemindable), incidents.filter((incident) => !isRemindable(incident))]
  await restartReminders(tx, remindable, now())
  await deleteReminders(
    tx,
    others.map(({ id }) => id),
  )
}

const REMINDER_KINDS: readonly IncidentUpdate['kind'][] = ['created', 'reopened', 'acknowledged', 'resolved']

/**
 * Restarts the reminders of incidents: the next one is sent after one interval and has number 1.
 *
 * @param incidents remindable incidents
 */
export const restartReminders = (tx: Tx, incidents: readonly Incident[], now: number): Promise<void> =>
  insertReminders(
    tx,
    incidents.map(({ id, monitor }) => ({ incidentId: id, monitorKey: monitor!.key })),
    now,
  )

type ReminderTerms = Pick<MonitorConfig, 'reminderIntervalMinutes'>

/** Deletes, creates or moves the pending reminders of monitors whose reminder interval changes. */
export async function changeReminders(
  tx: Tx,
  updates: readonly { key: number; before: ReminderTerms; after: ReminderTerms }[],
  { at }: { at: number },
): Promise<void> {
  const changes = updates.map(({ key, before, after }) => ({
    monitorKey: key,
    from: before.reminderIntervalMinutes,
    to: after.reminderIntervalMinutes,
  }))
  const keysOf = (some: typeof changes) => some.map(({ monitorKey }) => monitorKey)
  const changed = changes.filter(({ from, to }) => from !== to)
  await deleteRemindersOf(tx, keysOf(changed.filter(({ to }) => to === 0)))
  const begun = keysOf(changed.filter(({ from }) => from === 0))
  await insertReminders(tx, await listRemindable(tx, begun, CHECKED_FAMILIES), at)
  const moved = changed.filter(({ from, to }) => from !== 0 && to !== 0)
  await moveReminders(
    tx,
    moved.map(({ monitorKey, from, to }) => ({ monitorKey, byMs: (to - from) * MINUTE_MS })),
  )
}
