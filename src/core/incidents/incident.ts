/** An incident: a problem of a monitor, from the confirmed failure to the recovery. */
import type { Monitor } from '../monitors/monitor.ts'
import { MINUTE_MS } from '../platform/time/time.ts'
import type { ErrorType } from '../results/verdict.ts'

export const INCIDENT_STATUSES = ['open', 'acknowledged', 'resolved'] as const
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number]

export const SEVERITIES = ['critical', 'major', 'minor', 'warning'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * Source of an incident. `system`: about one monitor, resolved automatically on recovery. `manual`: resolved by hand.
 */
export const INCIDENT_SOURCES = ['system', 'manual'] as const
export type IncidentSource = (typeof INCIDENT_SOURCES)[number]

/** Families of incidents, by kind of cause. The system keeps at most one open incident per monitor and family. */
export const FAMILIES = ['availability', 'slowness', 'certificate', 'domain'] as const
export type Family = (typeof FAMILIES)[number]

/** Families that check results open and resolve. The remaining families are about expiry dates. */
export const CHECKED_FAMILIES = ['availability', 'slowness'] as const satisfies readonly Family[]
export type CheckedFamily = (typeof CHECKED_FAMILIES)[number]

/** Fields of the monitor that an incident and its alerts contain. */
export type IncidentMonitor = Pick<
  Monitor,
  'key' | 'id' | 'organizationId' | 'projectId' | 'name' | 'type' | 'target' | 'status' | 'runtimeStatus'
>

/** User who made a change, with the current name of the user. */
export interface Person {
  id: string
  name: string | null
}

/** All times are Unix ms. */
export interface Incident {
  id: string
  organizationId: string
  projectId: string
  /** Monitor of the incident, deleted or not; some manual incidents have none. */
  monitor: IncidentMonitor | null
  /** Group with a condition that the incident is about; otherwise null. */
  groupId: string | null
  /** Null when the system opened it. */
  createdBy: string | null
  family: Family
  status: IncidentStatus
  severity: Severity
  type: ErrorType
  source: IncidentSource
  title: string
  /** Title on status pages; null for the title of a manual incident, or a title with the name of the component. */
  publicTitle: string | null
  errorMessage: string
  statusPageUpdate: string | null
  startedAt: number
  acknowledgedAt: number | null
  /** Null when it was acknowledged with the link of an alert. */
  acknowledgedBy: Person | null
  /** Name of the notification target whose link acknowledged it; null when a user acknowledged it. */
  acknowledgedVia: string | null
  /** Null unless an unresolved incident is snoozed. It stays set until the end is recorded. */
  snoozedUntil: number | null
  /** Null when it was snoozed with the link of an alert. */
  snoozedBy: Person | null
  /** Name of the notification target whose link snoozed it; null when a user snoozed it. */
  snoozedVia: string | null
  resolvedAt: number | null
  /** Null when it resolved automatically. */
  resolvedBy: Person | null
  resolutionNote: string | null
  /** Start of its last outage; null when it was never reopened. */
  reopenedAt: number | null
  /** Number of reopenings. */
  reopenings: number
  /** Total time between outages for which it was resolved, ms. */
  healthyMs: number
  affectedRegions: string[]
  affectedMonitorIds: string[]
  failureCount: number
  createdAt: number
  updatedAt: number
}

/** State of an incident that is not snoozed. */
export const NOT_SNOOZED = {
  snoozedUntil: null,
  snoozedBy: null,
  snoozedVia: null,
} as const satisfies Partial<Incident>

/** State of an incident that no user has acknowledged. */
export const NOT_ACKNOWLEDGED = {
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedVia: null,
} as const satisfies Partial<Incident>

/** State of a new incident. */
const NEW_INCIDENT = {
  status: 'open',
  ...NOT_ACKNOWLEDGED,
  ...NOT_SNOOZED,
  resolvedAt: null,
  resolvedBy: null,
  resolutionNote: null,
  reopenedAt: null,
  reopenings: 0,
  healthyMs: 0,
} as const satisfies Partial<Incident>

export const openIncident = (
  facts: Omit<Incident, keyof typeof NEW_INCIDENT | 'createdAt' | 'updatedAt'>,
  now: number,
): Incident => ({ ...facts, ...NEW_INCIDENT, createdAt: now, updatedAt: now })

type SystemFacts = Pick<
  Incident,
  'id' | 'family' | 'severity' | 'type' | 'title' | 'errorMessage' | 'startedAt' | 'affectedRegions' | 'failureCount'
>

/** Returns an incident that the system opens for a monitor. */
export const openSystemIncident = (monitor: IncidentMonitor, facts: SystemFacts, now: number): Incident =>
  openIncident(
    {
      organizationId: monitor.organizationId,
      projectId: monitor.projectId,
      monitor,
      groupId: null,
      createdBy: null,
      source: 'system',
      publicTitle: null,
      statusPageUpdate: null,
      affectedMonitorIds: [],
      ...facts,
    },
    now,
  )

type GroupFacts = Pick<Incident, 'id' | 'errorMessage' | 'startedAt' | 'affectedMonitorIds'>

/**
 * Returns the incident of a group that is down. The types of incidents describe checks, and a group has none. The type is
 * therefore the usual one of an outage.
 */
export const openGroupIncident = (
  group: Pick<Incident, 'organizationId' | 'projectId'> & { id: string; name: string },
  facts: GroupFacts,
  now: number,
): Incident =>
  openIncident(
    {
      organizationId: group.organizationId,
      projectId: group.projectId,
      monitor: null,
      groupId: group.id,
      createdBy: null,
      source: 'system',
      family: 'availability',
      severity: 'critical',
      type: 'connection_error',
      title: formatIncidentTitle('availability', group),
      publicTitle: null,
      statusPageUpdate: null,
      affectedRegions: [],
      failureCount: 1,
      ...facts,
    },
    now,
  )

/** Kinds of incident updates. Users can read every update. */
export const UPDATE_KINDS = [
  'created',
  'acknowledged',
  'unacknowledged',
  'status_changed',
  'comment_added',
  'edited',
  'escalated',
  'recipient_notified',
  'resolved',
  'reopened',
] as const
export type UpdateKind = (typeof UPDATE_KINDS)[number]

/** The incidents API limits messages to this many characters. */
const MESSAGE_LIMIT = 1000

export const truncateMessage = (text: string): string =>
  text.length > MESSAGE_LIMIT ? `${text.slice(0, MESSAGE_LIMIT - 1)}…` : text

/** Returns the start of the last outage of an incident. */
export const getOutageStart = ({ startedAt, reopenedAt }: Pick<Incident, 'startedAt' | 'reopenedAt'>): number =>
  reopenedAt ?? startedAt

/** A failure this soon after a resolution reopens the same incident. */
export const REOPEN_WITHIN_MS = 3 * MINUTE_MS

/** Returns the ids of the monitors that an incident is about, each once; its own monitor comes first. */
export const listMonitorIds = ({
  monitor,
  affectedMonitorIds,
}: Pick<Incident, 'affectedMonitorIds'> & { monitor: { id: string } | null }): string[] =>
  monitor ? [...new Set([monitor.id, ...affectedMonitorIds])] : affectedMonitorIds

export const isOpen = (incident: Pick<Incident, 'status'>): boolean => incident.status !== 'resolved'

/** Returns the family of a type. Only slowness does not mean "not available". */
export const getFamily = (type: ErrorType): Family => (type === 'slow_response' ? 'slowness' : 'availability')

const SEVERITY_BY_TYPE: Record<ErrorType, Severity> = {
  timeout: 'critical',
  status_code: 'critical',
  connection_error: 'critical',
  dns_error: 'critical',
  ssl_error: 'critical',
  keyword_missing: 'major',
  dns_validation_error: 'major',
  slow_response: 'minor',
}

export const getSeverity = (type: ErrorType): Severity => SEVERITY_BY_TYPE[type]

const TITLES: Record<Family, (name: string) => string> = {
  availability: (name) => `"${name}" is down`,
  slowness: (name) => `"${name}" is slow`,
  certificate: (name) => `The certificate of "${name}" is about to expire`,
  domain: (name) => `The domain of "${name}" is about to expire`,
}

/** Returns the title of an incident that no user has named. */
export const formatIncidentTitle = (family: Family, monitor: Pick<IncidentMonitor, 'name'>): string =>
  TITLES[family](monitor.name)

/**
 * Returns the time of the next update of an incident. No two updates share a millisecond, so they sort by time,
 * whichever server writes them.
 */
export const getNextUpdateTime = (incident: Pick<Incident, 'updatedAt'>, now: number): number =>
  Math.max(now, incident.updatedAt + 1)

/** Returns how long an incident was open, without the healthy periods between outages, ms; null while it is open. */
export const computeDowntimeMs = ({
  startedAt,
  resolvedAt,
  healthyMs,
}: Pick<Incident, 'startedAt' | 'resolvedAt' | 'healthyMs'>): number | null =>
  resolvedAt === null ? null : resolvedAt - startedAt - healthyMs
