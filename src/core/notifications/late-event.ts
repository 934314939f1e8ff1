/**
 * Opening events that are sent after the end of their incident. They state the end, and the resolution follows in a
 * separate message.
 */

import type { Event, EventType } from '../incidents/event.ts'

const OPENING_EVENTS: readonly EventType[] = ['incident.opened', 'incident.reopened', 'incident.reminder']

/** Returns the incidents whose opening an event reports. */
export function listOpenedIncidents({ type, data: { alert_group, incident } }: Event): string[] {
  if (!OPENING_EVENTS.includes(type)) return []
  if (alert_group) return alert_group.incidents.map((one) => one.incident.id)
  return incident ? [incident.id] : []
}

/** @param ends end of each incident, ISO 8601, by incident id */
export function withEnds(event: Event, ends: ReadonlyMap<string, string>): Event {
  if (ends.size === 0) return event
  const endOf = (id: string) => ends.has(id) && { ended_at: ends.get(id)! }
  const { alert_group, incident, ...data } = event.data
  if (!alert_group) return { ...event, data: { ...event.data, ...endOf(incident!.id) } }
  const incidents = alert_group.incidents.map((one) => ({ ...one, ...endOf(one.incident.id) }))
  return { ...event, data: { ...data, ...(incident && { incident }), alert_group: { ...alert_group, incidents } } }
}
