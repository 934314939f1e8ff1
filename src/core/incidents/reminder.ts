/** Reminders of incidents that no user has acknowledged yet. */
import { MINUTE_MS, type UnixMs } from '../platform/time/time.ts'
import { type Event, toIncidentEvent } from './event.ts'
import { CHECKED_FAMILIES, type Family, type Incident } from './incident.ts'

/** Reminder of one incident. */
export interface Reminder {
  incidentId: string
  monitorKey: number
  dueAt: UnixMs
  /** Reminders sent since the incident opened. */
  number: number
}

const REMINDED: readonly Family[] = CHECKED_FAMILIES

/**
 * Returns whether an incident has reminders. Expiry incidents have separate warnings, and acknowledged incidents need
 * no reminder.
 */
export const isRemindable = ({ monitor, family, status }: Incident): boolean =>
  monitor !== null && REMINDED.includes(family) && status === 'open'

/** Schedules the next reminder one interval from now. Reminders that could not be sent are not sent later. */
export const scheduleNextReminder = (
  reminder: Reminder,
  intervalMinutes: number,
  isSent: boolean,
  now: number,
): Reminder => ({
  ...reminder,
  dueAt: now + intervalMinutes * MINUTE_MS,
  number: reminder.number + (isSent ? 1 : 0),
})

/**
 * Creates the event of a reminder.
 *
 * @param incident current state; `updatedAt` is the time of the reminder
 * @param number 1 for the first reminder
 */
export function toReminderEvent(incident: Incident, number: number): Event {
  const event = toIncidentEvent('incident.reminder', incident, incident.updatedAt)
  return { ...event, data: { ...event.data, reminder: { number } } }
}
