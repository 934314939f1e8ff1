/** A beginning that is sent after its end: it says so, and the end follows in a message of its own. */

import type { Event, EventType } from '../incidents/event.ts'

const BEGINNINGS: readonly EventType[] = ['incident.opened', 'incident.reopened', 'incident.reminder']

/** Returns the incidents whose beginning an event is about. */
export function incidentsToEnd({ type, data: { folded, incident } }: Event): string[] {
  if (!BEGINNINGS.includes(type)) return []
  if (folded) return folded.incidents.map((one) => one.incident.id)
  return incident ? [incident.id] : []
}

/** @param ends ISO 8601, by incident id */
export function withEnds(event: Event, ends: ReadonlyMap<string, string>): Event {
  if (ends.size === 0) return event
  const endOf = (id: string) => ends.has(id) && { over_at: ends.get(id)! }
  const { folded, incident, ...data } = event.data
  if (!folded) return { ...event, data: { ...event.data, ...endOf(incident!.id) } }
  const incidents = folded.incidents.map((one) => ({ ...one, ...endOf(one.incident.id) }))
  return { ...event, data: { ...data, ...(incident && { incident }), folded: { ...folded, incidents } } }
}
