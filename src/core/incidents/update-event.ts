/** Creates the event of each incident update. */
import { formatIsoTime, type UnixMs } from '../platform/time/time.ts'
import { type Event, type EventType, toIncidentEvent, type UpdateFacts } from './event.ts'
import type { UpdateKind } from './incident.ts'
import type { IncidentUpdate } from './incident-update.ts'

/** Event type of each kind of update. Every incident update sends an event. */
const EVENT_BY_KIND: Record<UpdateKind, EventType> = {
  created: 'incident.opened',
  acknowledged: 'incident.acknowledged',
  unacknowledged: 'incident.unacknowledged',
  status_changed: 'incident.updated',
  comment_added: 'incident.updated',
  edited: 'incident.updated',
  escalated: 'incident.updated',
  recipient_notified: 'incident.updated',
  resolved: 'incident.resolved',
  reopened: 'incident.reopened',
}

export const getEventType = ({ kind, eventOverride }: Pick<IncidentUpdate, 'kind' | 'eventOverride'>): EventType =>
  eventOverride?.type ?? EVENT_BY_KIND[kind]

/**
 * Creates the event of an update. The incident was last changed when the update was written, so the time of the change
 * is the time of the event. `getNextUpdateTime` keeps these times distinct.
 */
export function createUpdateEvent(update: IncidentUpdate): Event {
  const { incident } = update
  const { type = getEventType(update), subject: _, ...facts } = update.eventOverride ?? {}
  const { timestamp, data } = toIncidentEvent(type, incident, incident.updatedAt)
  return { type, timestamp, data: { ...data, update: toUpdateFacts(update), ...facts } }
}

export const toUpdateFacts = ({ kind, message, author, isPublic }: IncidentUpdate): UpdateFacts => ({
  kind,
  message,
  user_name: author?.name ?? null,
  is_public: isPublic,
})

interface SentStep {
  round: number
  step: number
  startedAt: UnixMs
}

/** Creates the event of an escalation step. Its recipient may not know the incident yet, so the event is an opening. */
export function toStepEvent(update: IncidentUpdate, policyName: string, { round, step, startedAt }: SentStep): Event {
  const { incident } = update
  const type = incident.reopenedAt === null ? 'incident.opened' : 'incident.reopened'
  const { data, ...event } = toIncidentEvent(type, incident, incident.updatedAt)
  const escalation = { policy_name: policyName, round, step, started_at: formatIsoTime(startedAt) }
  return { ...event, data: { ...data, update: toUpdateFacts(update), escalation } }
}

/** Texts of a monitor for the recipients of its alerts, as in Prometheus. */
export interface MonitorAnnotations {
  notes: string | null
  runbookUrl: string | null
}

/** Returns the event with the annotations of its monitor. */
export function addAnnotations(event: Event, { notes, runbookUrl }: MonitorAnnotations): Event {
  const { monitor } = event.data
  if (!monitor || (notes === null && runbookUrl === null)) return event
  const annotated = {
    ...monitor,
    ...(notes !== null && { notes }),
    ...(runbookUrl !== null && { runbook_url: runbookUrl }),
  }
  return { ...event, data: { ...event.data, monitor: annotated } }
}
