/** What is wrong with a monitor, as people see it: one incident from the confirmed failure to the recovery. */
import type { Monitor } from '../monitors/monitor.ts'
import { MINUTE_MS } from '../platform/time/time.ts'
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

/** State of an incident that has just opened. */
const NEW_INCIDENT = {
  status: 'open',
  acknowledgedAt: null,
  acknowledgedBy: null,
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

/** Returns an incident that the engine opens for a monitor. */
export const openSystemIncident = (monitor: IncidentMonitor, facts: SystemFacts, now: number): Incident =>
  openIncident(
    {
      organizationId: monitor.organizationId,
      projectId: monitor.projectId,
      monitor,
      createdBy: null,
      source: 'system',
      statusPageUpdate: null,
      affectedMonitorIds: [],
      ...facts,
    },
    now,
  )

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

/** The incidents API bounds messages to this many characters. */
const MESSAGE_LIMIT = 1000

export const truncateMessage = (text: string): string =>
  text.length > MESSAGE_LIMIT ? `${text.slice(0, MESSAGE_LIMIT - 1)}…` : text

/** A failure this soon after a resolve reopens the same incident. */
export const REOPEN_WITHIN_MS = 3 * MINUTE_MS

export const isOpen = (incident: Pick<Incident, 'status'>): boolean => incident.status !== 'resolved'

/** Slowness is the one type that does not mean "not available". */
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

/** What an incident is called that nobody gave a title. */
export const formatIncidentTitle = (family: Family, monitor: Pick<IncidentMonitor, 'name'>): string =>
  TITLES[family](monitor.name)

/**
 * When the next entry of an incident is written. No two entries of one incident share a millisecond, so their order is
 * the order of their times, whichever server writes them.
 */
export const getNextUpdateTime = (incident: Pick<Incident, 'updatedAt'>, now: number): number =>
  Math.max(now, incident.updatedAt + 1)

/** How long an incident was open, without the time between an outage and the next, ms; null while it is open. */
export const computeDowntimeMs = ({
  startedAt,
  resolvedAt,
  healthyMs,
}: Pick<Incident, 'startedAt' | 'resolvedAt' | 'healthyMs'>): number | null =>
  resolvedAt === null ? null : resolvedAt - startedAt - healthyMs
