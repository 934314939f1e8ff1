/** When people are to be reminded of what nobody has taken up; `reminding.ts` does it. */
import { CHECKED_FAMILIES, type Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import { calls } from '../../core/notifications/reminder.ts'
import { MINUTE_MS } from '../../core/platform/time.ts'
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

/** A monitor wants its reminders at other times, from those on that are to come. @param before 0 is none */
export async function changeReminders(
  tx: Tx,
  monitorKey: number,
  before: number,
  after: number,
  now: number,
): Promise<void> {
  if (before === after) return
  if (after === 0) await deleteRemindersOf(tx, monitorKey)
  else if (before === 0) await beginReminders(tx, await listRemindable(tx, monitorKey, CHECKED_FAMILIES), now)
  else await shiftReminders(tx, monitorKey, (after - before) * MINUTE_MS)
}
