/**
 * Events that may share a message, and the event of a grouped message. See `alert-group.ts` for the grouping.
 *
 * Opening events that are sent after the end of their incident. They state the end, and the resolution follows in a
 * separate message.
 */
import type { AlertGroupFacts, Event, EventType, GroupedIncident, MonitorFacts } from '../incidents/event.ts'

/** Topic by event type. Events of other types are sent one by one. */
const TOPICS = {
  'incident.opened': 'incident.opened',
  'incident.reopened': 'incident.opened',
  'incident.resolved': 'incident.resolved',
  'incident.reminder': 'incident.reminder',
  'incident.acknowledged': 'incident.acknowledged',
} as const satisfies Partial<Record<EventType, EventType>>

type Topic = (typeof TOPICS)[keyof typeof TOPICS]

const isTopical = (type: EventType): type is keyof typeof TOPICS => type in TOPICS

/** @returns null when events of this type are never grouped */
export const findTopic = (type: EventType): Topic | null => (isTopical(type) ? TOPICS[type] : null)

/**
 * Returns the grouping key. Events with different keys are never sent in one message. Deliveries to a fallback name the
 * target that failed, so they have a separate key.
 *
 * @param fallbackFor the target that could not be reached; usually null
 * @returns null when events of this type are never grouped
 */
export function findTopicKey(type: EventType, fallbackFor: string | null): string | null {
  const topic = findTopic(type)
  return topic !== null && fallbackFor !== null ? `${topic} instead of ${fallbackFor}` : topic
}

/**
 * Returns the grouping key within a project. A contact method receives alerts of several projects and organizations, and
 * its user may leave an organization before a message is sent. No message is about more than one project.
 *
 * @param scope null for a notification target, which belongs to one project
 */
export const toScopedKey = (key: string, scope: string | null): string => (scope === null ? key : `${key} in ${scope}`)

/** Maximum number of incidents that a grouped event lists; further ones are only counted. */
export const MAX_LISTED = 100

/**
 * @param first event of the leading delivery
 * @param others further events of the group, in order; at most 100 are needed
 * @param count number of all events, including the first
 */
export function toGroupedEvent(
  first: Event,
  others: readonly Event[],
  count: number,
  causes: AlertGroupFacts['causes'],
): Event {
  const incidents = [first, ...others].flatMap(toGroupedIncidents).slice(0, MAX_LISTED)
  const { escalation: _, ...data } = first.data
  return {
    ...first,
    type: findTopic(first.type) ?? first.type,
    data: { ...data, alert_group: { count, incidents, causes } },
  }
}

/** The notes of a hundred monitors would be hundreds of kilobytes. */
const omitNotes = ({ notes: _, ...monitor }: MonitorFacts): MonitorFacts => monitor

/** Returns the incident of an event as an entry of a list; empty without an incident. */
export function toGroupedIncidents({
  type,
  timestamp,
  data: { monitor, incident, escalation },
}: Event): GroupedIncident[] {
  if (!incident) return []
  const reopened = type === 'incident.reopened' && { reopened_at: incident.reopened_at ?? timestamp }
  return [{ monitor: monitor ? omitNotes(monitor) : null, incident, ...reopened, ...(escalation && { escalation }) }]
}

/** Returns the part of an event that is about one incident; the same event if it is not grouped. */
export function toOwnEvent(event: Event, incidentId: string): Event {
  const { alert_group, ...data } = event.data
  const own = alert_group?.incidents.find(({ incident }) => incident.id === incidentId)
  if (!own) return event
  const { monitor: _, ...rest } = data
  return { ...event, data: { ...rest, ...(own.monitor && { monitor: own.monitor }), incident: own.incident } }
}

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
