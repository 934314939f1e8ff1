/** What is wrong with a monitor, as people see it: one incident from the confirmed failure to the recovery. */

import type { Monitor } from '../monitors/monitor.ts'
import type { EventData, EventType } from '../notifications/event.ts'
import { MINUTE_MS } from '../platform/time.ts'
import type { ErrorType } from '../results/verdict.ts'

export const INCIDENT_STATUSES = ['open', 'acknowledged', 'resolved'] as const
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number]

export const SEVERITIES = ['critical', 'major', 'minor', 'warning'] as const
export type Severity = (typeof SEVERITIES)[number]

/** `system`: about one monitor, and a recovery resolves it by itself. `manual`: resolved by hand. */
export const INCIDENT_SOURCES = ['system', 'manual'] as const
export type IncidentSource = (typeof INCIDENT_SOURCES)[number]

/** Kinds of cause. The engine keeps at most one open incident per monitor and family. */
export const FAMILIES = ['availability', 'slowness', 'certificate', 'domain'] as const
export type Family = (typeof FAMILIES)[number]

/** Those that what checks find decides; the others are about dates. */
export const CHECKED_FAMILIES = ['availability', 'slowness'] as const satisfies readonly Family[]
export type CheckedFamily = (typeof CHECKED_FAMILIES)[number]

/** What an incident and its alerts tell of the monitor. */
export type IncidentMonitor = Pick<
  Monitor,
  'key' | 'id' | 'organizationId' | 'projectId' | 'name' | 'type' | 'target' | 'status' | 'runtimeStatus'
>

/** Who did something; the name is as it is now. */
export interface Person {
  id: string
  name: string | null
}

/** All times are Unix ms. */
export interface Incident {
  id: string
  organizationId: string
  projectId: string
  /** The monitor it belongs to, deleted or not; some manual incidents have none. */
  monitor: IncidentMonitor | null
  /** Null when the engine opened it. */
  createdBy: string | null
  family: Family
  status: IncidentStatus
  severity: Severity
  type: ErrorType
  source: IncidentSource
  title: string
  errorMessage: string
  statusPageUpdate: string | null
  startedAt: number
  acknowledgedAt: number | null
  acknowledgedBy: Person | null
  resolvedAt: number | null
  /** Null when it resolved by itself. */
  resolvedBy: Person | null
  resolutionNote: string | null
  /** When its last outage began; null when it was never reopened. */
  reopenedAt: number | null
  /** How often it was reopened. */
  reopenings: number
  /** How long it was resolved in between, ms. */
  healthyMs: number
  affectedRegions: string[]
  affectedMonitorIds: string[]
  failureCount: number
  createdAt: number
  updatedAt: number
}

export const NEVER_REOPENED = { reopenedAt: null, reopenings: 0, healthyMs: 0 } as const

/** What happened in the life of an incident; each is an entry that people can read. */
export const UPDATE_KINDS = [
  'created',
  'acknowledged',
  'status_changed',
  'comment_added',
  'edited',
  'resolved',
  'reopened',
] as const
export type UpdateKind = (typeof UPDATE_KINDS)[number]

/** One entry of that life, with the incident as it is after it. */
export interface IncidentUpdate {
  kind: UpdateKind
  message: string
  fromStatus: IncidentStatus | null
  incident: Incident
  /** Null when the engine did it. */
  author: Person | null
  isPublic: boolean
  /** What is told of it, where that does not follow from the kind. */
  tells?: Telling
}

/** An entry on its way into the store. */
export type NewEntry = IncidentUpdate & { id: string }

/** The warnings of something that runs out have events of their own, and the facts that they are about. */
export interface Telling extends Pick<EventData, 'certificate' | 'domain'> {
  type: EventType
  /**
   * What it is about, where several incidents may be about the same: `certificate <fingerprint> 14`. A target that has
   * heard of it through one of them is not told by another.
   */
  subject?: string
}

/** The incidents API bounds messages to this many characters. */
const MESSAGE_LIMIT = 1000

export const clip = (text: string): string =>
  text.length > MESSAGE_LIMIT ? `${text.slice(0, MESSAGE_LIMIT - 1)}…` : text

/** A failure this soon after a resolve reopens the same incident. */
export const REOPEN_WITHIN_MS = 3 * MINUTE_MS

export const isOpen = (incident: Pick<Incident, 'status'>): boolean => incident.status !== 'resolved'

/** Slowness is the one type that does not mean "not available". */
export const familyOf = (type: ErrorType): Family => (type === 'slow_response' ? 'slowness' : 'availability')

const SEVERITY_OF: Record<ErrorType, Severity> = {
  timeout: 'critical',
  status_code: 'critical',
  connection_error: 'critical',
  dns_error: 'critical',
  ssl_error: 'critical',
  keyword_missing: 'major',
  dns_validation_error: 'major',
  slow_response: 'minor',
}

export const severityOf = (type: ErrorType): Severity => SEVERITY_OF[type]

const TITLES: Record<Family, (name: string) => string> = {
  availability: (name) => `"${name}" is down`,
  slowness: (name) => `"${name}" is slow`,
  certificate: (name) => `The certificate of "${name}" is about to expire`,
  domain: (name) => `The domain of "${name}" is about to expire`,
}

/** What an incident is called that nobody gave a title. */
export const titleOf = (family: Family, monitor: Pick<IncidentMonitor, 'name'>): string => TITLES[family](monitor.name)

/**
 * When the next entry of an incident is written. No two entries of one incident share a millisecond, so their order is
 * the order of their times, whichever server writes them.
 */
export const momentAfter = (incident: Pick<Incident, 'updatedAt'>, now: number): number =>
  Math.max(now, incident.updatedAt + 1)

export function acknowledge(incident: Incident, by: Person, now: number): IncidentUpdate {
  const at = momentAfter(incident, now)
  const after: Incident = { ...incident, status: 'acknowledged', acknowledgedAt: at, acknowledgedBy: by, updatedAt: at }
  return entry('acknowledged', incident, after, 'Incident acknowledged', by)
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
    updatedAt: momentAfter(incident, now),
  }
  return entry('resolved', incident, after, note ?? 'Incident resolved', by)
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
    updatedAt: momentAfter(incident, now),
  }
  return entry('reopened', incident, after, message, by)
}

export const created = (incident: Incident, message: string, by: Person | null): IncidentUpdate => ({
  kind: 'created',
  message,
  fromStatus: null,
  incident,
  author: by,
  isPublic: false,
})

/** How long an incident was open, without the time between an outage and the next, ms; null while it is open. */
export const downtimeMs = ({
  startedAt,
  resolvedAt,
  healthyMs,
}: Pick<Incident, 'startedAt' | 'resolvedAt' | 'healthyMs'>): number | null =>
  resolvedAt === null ? null : resolvedAt - startedAt - healthyMs

/** @param incident as it is after it */
export const entry = (
  kind: UpdateKind,
  before: Incident,
  incident: Incident,
  message: string,
  author: Person | null,
): IncidentUpdate => ({ kind, message, fromStatus: before.status, incident, author, isPublic: false })
