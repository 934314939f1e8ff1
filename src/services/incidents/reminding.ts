/** People are reminded of what nobody has taken up: see `core/incidents/reminder.ts`. */
import { isDown } from '../../core/incidents/hold.ts'
import { type Incident, momentAfter } from '../../core/incidents/incident.ts'
import { calls, nextReminder, type Reminder, reminderEvent } from '../../core/incidents/reminder.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { listFlapping } from '../../store/incidents/held-monitors.ts'
import { listHolds } from '../../store/incidents/incident-holds.ts'
import { lockIncidents } from '../../store/incidents/incident-locks.ts'
import {
  deleteReminders,
  listDueReminders,
  listReminders,
  listUnreached,
  nextReminderAt,
  type StoredReminder,
  saveReminders,
} from '../../store/incidents/incident-reminders.ts'
import { saveCounts } from '../../store/incidents/incidents.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import type { Tx } from '../../store/platform/store.ts'
import { type Message, tell } from '../notifications/tell.ts'
import type { Context } from '../platform/context.ts'
import { loadAncestry } from './ancestry.ts'
import { findAudiences } from './announce.ts'

/**
 * Sends what is due, each once: the next one is fixed in the transaction that writes it. Any number of servers do so;
 * an incident that one of them is busy with is passed over by the others.
 *
 * @returns how many incidents were looked at; fewer than `limit` when there are no more, or others have them
 */
export async function remind(context: Context, limit: number): Promise<number> {
  const { store } = context
  const { looked, sent } = await store.transact(async (tx) => {
    const now = context.now()
    const { locked, incidents } = await lockIncidents(tx, await listDueReminders(tx, now, limit))
    const known = await listReminders(tx, locked)
    const due = incidents.flatMap((incident) => {
      const reminder = known.get(incident.id)
      return reminder && reminder.dueAt <= now ? [{ incident, reminder }] : []
    })
    const there = new Set(incidents.map(({ id }) => id))
    await deleteReminders(
      tx,
      locked.filter((id) => !there.has(id)),
    )
    return { looked: locked.length, sent: await remindOf(tx, context, due, now) }
  })
  if (sent > 0) context.wake('deliveries')
  return looked
}

interface Due {
  incident: Incident
  reminder: StoredReminder
}

/** @returns how many are sent */
async function remindOf(tx: Tx, context: Context, due: readonly Due[], now: number): Promise<number> {
  const isWanted = ({ incident, reminder }: Due) => calls(incident) && reminder.intervalMinutes > 0
  const wanted = due.filter(isWanted)
  const isMuted = await findMuted(tx, wanted, now)
  const steps = wanted.map(({ incident, reminder }) => ({
    incident: { ...incident, updatedAt: momentAfter(incident, now) },
    reminder: nextReminder(reminder, reminder.intervalMinutes, !isMuted(incident), now),
    isSent: !isMuted(incident),
  }))
  await saveReminders(
    tx,
    steps.map(({ reminder }) => reminder),
  )
  await deleteReminders(
    tx,
    due.filter((each) => !isWanted(each)).map(({ incident }) => incident.id),
  )
  const sent = steps.filter(({ isSent }) => isSent)
  // What is told later of them lies behind this
  await saveCounts(
    tx,
    sent.map(({ incident }) => incident),
  )
  await tell(tx, context, await messagesOf(tx, context, sent, now))
  return sent.length
}

/** Whether nobody is to hear of an incident at this time: it is held, in maintenance, or comes and goes all the time. */
async function findMuted(tx: Tx, due: readonly Due[], now: number): Promise<(incident: Incident) => boolean> {
  const keys = [...new Set(due.map(({ reminder }) => reminder.monitorKey))]
  const ancestry = await loadAncestry(tx, keys, now)
  const inMaintenance = await listMaintenanceSpans(tx, keys, now, now + 1)
  const flapping = await listFlapping(tx, keys)
  const held = await listHolds(
    tx,
    due.map(({ incident }) => incident.id),
  )
  return ({ id, monitor }) => {
    const { key } = monitor!
    return held.has(id) || ancestry(key).some(isDown) || inMaintenance.has(key) || flapping.has(key)
  }
}

/** Longer than anything is tried again. */
const RECENTLY_MS = DAY_MS

/** Who cannot be reached at this time hears what has happened when they can, and not every reminder of it. */
async function messagesOf(
  tx: Tx,
  context: Context,
  sent: readonly { incident: Incident; reminder: Reminder }[],
  now: number,
): Promise<Message[]> {
  const audienceOf = await findAudiences(
    tx,
    sent.map(({ incident }) => incident),
  )
  const unreached = await listUnreached(
    tx,
    sent.map(({ incident }) => incident.id),
    now - RECENTLY_MS,
  )
  return sent.map(({ incident, reminder }) => ({
    id: context.newId(),
    event: reminderEvent(incident, reminder.number),
    incidentId: incident.id,
    targets: audienceOf(incident).filter(({ id }) => !unreached.get(incident.id)?.has(id)),
    at: incident.updatedAt,
  }))
}

/** When the next reminder is due, Unix ms; null when there is none. */
export const nextReminderDue = ({ store }: Pick<Context, 'store'>): Promise<number | null> => nextReminderAt(store.db)
