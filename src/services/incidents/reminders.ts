/** When people are to be reminded of what nobody has taken up; `reminding.ts` does it. */

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
 * What entries in the life of incidents mean for their reminders: two queries at most.
 *
 * @param entries those of one incident in the order in which they happened
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

/** The next reminder of these comes an interval from now, and is the first. @param incidents that call for some */
export const restartReminders = (tx: Tx, incidents: readonly Incident[], now: number): Promise<void> =>
  insertReminders(
    tx,
    incidents.map(({ id, monitor }) => ({ incidentId: id, monitorKey: monitor!.key })),
    now,
  )

type ReminderTerms = Pick<MonitorConfig, 'reminderIntervalMinutes'>

/** Ends, begins or moves the reminders that are to come, where the interval changes. */
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
