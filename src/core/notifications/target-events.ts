/** Events of a notification target: the kinds of messages that it receives. */
import { type EventType, OPENING_EVENTS } from '../incidents/event.ts'
import type { Family, Incident } from '../incidents/incident.ts'

export const TARGET_EVENTS = [
  'down',
  'degraded',
  'recovered',
  'certificate',
  'domain',
  'maintenance',
  'reminder',
  'flapping',
  'probe_trouble',
] as const
type TargetEvent = (typeof TARGET_EVENTS)[number]

/** A list of events; null for all events, including events of later versions. */
export type Subscription = readonly TargetEvent[] | null

const OPENING_BY_FAMILY: Record<Family, TargetEvent> = {
  availability: 'down',
  slowness: 'degraded',
  certificate: 'certificate',
  domain: 'domain',
}

/** Messages that only recipients of the opening receive, if they also subscribe to this event. */
const FOLLOW_UPS: Partial<Record<EventType, TargetEvent>> = {
  'incident.resolved': 'recovered',
  'incident.reminder': 'reminder',
  'flapping.started': 'flapping',
  'flapping.ended': 'flapping',
}

/** Returns the canonical form of a list: in a fixed order without duplicates, and null for all events. */
export function toSubscription(events: Subscription): Subscription {
  const listed = listEvents(events)
  return listed.length === TARGET_EVENTS.length ? null : listed
}

/** Returns the events of a subscription. Absent means all events. */
export const listEvents = (events: Subscription | undefined): TargetEvent[] =>
  TARGET_EVENTS.filter((event) => events?.includes(event) ?? true)

interface Subscriber {
  events?: Subscription
}

export const hasAllEvents = ({ events }: Subscriber): boolean => events === undefined || events === null

export const isSubscribed = ({ events }: Subscriber, event: TargetEvent): boolean => events?.includes(event) ?? true

/** Returns whether a target subscribes to openings of an incident. */
export const isSubscribedToOpening = (target: Subscriber, { family }: Pick<Incident, 'family'>): boolean =>
  isSubscribed(target, OPENING_BY_FAMILY[family])

/**
 * Returns whether a target receives an event of an incident. A target with all events receives every event. Another
 * target receives the openings that it subscribes to. It receives later events only of incidents whose opening it
 * received, and recoveries, reminders and flapping only if it also subscribes to them.
 *
 * @param hasOpening whether the target received the opening of the incident
 */
export function isWanted(
  target: Subscriber,
  type: EventType,
  incident: Pick<Incident, 'family'>,
  hasOpening: boolean,
): boolean {
  if (hasAllEvents(target)) return true
  if (OPENING_EVENTS.includes(type)) return isSubscribedToOpening(target, incident)
  const event = FOLLOW_UPS[type]
  return hasOpening && (event === undefined || isSubscribed(target, event))
}
