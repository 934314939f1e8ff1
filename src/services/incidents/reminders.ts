/** When people are to be reminded of what nobody has taken up; `reminding.ts` does it. */

import { CHECKED_FAMILIES, type Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import { calls } from '../../core/incidents/reminder.ts'
import type { MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import {
  beginReminders,
  deleteReminders,
  deleteRemindersOf,
  listRemindable,
  shiftReminders,
} from '../../store/incidents/incident-reminders.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'

/**
 * What entries in the life of incidents mean for their reminders: two queries at most.
 *
 * @param entries those of one incident in the order in which they happened
 */
export async function followReminders(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  entries: readonly IncidentUpdate[],
): Promise<void> {
  const turned = entries.filter(({ kind }) => TURNS.includes(kind))
  const incidents = [...new Map(turned.map(({ incident }) => [incident.id, incident])).values()]
  const [calling, quiet] = [incidents.filter(calls), incidents.filter((incident) => !calls(incident))]
  await restartReminders(tx, calling, now())
  await deleteReminders(
    tx,
    quiet.map(({ id }) => id),
  )
}

const TURNS: readonly IncidentUpdate['kind'][] = ['created', 'reopened', 'acknowledged', 'resolved']

/** The next reminder of these comes an interval from now, and is the first. @param incidents that call for some */
export const restartReminders = (tx: Tx, incidents: readonly Incident[], now: number): Promise<void> =>
  beginReminders(
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
  await beginReminders(tx, await listRemindable(tx, begun, CHECKED_FAMILIES), at)
  const moved = changed.filter(({ from, to }) => from !== 0 && to !== 0)
  await shiftReminders(
    tx,
    moved.map(({ monitorKey, from, to }) => ({ monitorKey, byMs: (to - from) * MINUTE_MS })),
  )
}
