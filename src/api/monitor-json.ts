/** Monitors on their way in and out. */
import type { Static } from 'typebox'
import { type Issue, invalid } from '../core/errors.ts'
import type { Monitor, MonitorType } from '../core/monitor.ts'
import type { MonitorChange, MonitorDraft } from '../core/monitor-change.ts'
import {
  domain,
  type MonitorCreateBody,
  type Monitor as MonitorSchema,
  type MonitorTestBody,
  type MonitorUpdateBody,
  settingsWords,
  ssl,
} from './monitor-schemas.ts'
import { toSeconds } from './times.ts'

type JsonObject = Record<string, unknown>

export type MonitorJson = Static<typeof MonitorSchema>

/** Pinned regions and tags are written and never shown. */
export function toMonitor(monitor: Monitor): MonitorJson {
  return {
    id: monitor.id,
    organization_id: monitor.organizationId,
    project_id: monitor.projectId,
    created_by: monitor.createdBy,
    name: monitor.name,
    type: monitor.type,
    target: monitor.target,
    interval_seconds: monitor.intervalSeconds,
    timeout_ms: monitor.timeoutMs,
    status: monitor.status,
    configState: monitor.status,
    runtimeStatus: monitor.runtimeStatus,
    failure_threshold: monitor.failureThreshold,
    recovery_threshold: monitor.recoveryThreshold,
    reminder_interval_minutes: monitor.reminderIntervalMinutes,
    group_id: monitor.groupId ?? undefined,
    ...settingsWords.write(monitor.type, monitor.settings),
    ssl_monitoring: monitor.sslMonitoring ? (ssl.toApi(monitor.sslMonitoring) as JsonObject) : undefined,
    domain_monitoring: monitor.domainMonitoring ? (domain.toApi(monitor.domainMonitoring) as JsonObject) : undefined,
    notification_target_ids: monitor.notificationTargetIds.length > 0 ? monitor.notificationTargetIds : undefined,
    created_at: toSeconds(monitor.createdAt),
    updated_at: toSeconds(monitor.updatedAt),
  }
}

/** @throws Problem VALIDATION_ERROR */
export function draftOf(body: MonitorCreateBody | MonitorTestBody): MonitorDraft {
  const issues: Issue[] = []
  if (!settingsWords.types.includes(body.type)) issues.push(unsupported(body.type))
  else if (body.target === undefined) issues.push({ field: 'target', message: 'is required' })
  if (issues.length > 0) throw invalid(issues)
  return {
    ...commonOf(body),
    type: body.type,
    name: body.name ?? '',
    target: body.target!,
    settings: settingsWords.read(body.type, body, null),
  }
}

const unsupported = (type: MonitorType): Issue => ({
  field: 'type',
  message: `${type} is not supported by this version, which checks ${settingsWords.types.join(' and ')}`,
})

/** @throws Problem VALIDATION_ERROR, when the body does not fit the monitor as it is */
export function changeOf(body: MonitorUpdateBody, before: Monitor): MonitorChange {
  const change: MonitorChange = commonOf(body)
  if (body.type !== undefined) change.type = body.type
  // Another type is refused for itself, not for the settings that come with it
  if (change.type !== undefined && change.type !== before.type) return change
  if (settingsWords.types.includes(before.type))
    change.settings = settingsWords.read(before.type, body, before.settings)
  return change
}

/** What is called the same in both bodies. Only what was sent is there. */
function commonOf(body: MonitorTestBody | MonitorUpdateBody): MonitorChange {
  const change: MonitorChange = {
    name: body.name,
    target: body.target,
    status: body.status,
    intervalSeconds: body.interval_seconds,
    timeoutMs: body.timeout_ms,
    failureThreshold: body.failure_threshold,
    recoveryThreshold: body.recovery_threshold,
    reminderIntervalMinutes: body.reminder_interval_minutes,
    regions: unique(body.monitoring_regions),
    groupId: body.group_id,
    tags: unique(body.tags),
    notificationTargetIds: unique(body.notification_target_ids),
    sslMonitoring: body.ssl_monitoring && (ssl.fromApi(body.ssl_monitoring) as MonitorChange['sslMonitoring']),
    domainMonitoring:
      body.domain_monitoring && (domain.fromApi(body.domain_monitoring) as MonitorChange['domainMonitoring']),
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

const unique = (entries: string[] | undefined): string[] | undefined => entries && [...new Set(entries)]
