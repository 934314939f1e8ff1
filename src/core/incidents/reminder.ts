/** Reminders of incidents that nobody has taken up yet. */

import { MINUTE_MS } from '../platform/time/time.ts'
import { type Event, toIncidentEvent } from './event.ts'
import { CHECKED_FAMILIES, type Family, type Incident } from './incident.ts'

/** Of one incident. */
export interface Reminder {
  incidentId: string
  monitorKey: number
  /** Unix ms. */
  dueAt: number
  /** How many have been sent since it opened. */
  number: number
}

const REMINDED: readonly Family[] = CHECKED_FAMILIES

/** Dates that come nearer have warnings of their own, and what is acknowledged is in good hands. */
export const isRemindable = ({ monitor, family, status }: Incident): boolean =>
  monitor !== null && REMINDED.includes(family) && status === 'open'

/** The next is due an interval from now: what could not be sent for a while is not made up for. */
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

/** @param incident as it is now, `updatedAt` being the time of the reminder @param number 1 for the first */
export function toReminderEvent(incident: Incident, number: number): Event {
  const event = toIncidentEvent('incident.reminder', incident, incident.updatedAt)
  return { ...event, data: { ...event.data, reminder: { number } } }
}
