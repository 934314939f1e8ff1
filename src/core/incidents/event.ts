/**
 * What is told to the outside: the body of a webhook, and what other channels make their words from. The names and the
 * times are those of the API, because whoever receives an event goes on with the API.
 */

import { formatIsoTime } from '../platform/time/time.ts'
import type { SharedCause } from './cause.ts'
import { computeDowntimeMs, type Incident, type IncidentMonitor, type UpdateKind } from './incident.ts'

export const EVENT_TYPES = [
  'incident.opened',
  'incident.acknowledged',
  'incident.updated',
  'incident.resolved',
  'incident.reopened',
  'incident.reminder',
  'certificate.expiring',
  'domain.expiring',
  'maintenance.started',
  'maintenance.ended',
  'test',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Complete when it is made: what changes later does not rewrite what is told. */
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
  /** What just happened to it. */
  update?: UpdateFacts
  /** Of one message that stands for many: all of them, `incident` being the first. */
  alert_group?: AlertGroupFacts
  /** Of `incident.reminder`. */
  reminder?: ReminderFacts
  /** Of `certificate.expiring`. */
  certificate?: CertificateFacts
  /** Of `domain.expiring`. */
  domain?: DomainFacts
  /** Of `maintenance.started` and `maintenance.ended`. */
  maintenance?: MaintenanceFacts
  /** Of a beginning that is sent late: when the incident ended, ISO 8601. */
  ended_at?: string
  /** Of what a fallback hears: who was to hear it. */
  fallback_for?: FallbackFacts
  /** Of a `test`: what it is and where it comes from. */
  message?: string
}

/** Incidents that opened, were resolved or are reminded of, in one message. */
export interface AlertGroupFacts {
  count: number
  /** The first 100 of them. */
  incidents: GroupedIncident[]
  /** What many of them have in common, the most shared first; empty when nothing is. */
  causes: SharedCause[]
}

export interface GroupedIncident {
  monitor: MonitorFacts | null
  incident: IncidentFacts
  /** ISO 8601, of one that had been resolved and began again. */
  reopened_at?: string
  /** ISO 8601, of one that ended before this could be sent. */
  ended_at?: string
}

export interface FallbackFacts {
  target_name: string
  /** Why that one could not be told. */
  reason: string
}

interface ReminderFacts {
  /** 1 for the first. */
  number: number
}

export interface CertificateFacts {
  subject: string
  issuer: string
  fingerprint256: string
  /** ISO 8601. */
  valid_to: string
  days_remaining: number
  /** The threshold that was crossed; 0 when it has expired. */
  warning_days: number
}

export interface DomainFacts {
  name: string
  registrar: string | null
  /** ISO 8601. */
  expires_at: string
  days_remaining: number
  /** The threshold that was crossed; 0 when it has expired. */
  warning_days: number
}

export interface MaintenanceFacts {
  id: string
  name: string
  description: string
  /** Of this occurrence, ISO 8601. */
  starts_at: string
  ends_at: string
  /** Monitors that it concerns, by name; the first 100. */
  monitors: { id: string; name: string }[]
  monitor_count: number
}

export interface MonitorFacts {
  id: string
  name: string
  type: string
  /** Not for a heartbeat: there it is the secret token of its ping address. */
  target?: string
  status: string
  runtimeStatus: string
}

/** An entry in the life of an incident, in its author's words where there are any. */
export interface UpdateFacts {
  kind: UpdateKind
  message: string
  /** Null when the engine did it. */
  user_name: string | null
  is_public: boolean
}

/** The representation of an incident that the API and the events have in common. */
export interface IncidentFacts {
  id: string
  check_id?: string
  organization_id: string
  project_id: string
  created_by?: string
  status: Incident['status']
  severity: Incident['severity']
  type: Incident['type']
  source: Incident['source']
  title: string
  status_page_update?: string
  started_at: string
  acknowledged_at?: string
  acknowledged_by_name: string | null
  error_message: string
  affected_regions: string[]
  affected_monitor_ids: string[]
  failure_count: number
  resolved_at?: string
  resolved_by?: string | null
  resolved_by_name?: string | null
  resolution_note?: string | null
  /** From the beginning to the last resolution. */
  duration_seconds?: number
  /** The same without the time between an outage and the next. */
  downtime_seconds?: number
  /** When the last outage began, and how often it was reopened; absent when it never was. */
  reopened_at?: string
  reopened_count?: number
  created_at: string
  updated_at: string
}

/** @param at Unix ms */
export function toIncidentEvent(type: EventType, incident: Incident, at: number): Event {
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
    organization_id: incident.organizationId,
    project_id: incident.projectId,
    ...(incident.createdBy !== null && { created_by: incident.createdBy }),
    status: incident.status,
    severity: incident.severity,
    type: incident.type,
    source: incident.source,
    title: incident.title,
    ...(incident.statusPageUpdate !== null && { status_page_update: incident.statusPageUpdate }),
    started_at: formatIsoTime(incident.startedAt),
    ...(incident.acknowledgedAt !== null && { acknowledged_at: formatIsoTime(incident.acknowledgedAt) }),
    acknowledged_by_name: incident.acknowledgedBy?.name ?? null,
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

const toResolutionFacts = (incident: Incident) =>
  incident.resolvedAt !== null && {
    resolved_at: formatIsoTime(incident.resolvedAt),
    resolved_by: incident.resolvedBy?.id ?? null,
    resolved_by_name: incident.resolvedBy?.name ?? null,
    resolution_note: incident.resolutionNote,
    duration_seconds: Math.round((incident.resolvedAt - incident.startedAt) / 1000),
    downtime_seconds: Math.round(computeDowntimeMs(incident)! / 1000),
  }
