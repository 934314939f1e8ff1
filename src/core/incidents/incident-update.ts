/** Incident updates. Each function returns one update that contains the incident after the update. */
import type { EventData, EventType } from './event.ts'
import {
  getNextUpdateTime,
  type Incident,
  type IncidentStatus,
  NOT_SNOOZED,
  type Person,
  type UpdateKind,
} from './incident.ts'

export interface IncidentUpdate {
  kind: UpdateKind
  message: string
  fromStatus: IncidentStatus | null
  incident: Incident
  /** Null for updates by the system. */
  author: Person | null
  isPublic: boolean
  /** The event to send, if it does not follow from the kind of the update. */
  eventOverride?: EventOverride
  /** Whether the update is recorded only. `isNotified` decides which other updates notify no recipient. */
  isQuiet?: true
}

/** An update that is not stored yet. */
export type NewIncidentUpdate = IncidentUpdate & { id: string }

/**
 * An event type other than the usual type of the update. Expiry warnings and flapping have their own event types with
 * their own facts.
 */
export interface EventOverride extends Pick<EventData, 'certificate' | 'domain' | 'flapping'> {
  type: EventType
  /**
   * Subject that several incidents may share: `certificate <fingerprint> 14`. Each notification target is notified of a
   * subject once.
   */
  subject?: string
}

export const acknowledge = (incident: Incident, by: Person, now: number): IncidentUpdate =>
  toIncidentUpdate(
    'acknowledged',
    incident,
    { ...toAcknowledged(incident, now), acknowledgedBy: by },
    'Incident acknowledged',
    by,
  )

/** @param name of the notification target, or of the user whose contact method received the alert */
export const describeLinkReader = (name: string, isUser: boolean): string =>
  isUser ? `a contact method of ${name}` : `the notification target "${name}"`

/**
 * Acknowledges an incident with the link of an alert. The reader is unknown, so the entry names the recipient.
 *
 * @param name of the notification target, or of the user whose contact method received the alert
 */
export const acknowledgeVia = (incident: Incident, name: string, now: number, isUser = false): IncidentUpdate =>
  toIncidentUpdate(
    'acknowledged',
    incident,
    { ...toAcknowledged(incident, now), acknowledgedVia: name },
    `Acknowledged via ${describeLinkReader(name, isUser)}`,
    null,
  )

function toAcknowledged(incident: Incident, now: number): Incident {
  const at = getNextUpdateTime(incident, now)
  return { ...incident, status: 'acknowledged', acknowledgedAt: at, updatedAt: at, ...NOT_SNOOZED }
}

/**
 * Resolves an incident.
 *
 * @param note null when there is no message
 * @param by null when the incident resolved automatically
 * @param at end of the outage, Unix ms. An earlier time than its start counts as the start
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
    ...NOT_SNOOZED,
    status: 'resolved',
    resolvedAt: Math.max(at, incident.reopenedAt ?? incident.startedAt),
    resolvedBy: by,
    resolutionNote: note,
    updatedAt: getNextUpdateTime(incident, now),
  }
  return toIncidentUpdate('resolved', incident, after, note ?? 'Incident resolved', by)
}

/**
 * Reopens an incident. Its status is open again and it has no acknowledgement, so a user who acknowledged it before is
 * notified again.
 *
 * @param at start of the new outage, Unix ms. An earlier time than the end of the last outage counts as that end
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
    ...NOT_SNOOZED,
    status: 'open',
    reopenedAt,
    reopenings: incident.reopenings + 1,
    healthyMs: incident.healthyMs + reopenedAt - resolvedAt,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgedVia: null,
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

/** @param incident state after the update */
export const toIncidentUpdate = (
  kind: UpdateKind,
  before: Incident,
  incident: Incident,
  message: string,
  author: Person | null,
): IncidentUpdate => ({ kind, message, fromStatus: before.status, incident, author, isPublic: false })

/** Creates an entry of the timeline: an update that changes only the update time of the incident. */
export const toEntry = (incident: Incident, message: string, author: Person | null, now: number): IncidentUpdate => {
  const after = { ...incident, updatedAt: getNextUpdateTime(incident, now) }
  return toIncidentUpdate('status_changed', incident, after, message, author)
}

/** Creates an entry that is recorded only and notifies no recipient. */
export const toQuietEntry = (...entry: Parameters<typeof toEntry>): IncidentUpdate => ({
  ...toEntry(...entry),
  isQuiet: true,
})
