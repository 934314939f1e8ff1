/** Ends snoozes whose time has passed, and notifies the recipients of the incidents again. */
import type { Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import { scheduleNextReminder, toReminderEvent } from '../../core/incidents/reminder.ts'
import { endSnooze } from '../../core/incidents/snooze.ts'
import { toUpdateFacts } from '../../core/incidents/update-event.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { lockIncidents } from '../../store/incidents/incident-locks.ts'
import { listReminders, saveReminders } from '../../store/incidents/incident-reminders.ts'
import {
  deleteSnoozeReviews,
  findNextSnoozeAt,
  listDueSnoozes,
  saveSnoozeReviews,
} from '../../store/incidents/incident-snoozes.ts'
import { saveIncidents } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import { enqueueNotifications } from '../notifications/notify.ts'
import type { Context } from '../platform/context.ts'
import { recordIncidentUpdates } from './incident-updates.ts'
import { findQuiet } from './quiet-incidents.ts'
import { buildReminders } from './send-reminders.ts'

/** Interval between reviews of an end that waits for the end of a silence, a suppression, a pause or maintenance. */
const REVIEW_MS = MINUTE_MS

/**
 * Ends each due snooze exactly once: the incident changes in the transaction that inserts the deliveries. Safe with
 * several servers: each skips locked incidents.
 *
 * @returns the number of reviewed incidents; fewer than `limit` when no more are due, or when other servers have locked
 * them
 */
export async function endDueSnoozes(context: Context, limit: number): Promise<number> {
  const { reviewed, sent } = await context.store.transact(async (tx) => {
    const now = context.now()
    const { locked, incidents } = await lockIncidents(tx, await listDueSnoozes(tx, now, limit))
    const snoozed = incidents.filter(({ snoozedUntil }) => snoozedUntil !== null)
    // A snooze that changed before the lock is not due
    const due = snoozed.filter(({ snoozedUntil }) => snoozedUntil! <= now)
    const isQuiet = await findQuiet(tx, due, now)
    const ready = due.filter((incident) => !isQuiet(incident))
    const kept = new Set(snoozed.map(({ id }) => id)).difference(new Set(ready.map(({ id }) => id)))
    await saveSnoozeReviews(
      tx,
      due.filter(isQuiet).map(({ id }) => ({ incidentId: id, reviewAt: now + REVIEW_MS })),
    )
    await deleteSnoozeReviews(
      tx,
      locked.filter((id) => !kept.has(id)),
    )
    await endSnoozes(tx, context, ready, now)
    return { reviewed: locked.length, sent: ready.length }
  })
  if (sent > 0) context.wake('deliveries')
  return reviewed
}

/** Records the ends in the timelines, and sends a reminder of each incident to the recipients of its earlier messages. */
async function endSnoozes(tx: Tx, context: Context, incidents: readonly Incident[], now: number): Promise<void> {
  if (incidents.length === 0) return
  const updates = incidents.map((incident) => endSnooze(incident, null, now))
  await saveIncidents(
    tx,
    updates.map(({ incident }) => incident),
  )
  const written = await recordIncidentUpdates(tx, context, updates)
  const idOf = new Map(written.map(({ id, incidentId }) => [incidentId, id]))
  const numbers = await countReminders(tx, incidents, now)
  const reminders = updates.map((update) => ({
    id: idOf.get(update.incident.id)!,
    incident: update.incident,
    event: toEvent(update, numbers.get(update.incident.id) ?? 1),
  }))
  await enqueueNotifications(tx, context, await buildReminders(tx, reminders, now))
}

/** Starts the interval of regular reminders again. Returns the number of the reminder by incident. */
async function countReminders(tx: Tx, incidents: readonly Incident[], now: number): Promise<Map<string, number>> {
  const known = await listReminders(
    tx,
    incidents.map(({ id }) => id),
  )
  const next = [...known.values()].map((reminder) =>
    scheduleNextReminder(reminder, reminder.intervalMinutes, true, now),
  )
  await saveReminders(tx, next)
  return new Map(next.map(({ incidentId, number }) => [incidentId, number]))
}

function toEvent(update: IncidentUpdate, number: number) {
  const { data, ...event } = toReminderEvent(update.incident, number)
  return { ...event, data: { ...data, update: toUpdateFacts(update) } }
}

/** Returns when the next snooze ends, Unix ms; null when there is none. */
export const findNextSnooze = ({ store }: Pick<Context, 'store'>): Promise<number | null> => findNextSnoozeAt(store.db)
