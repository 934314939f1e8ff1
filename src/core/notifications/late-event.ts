/** A beginning that is sent after its end: it says so, and the end follows in a message of its own. */

import type { Event, EventType } from '../incidents/event.ts'
import { momentInWords } from '../platform/time/time-words.ts'
import type { Words } from './notice-types.ts'

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

/** The words of an event that is late, with what is over by now. */
export function lateWords({ timestamp, data: { over_at, folded } }: Event, words: Words): Words & { late: string } {
  if (over_at !== undefined) return over(words, `at ${momentInWords(over_at, timestamp)}`)
  const listed = folded?.incidents ?? []
  const count = listed.filter((one) => one.over_at !== undefined).length
  if (count === 0) return { ...words, late: '' }
  if (count === folded!.count) return over(words, 'by now')
  const of = folded!.count > listed.length ? `the first ${listed.length}` : String(folded!.count)
  return { ...words, late: `${count} of ${of} were over before this could be sent. ${FOLLOWS}` }
}

const FOLLOWS = 'The message of the end follows.'

const over = (words: Words, when: string) => ({
  ...words,
  title: `Over ${when}: ${words.title}`,
  mood: 'warning' as const,
  late: `This could not be sent before it was over. ${FOLLOWS}`,
})
