/**
 * Events: the body of a webhook, and the source of the messages of all other channels. Names and times are the same as
 * in the API, because receivers of events also use the API.
 */
import { formatIsoTime, type UnixMs } from '../platform/time/time.ts'
import type { SharedCause } from './cause.ts'
import type {
  CertificateFacts,
  DomainFacts,
  FlappingFacts,
  MaintenanceFacts,
  ProbeTroubleFacts,
} from './event-facts.ts'
import { computeDowntimeMs, type Incident, type IncidentMonitor, type UpdateKind } from './incident.ts'

export const EVENT_TYPES = [
  'incident.opened',
  'incident.acknowledged',
  'incident.unacknowledged',
  'incident.updated',
  'incident.resolved',
  'incident.reopened',
  'incident.reminder',
  'flapping.started',
  'flapping.ended',
  'certificate.expiring',
  'domain.expiring',
  'maintenance.started',
  'maintenance.ended',
  'probe_trouble.started',
  'probe_trouble.ended',
  'quiet_hours.ended',
  'test',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Events that report a problem that begins. They go to the first step of an escalation policy. */
export const OPENING_EVENTS: readonly EventType[] = [
  'incident.opened',
  'incident.reopened',
  'certificate.expiring',
  'domain.expiring',
]

/** Events about flapping. They are information about an open incident, like `incident.updated`. */
export const FLAPPING_EVENTS = ['flapping.started', 'flapping.ended'] as const satisfies readonly EventType[]

export const isFlappingEvent = (type: EventType): boolean => FLAPPING_EVENTS.some((known) => known === type)

/** An event is complete when it is created: later changes do not alter the notification. */
export interface Event {
  type: EventType
  /** ISO 8601. */
  timestamp: string
  data: EventData
}

export interface EventData {
  organization_id: string
  project_id: string
  monitor?: MonitorFacts
  incident?: IncidentFacts
  /** The latest incident update. */
  update?: UpdateFacts
  /** Present in a grouped notification. Contains all of its incidents; `incident` is the first. */
  alert_group?: AlertGroupFacts
  /** Present in `incident.reminder`. */
  reminder?: ReminderFacts
  /** Present in an opening that a later step of an escalation policy sends. */
  escalation?: EscalationFacts
  /** The cause, the last good check and a related incident in one sentence. Added when the message is sent. */
  explanation?: string
  /** Present in an opening that a user asked for: the name of the user. */
  requested_by?: string | null
  /** Present in `flapping.started` and `flapping.ended`. */
  flapping?: FlappingFacts
  /** Present in `certificate.expiring`. */
  certificate?: CertificateFacts
  /** Present in `domain.expiring`. */
  domain?: DomainFacts
  /** Present in `maintenance.started` and `maintenance.ended`. */
  maintenance?: MaintenanceFacts
  /** Present in `probe_trouble.started` and `probe_trouble.ended`. */
  probe_trouble?: ProbeTroubleFacts
  /** Present in `quiet_hours.ended`. */
  quiet_hours?: QuietHoursFacts
  /** Present when the opening is sent after the incident has ended: the time of the end, ISO 8601. */
  ended_at?: string
  /** Present in a delivery to a fallback: the target that could not be reached. */
  fallback_for?: FallbackFacts
  message?: string // Present in a `test`: its purpose and its origin
  /** Present in the change of a sent Slack message after a reader pressed a button: the message, and the result. */
  edit?: { channel_id: string; message_id: string; note: string }
  /** Present while an incident is open. Added to each message when it is sent and never stored: a link is a credential. */
  links?: EventLinks
}

/** Signed links for the recipient of one message. */
export interface EventLinks {
  /** Page with a button that acknowledges the open incidents of the message. */
  acknowledge: string
}

/** The incidents are in `alert_group`, and each maintenance and each trouble of probes has its latest event. */
export interface QuietHoursFacts {
  message_count: number
  maintenance: { event: EventType; maintenance: MaintenanceFacts }[]
  /** Absent when no such message was held. */
  probe_troubles?: { event: EventType; probe_trouble: ProbeTroubleFacts }[]
}

/** Incidents that opened, were resolved or need a reminder, in one message. */
export interface AlertGroupFacts {
  count: number
  /** At most the first 100 incidents. */
  incidents: GroupedIncident[]
  /** Properties that many of the incidents share, the most shared first; may be empty. */
  causes: SharedCause[]
}

export interface GroupedIncident {
  monitor: MonitorFacts | null
  incident: IncidentFacts
  /** ISO 8601; present when the incident was reopened. */
  reopened_at?: string
  /** ISO 8601; present when the incident ended before this event could be sent. */
  ended_at?: string
  /** Present when a later step of an escalation policy sent it. */
  escalation?: EscalationFacts
}

export interface EscalationFacts {
  policy_name: string
  /** Both count from 1. */
  step: number
  round: number
  /** Time at which the first step was notified, ISO 8601. */
  started_at: string
}

export interface FallbackFacts {
  target_name: string
  /** Why the delivery to that target failed. */
  reason: string
}

interface ReminderFacts {
  /** 1 for the first reminder. */
  number: number
}

export interface MonitorFacts {
  id: string
  name: string
  type: string
  /** Absent for a heartbeat: its target is the secret token of the ping URL. */
  target?: string
  status: string
  runtimeStatus: string
  /** Notes for the recipients; absent in a grouped notification. */
  notes?: string
  runbook_url?: string
}

/** An incident update, with its author if a user wrote it. */
export interface UpdateFacts {
  kind: UpdateKind
  message: string
  /** Null for updates by the system. */
  user_name: string | null
  is_public: boolean
}

/** Representation of an incident that the API and the events share. */
export interface IncidentFacts {
  id: string
  check_id?: string
  /** Group with a condition that the incident is about; absent otherwise. */
  group_id?: string
  organization_id: string
  project_id: string
  created_by?: string
  status: Incident['status']
  severity: Incident['severity']
  type: Incident['type']
  source: Incident['source']
  title: string
  public_title?: string
  status_page_update?: string
  started_at: string
  acknowledged_at?: string
  acknowledged_by_name: string | null
  /** Name of the notification target whose link acknowledged it; absent otherwise. */
  acknowledged_via?: string
  /** ISO 8601; present while the incident is snoozed. */
  snoozed_until?: string
  /** Absent when it was snoozed with the link of an alert. */
  snoozed_by_name?: string | null
  /** Name of the notification target whose link snoozed it; absent otherwise. */
  snoozed_via?: string
  error_message: string
  affected_regions: string[]
  affected_monitor_ids: string[]
  failure_count: number
  resolved_at?: string
  resolved_by?: string | null
  resolved_by_name?: string | null
  resolution_note?: string | null
  /** Time from the start to the last resolution. */
  duration_seconds?: number
  /** The same time without the healthy periods between outages. */
  downtime_seconds?: number
  /** Start of the last outage, and the number of reopenings; absent when the incident was never reopened. */
  reopened_at?: string
  reopened_count?: number
  created_at: string
  updated_at: string
}

export function toIncidentEvent(type: EventType, incident: Incident, at: UnixMs): Event {
  return {
    type,
    timestamp: formatIsoTime(at),
    data: {
      organization_id: incident.organizationId,
      project_id: incident.projectId,
      ...(incident.monitor && { monitor: toMonitorFacts(incident.monitor) }),
      incident: toIncidentFacts(incident),
    },
  }
}

export function toTestEvent(scope: { organizationId: string; projectId: string }, message: string, at: number): Event {
  return {
    type: 'test',
    timestamp: formatIsoTime(at),
    data: { organization_id: scope.organizationId, project_id: scope.projectId, message },
  }
}

const toMonitorFacts = ({ id, name, type, target, status, runtimeStatus }: IncidentMonitor): MonitorFacts => ({
  id,
  name,
  type,
  ...(type !== 'HEARTBEAT' && { target }),
  status,
  runtimeStatus,
})

export function toIncidentFacts(incident: Incident): IncidentFacts {
  return {
    id: incident.id,
    ...(incident.monitor && { check_id: incident.monitor.id }),
    ...(incident.groupId !== null && { group_id: incident.groupId }),
    organization_id: incident.organizationId,
    project_id: incident.projectId,
    ...(incident.createdBy !== null && { created_by: incident.createdBy }),
    status: incident.status,
    severity: incident.severity,
    type: incident.type,
    source: incident.source,
    title: incident.title,
    ...(incident.publicTitle !== null && { public_title: incident.publicTitle }),
    ...(incident.statusPageUpdate !== null && { status_page_update: incident.statusPageUpdate }),
    started_at: formatIsoTime(incident.startedAt),
    ...(incident.acknowledgedAt !== null && { acknowledged_at: formatIsoTime(incident.acknowledgedAt) }),
    acknowledged_by_name: incident.acknowledgedBy?.name ?? null,
    ...(incident.acknowledgedAt !== null &&
      incident.acknowledgedVia !== null && { acknowledged_via: incident.acknowledgedVia }),
    ...toSnoozeFacts(incident),
    error_message: incident.errorMessage,
    affected_regions: incident.affectedRegions,
    affected_monitor_ids: incident.affectedMonitorIds,
    failure_count: incident.failureCount,
    ...toResolutionFacts(incident),
    ...(incident.reopenedAt !== null && {
      reopened_at: formatIsoTime(incident.reopenedAt),
      reopened_count: incident.reopenings,
    }),
    created_at: formatIsoTime(incident.createdAt),
    updated_at: formatIsoTime(incident.updatedAt),
  }
}

const toSnoozeFacts = ({ status, snoozedUntil, snoozedBy, snoozedVia }: Incident) =>
  status === 'open' &&
  snoozedUntil !== null && {
    snoozed_until: formatIsoTime(snoozedUntil),
    ...(snoozedVia === null ? { snoozed_by_name: snoozedBy?.name ?? null } : { snoozed_via: snoozedVia }),
  }

const toResolutionFacts = (incident: Incident) =>
  incident.resolvedAt !== null && {
    resolved_at: formatIsoTime(incident.resolvedAt),
    resolved_by: incident.resolvedBy?.id ?? null,
    resolved_by_name: incident.resolvedBy?.name ?? null,
    resolution_note: incident.resolutionNote,
    duration_seconds: Math.round((incident.resolvedAt - incident.startedAt) / 1000),
    downtime_seconds: Math.round(computeDowntimeMs(incident)! / 1000),
  }
