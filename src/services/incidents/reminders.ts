/** Schedules and sends reminders of unacknowledged incidents: see `core/incidents/reminder.ts`. */

import type { Event } from '../../core/incidents/event.ts'
import { CHECKED_FAMILIES, getNextUpdateTime, type Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate, NewIncidentUpdate } from '../../core/incidents/incident-update.ts'
import { isRemindable, scheduleNextReminder, toReminderEvent } from '../../core/incidents/reminder.ts'
import { toUpdateFacts } from '../../core/incidents/update-event.ts'
import type { MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import { lockIncidents } from '../../store/incidents/incident-reads.ts'
import {
  deleteReminders,
  deleteRemindersOf,
  findNextReminderAt,
  insertReminders,
  listDueReminders,
  listRemindable,
  listReminders,
  listUnreached,
  moveReminders,
  type StoredReminder,
  saveReminders,
} from '../../store/incidents/incident-reminders.ts'
import { saveFailureCounts } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import { enqueueNotifications, type Notification } from '../notifications/notify.ts'
import { loadSubscriptions } from '../notifications/recipient-filters.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import { findHeld } from './holds/index.ts'
import { findRecipients } from './incident-recipients.ts'

/**
 * Updates the reminders of incidents after new entries, in at most two queries.
 *
 * @param entries in chronological order per incident
 */
export async function syncReminders({ tx, at }: BaseWork, entries: readonly IncidentUpdate[]): Promise<void> {
  const relevant = entries.filter(({ kind }) => REMINDER_KINDS.includes(kind))
  const incidents = [...new Map(relevant.map(({ incident }) => [incident.id, incident])).values()]
  const [remindable, others] = [incidents.filter(isRemindable), incidents.filter((incident) => !isRemindable(incident))]
  await restartReminders(tx, remindable, at)
  await deleteReminders(
    tx,
    others.map(({ id }) => id),
  )
}

const REMINDER_KINDS: readonly IncidentUpdate['kind'][] = [
  'created',
  'reopened',
  'acknowledged',
  'unacknowledged',
  'resolved',
]

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

/**
 * Sends each due reminder exactly once: the next reminder is scheduled in the same transaction. Safe with several
 * servers: each skips locked incidents.
 *
 * @returns the number of reviewed incidents; fewer than `limit` when no more are due, or when other servers have locked
 * them
 */
export const sendDueReminders = (context: Context, limit: number): Promise<number> =>
  transactSystem(context, async (work) => {
    const { tx, at: now } = work
    const { locked, incidents } = await lockIncidents(tx, await listDueReminders(tx, now, limit))
    const known = await listReminders(tx, locked)
    const due = incidents.flatMap((incident) => {
      const reminder = known.get(incident.id)
      return reminder && reminder.dueAt <= now ? [{ incident, reminder }] : []
    })
    const incidentIds = new Set(incidents.map(({ id }) => id))
    await deleteReminders(
      tx,
      locked.filter((id) => !incidentIds.has(id)),
    )
    await sendBatch(work, due)
    return locked.length
  })

interface DueReminder {
  incident: Incident
  reminder: StoredReminder
}

async function sendBatch(work: BaseWork, due: readonly DueReminder[]): Promise<void> {
  const { tx, at: now } = work
  const isWanted = ({ incident, reminder }: DueReminder) => isRemindable(incident) && reminder.intervalMinutes > 0
  const sendable = due.filter(isWanted)
  const isHeld = await findHeld(
    tx,
    sendable.map(({ incident }) => incident),
    now,
  )
  const steps = sendable.map(({ incident, reminder }) => ({
    incident: { ...incident, updatedAt: getNextUpdateTime(incident, now) },
    reminder: scheduleNextReminder(reminder, reminder.intervalMinutes, !isHeld(incident), now),
    isSent: !isHeld(incident),
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
  // Saves the time of the reminder, so that later entries get a later time
  await saveFailureCounts(
    tx,
    sent.map(({ incident }) => incident),
  )
  const reminders = sent.map(({ incident, reminder }) => ({
    id: work.newId(),
    incident,
    event: toReminderEvent(incident, reminder.number),
  }))
  await enqueueNotifications(work, await buildReminders(work, reminders))
}

/**
 * Sends a reminder of each incident whose snooze ended to the recipients of its earlier messages. The interval of regular
 * reminders starts again.
 *
 * @param updates the recorded ends
 */
export async function sendSnoozeReminders(work: BaseWork, updates: readonly NewIncidentUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const { tx, at: now } = work
  const known = await listReminders(
    tx,
    updates.map(({ incident }) => incident.id),
  )
  const next = [...known.values()].map((reminder) =>
    scheduleNextReminder(reminder, reminder.intervalMinutes, true, now),
  )
  await saveReminders(tx, next)
  const numbers = new Map(next.map(({ incidentId, number }) => [incidentId, number]))
  const reminders = updates.map((update) => {
    const { data, ...event } = toReminderEvent(update.incident, numbers.get(update.incident.id) ?? 1)
    return { ...update, event: { ...event, data: { ...data, update: toUpdateFacts(update) } } }
  })
  await enqueueNotifications(work, await buildReminders(work, reminders))
}

/** Longer than the retries of any delivery last. */
const RECENTLY_MS = DAY_MS

/**
 * Builds the reminders, without targets that have not yet received an earlier notification of the incident. When such a
 * target is reachable again, it receives the pending notifications but not every reminder.
 */
async function buildReminders(
  { tx, at: now }: BaseWork,
  sent: readonly { id: string; incident: Incident; event: Event }[],
): Promise<Notification[]> {
  const recipientsOf = await findRecipients(
    tx,
    sent.map(({ incident }) => ({ incident, isOpening: false })),
    now,
  )
  const unreached = await listUnreached(
    tx,
    sent.map(({ incident }) => incident.id),
    now - RECENTLY_MS,
  )
  const possible = sent.map((one) => {
    const recipients = recipientsOf({ incident: one.incident, isOpening: false })
    return { ...one, ...recipients, type: 'incident.reminder' as const }
  })
  const isWantedBy = await loadSubscriptions(tx, possible, now)
  return possible.map((one) => {
    const { id, event, incident, targets, annotate } = one
    return {
      id,
      event: annotate(event),
      incidentId: incident.id,
      targets: targets.filter((target) => isWantedBy(one, target) && !unreached.get(incident.id)?.has(target.id)),
      at: incident.updatedAt,
    }
  })
}

/** Returns when the next reminder is due, Unix ms; null when there is none. */
export const findNextReminder = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextReminderAt(store.db)
