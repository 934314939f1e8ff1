/** Incident updates. Each function returns one update that contains the incident after the update. */
import type { UnixMs } from '../platform/time/time.ts'
import type { EventData, EventType } from './event.ts'
import {
  getNextUpdateTime,
  getOutageStart,
  type Incident,
  type IncidentStatus,
  NOT_ACKNOWLEDGED,
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
  toIncidentUpdate(incident, {
    kind: 'acknowledged',
    incident: { ...toAcknowledged(incident, now), acknowledgedBy: by },
    message: 'Incident acknowledged',
    author: by,
  })

/** Recipient of the alert whose link was used. */
export interface LinkReader {
  /** Name of the notification target, or of the user whose contact method received the alert. */
  name: string
  isUser: boolean
}

export const describeLinkReader = ({ name, isUser }: LinkReader): string =>
  isUser ? `a contact method of ${name}` : `the notification target "${name}"`

/**
 * Acknowledges an incident with the link of an alert. The reader is unknown, so the entry names the recipient.
 */
export const acknowledgeVia = (incident: Incident, reader: LinkReader, now: number): IncidentUpdate =>
  toIncidentUpdate(incident, {
    kind: 'acknowledged',
    incident: { ...toAcknowledged(incident, now), acknowledgedVia: reader.name },
    message: `Acknowledged via ${describeLinkReader(reader)}`,
    author: null,
  })

function toAcknowledged(incident: Incident, now: number): Incident {
  const at = getNextUpdateTime(incident, now)
  return { ...incident, status: 'acknowledged', acknowledgedAt: at, updatedAt: at, ...NOT_SNOOZED }
}

/** Withdraws an acknowledgement. The alerts of the incident go on. */
export const withdrawAcknowledgement = (incident: Incident, by: Person, now: number): IncidentUpdate =>
  toIncidentUpdate(incident, {
    kind: 'unacknowledged',
    incident: {
      ...incident,
      ...NOT_ACKNOWLEDGED,
      ...NOT_SNOOZED,
      status: 'open',
      updatedAt: getNextUpdateTime(incident, now),
    },
    message: 'Acknowledgement withdrawn',
    author: by,
  })

interface Resolution {
  /** Null when there is no message. */
  note: string | null
  /** Null when the incident resolved automatically. */
  by: Person | null
  /** End of the outage. An earlier time than its start counts as the start. */
  at: UnixMs
  now: UnixMs
}

export function resolve(incident: Incident, { note, by, at, now }: Resolution): IncidentUpdate {
  const after: Incident = {
    ...incident,
    ...NOT_SNOOZED,
    status: 'resolved',
    resolvedAt: Math.max(at, getOutageStart(incident)),
    resolvedBy: by,
    resolutionNote: note,
    updatedAt: getNextUpdateTime(incident, now),
  }
  return toIncidentUpdate(incident, {
    kind: 'resolved',
    incident: after,
    message: note ?? 'Incident resolved',
    author: by,
  })
}

interface Reopening {
  message: string
  /** Null when the incident reopened automatically. */
  by: Person | null
  /** Start of the new outage. An earlier time than the end of the last outage counts as that end. */
  at: UnixMs
  now: UnixMs
}

/**
 * Reopens an incident. Its status is open again and it has no acknowledgement, so a user who acknowledged it before is
 * notified again.
 */
export function reopen(incident: Incident, { message, by, at, now }: Reopening): IncidentUpdate {
  const resolvedAt = incident.resolvedAt ?? at
  const reopenedAt = Math.max(at, resolvedAt)
  const after: Incident = {
    ...incident,
    ...NOT_SNOOZED,
    status: 'open',
    reopenedAt,
    reopenings: incident.reopenings + 1,
    healthyMs: incident.healthyMs + reopenedAt - resolvedAt,
    ...NOT_ACKNOWLEDGED,
    resolvedAt: null,
    resolvedBy: null,
    resolutionNote: null,
    updatedAt: getNextUpdateTime(incident, now),
  }
  return toIncidentUpdate(incident, { kind: 'reopened', incident: after, message, author: by })
}

export const toCreatedUpdate = (incident: Incident, message: string, by: Person | null): IncidentUpdate => ({
  kind: 'created',
  message,
  fromStatus: null,
  incident,
  author: by,
  isPublic: false,
})

export const toIncidentUpdate = (
  before: Incident,
  update: Pick<IncidentUpdate, 'kind' | 'incident' | 'message' | 'author'>,
): IncidentUpdate => ({ ...update, fromStatus: before.status, isPublic: false })

/** Creates an entry of the timeline: an update that changes only the update time of the incident. */
export const toEntry = (incident: Incident, message: string, author: Person | null, now: number): IncidentUpdate => {
  const after = { ...incident, updatedAt: getNextUpdateTime(incident, now) }
  return toIncidentUpdate(incident, { kind: 'status_changed', incident: after, message, author })
}

/** Creates an entry that is recorded only and notifies no recipient. */
export const toQuietEntry = (...entry: Parameters<typeof toEntry>): IncidentUpdate => ({
  ...toEntry(...entry),
  isQuiet: true,
})

/**
 * Creates the entry of an escalation step.
 *
 * @param author the user who sent the step early; null for a due step
 */
export const toEscalatedEntry = (...entry: Parameters<typeof toEntry>): IncidentUpdate => ({
  ...toQuietEntry(...entry),
  kind: 'escalated',
})

/** Creates the entry of a notification that a user asked for. */
export const toNotifiedEntry = (incident: Incident, recipient: string, by: Person, now: number): IncidentUpdate => ({
  ...toQuietEntry(incident, `Notified ${recipient}`, by, now),
  kind: 'recipient_notified',
})
