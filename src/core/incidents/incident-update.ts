/** The entries in the life of an incident. Each function returns one entry with the incident as it is after it. */
import type { EventData, EventType } from './event.ts'
import { getNextUpdateTime, type Incident, type IncidentStatus, type Person, type UpdateKind } from './incident.ts'

export interface IncidentUpdate {
  kind: UpdateKind
  message: string
  fromStatus: IncidentStatus | null
  incident: Incident
  /** Null when the engine did it. */
  author: Person | null
  isPublic: boolean
  /** The event to send, where the kind does not decide it. */
  eventOverride?: EventOverride
}

/** An entry on its way into the store. */
export type NewEntry = IncidentUpdate & { id: string }

/** Warnings of an expiry have their own events with their own facts. */
export interface EventOverride extends Pick<EventData, 'certificate' | 'domain'> {
  type: EventType
  /**
   * The subject, where several incidents may share it: `certificate <fingerprint> 14`. A target is notified of it once.
   */
  subject?: string
}

export function acknowledge(incident: Incident, by: Person, now: number): IncidentUpdate {
  const at = getNextUpdateTime(incident, now)
  const after: Incident = { ...incident, status: 'acknowledged', acknowledgedAt: at, acknowledgedBy: by, updatedAt: at }
  return toIncidentUpdate('acknowledged', incident, after, 'Incident acknowledged', by)
}

/**
 * @param note null when nothing was said
 * @param by null when it resolved by itself
 * @param at when the trouble was over, Unix ms; never before it began
 */
export function resolve(
  incident: Incident,
  note: string | null,
  by: Person | null,
  at: number,
  now: number,
): IncidentUpdate {
  const after: Incident = {
    ...incident,
    status: 'resolved',
    resolvedAt: Math.max(at, incident.reopenedAt ?? incident.startedAt),
    resolvedBy: by,
    resolutionNote: note,
    updatedAt: getNextUpdateTime(incident, now),
  }
  return toIncidentUpdate('resolved', incident, after, note ?? 'Incident resolved', by)
}

/**
 * An incident that is reopened is open: a person who acknowledged it before has to be notified again.
 *
 * @param at when the trouble began again, Unix ms; never before it was over
 */
export function reopen(
  incident: Incident,
  message: string,
  by: Person | null,
  at: number,
  now: number,
): IncidentUpdate {
  const resolvedAt = incident.resolvedAt ?? at
  const reopenedAt = Math.max(at, resolvedAt)
  const after: Incident = {
    ...incident,
    status: 'open',
    reopenedAt,
    reopenings: incident.reopenings + 1,
    healthyMs: incident.healthyMs + reopenedAt - resolvedAt,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    resolutionNote: null,
    updatedAt: getNextUpdateTime(incident, now),
  }
  return toIncidentUpdate('reopened', incident, after, message, by)
}

export const toCreatedUpdate = (incident: Incident, message: string, by: Person | null): IncidentUpdate => ({
  kind: 'created',
  message,
  fromStatus: null,
  incident,
  author: by,
  isPublic: false,
})

/** @param incident as it is after it */
export const toIncidentUpdate = (
  kind: UpdateKind,
  before: Incident,
  incident: Incident,
  message: string,
  author: Person | null,
): IncidentUpdate => ({ kind, message, fromStatus: before.status, incident, author, isPublic: false })
