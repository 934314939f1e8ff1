/** Converts monitors from requests and to responses. */
import type { Static } from 'typebox'
import type { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import type { Monitor, MonitorType } from '../../core/monitors/monitor.ts'
import type { MonitorChange, MonitorDraft } from '../../core/monitors/monitor-change.ts'
import { type MonitorDefaults, toFieldName } from '../../core/monitors/monitor-defaults.ts'
import { createInvalid, type Issue } from '../../core/platform/errors.ts'
import { listConfirmations } from '../../services/evaluation/evaluation-batch.ts'
import { type HeartbeatSummary, listHeartbeats } from '../../store/heartbeats/heartbeats.ts'
import { getAlertConditions } from '../../store/incidents/alert-conditions.ts'
import { listMonitorSilences } from '../../store/incidents/silences.ts'
import { getRequestReader, type Reader } from '../../store/platform/session.ts'
import { readHeartbeatInterval, toHeartbeatFields } from '../heartbeats/heartbeat-json.ts'
import type { ApiDeps } from '../platform/deps.ts'
import { toManagedFields } from '../platform/fields/resource-schema.ts'
import { toIso, toSeconds } from '../platform/times.ts'
import { domain, ssl } from './expiry-settings.ts'
import {
  type MonitorCreateBody,
  type Monitor as MonitorSchema,
  type MonitorTestBody,
  type MonitorUpdateBody,
  settingsTranslator,
} from './monitor-schemas.ts'
import { toConfirming, toSilence } from './monitor-state-json.ts'

type JsonObject = Record<string, unknown>

type MonitorJson = Static<typeof MonitorSchema>

/** Returns monitors as the API shows them, with their silences and with ping facts for heartbeat monitors. */
export async function showMonitors(
  { context, config }: Pick<ApiDeps, 'context' | 'config'>,
  monitors: readonly Monitor[],
): Promise<MonitorJson[]> {
  const db = getRequestReader(context.store.db)
  const heartbeats = await listHeartbeatsOf(db, monitors)
  const silences = await listMonitorSilences(
    db,
    monitors.map(({ key }) => key),
    context.now(),
  )
  return monitors.map((monitor) => {
    const silence = silences.get(monitor.key)
    const json = toMonitor(monitor, heartbeats.get(monitor.key), config.baseUrl)
    if (silence) json.silence = toSilence(silence)
    return json
  })
}

const listHeartbeatsOf = (db: Reader, monitors: readonly Monitor[]): Promise<Map<number, HeartbeatSummary>> =>
  listHeartbeats(
    db,
    monitors.filter(({ type }) => type === 'HEARTBEAT').map(({ key }) => key),
  )

/** Returns one monitor, with its maintenance and flapping state and the change that it is confirming. */
export async function showMonitor(
  { context, config }: Pick<ApiDeps, 'context' | 'config'>,
  monitor: Monitor,
): Promise<MonitorJson> {
  const { key } = monitor
  const now = context.now()
  const db = getRequestReader(context.store.db)
  const [heartbeats, conditions] = await Promise.all([
    listHeartbeatsOf(db, [monitor]),
    getAlertConditions(db, key, now),
  ])
  const confirmations = await listConfirmations(db, conditions.isInDoubt ? [key] : [], now)
  const json = toMonitor(monitor, heartbeats.get(key), config.baseUrl)
  const confirmation = confirmations.get(key)
  if (conditions.silence) json.silence = toSilence(conditions.silence)
  if (conditions.isInMaintenance) json.in_maintenance = true
  if (conditions.isFlapping) json.is_flapping = true
  if (confirmation) json.confirming = toConfirming(confirmation)
  return json
}

/** Returns a monitor that was just created. It has no check results, and is neither silenced nor in maintenance. */
export async function showNewMonitor(
  { context, config }: Pick<ApiDeps, 'context' | 'config'>,
  monitor: Monitor,
): Promise<MonitorJson> {
  const heartbeats = await listHeartbeatsOf(getRequestReader(context.store.db), [monitor])
  return toMonitor(monitor, heartbeats.get(monitor.key), config.baseUrl)
}

/** Pinned regions and tags are writable, but not returned. */
function toMonitor(monitor: Monitor, heartbeat: HeartbeatSummary | undefined, baseUrl: string): MonitorJson {
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
    paused_until: monitor.pausedUntil === null ? undefined : toIso(monitor.pausedUntil),
    failure_threshold: monitor.failureThreshold,
    recovery_threshold: monitor.recoveryThreshold,
    reminder_interval_minutes: monitor.reminderIntervalMinutes,
    group_id: monitor.groupId ?? undefined,
    ...settingsTranslator.write(monitor.type, monitor.settings),
    ...(monitor.type === 'HEARTBEAT' && toHeartbeatFields(monitor, heartbeat, baseUrl)),
    ssl_monitoring: monitor.sslMonitoring ? (ssl.toApi(monitor.sslMonitoring) as JsonObject) : undefined,
    domain_monitoring: monitor.domainMonitoring ? (domain.toApi(monitor.domainMonitoring) as JsonObject) : undefined,
    notification_target_ids: monitor.notificationTargetIds.length > 0 ? monitor.notificationTargetIds : undefined,
    depends_on_monitor_ids: monitor.dependsOnMonitorIds.length > 0 ? monitor.dependsOnMonitorIds : undefined,
    ...toManagedFields(monitor),
    notes: monitor.notes ?? undefined,
    runbook_url: monitor.runbookUrl ?? undefined,
    escalation_policy_id: monitor.escalationPolicyId ?? undefined,
    created_at: toSeconds(monitor.createdAt),
    updated_at: toSeconds(monitor.updatedAt),
  }
}

/** @throws Problem VALIDATION_ERROR */
export function toDraft(body: MonitorCreateBody | MonitorTestBody): MonitorDraft {
  const issues: Issue[] = []
  if (body.type === 'HEARTBEAT' && body.target !== undefined) issues.push({ field: 'target', message: NO_TARGET })
  else if (body.type !== 'HEARTBEAT' && body.target === undefined)
    issues.push({ field: 'target', message: TARGETS[body.type] })
  if (issues.length > 0) throw createInvalid(issues)
  return {
    ...readCommonFields(body),
    type: body.type,
    name: body.name ?? '',
    target: body.target ?? '',
    ...readConfiguration(body.type, body, null),
  }
}

const NO_TARGET = 'must be absent: a heartbeat monitor gets a generated token'
const URL_NEEDED = 'is required: a URL such as https://example.com/'
const HOST_NEEDED = 'is required: a host name or an IP address'
const TARGETS = {
  HTTP: URL_NEEDED,
  KEYWORD: URL_NEEDED,
  ICMP: HOST_NEEDED,
  TCP: `${HOST_NEEDED}; set the port in tcp_config`,
  DNS: 'is required: the name to look up',
}

/** Returns the complete settings, and the interval for types whose settings define it. */
function readConfiguration(
  type: MonitorType,
  body: MonitorTestBody | MonitorUpdateBody,
  before: Monitor['settings'] | null,
): Pick<MonitorDraft, 'settings' | 'intervalSeconds'> {
  const settings = settingsTranslator.read(type, body, before)
  if (type !== 'HEARTBEAT') return { settings }
  return readHeartbeatInterval(body, settings as HeartbeatSettings, before as HeartbeatSettings | null)
}

/** @throws Problem VALIDATION_ERROR if the body does not fit the existing monitor */
export function toChange(body: MonitorUpdateBody, before: Pick<Monitor, 'type' | 'settings'>): MonitorChange {
  const change: MonitorChange = readCommonFields(body)
  if (body.type !== undefined) change.type = body.type
  // A changed type is refused for the type, not for the settings sent with it
  if (change.type !== undefined && change.type !== before.type) return change
  Object.assign(change, readConfiguration(before.type, body, before.settings))
  return change
}

/** A field without a value has no default. */
export const toMonitorDefaults = (body: MonitorUpdateBody): MonitorDefaults =>
  Object.fromEntries(Object.entries(readCommonFields(body)).filter(([, value]) => value !== null))

/** Returns defaults as the API shows them. */
export const showMonitorDefaults = (defaults: MonitorDefaults): JsonObject =>
  Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => [
      toFieldName(key as keyof MonitorDefaults),
      key === 'sslMonitoring' ? ssl.toApi(value) : key === 'domainMonitoring' ? domain.toApi(value) : value,
    ]),
  )

/** Reads the fields that both bodies share. Absent fields stay absent. */
function readCommonFields(body: MonitorTestBody | MonitorUpdateBody): MonitorChange {
  const change: MonitorChange = {
    name: body.name,
    target: body.target,
    status: body.status,
    intervalSeconds: body.interval_seconds,
    timeoutMs: body.timeout_ms,
    failureThreshold: body.failure_threshold,
    recoveryThreshold: body.recovery_threshold,
    reminderIntervalMinutes: body.reminder_interval_minutes,
    regions: deduplicate(body.monitoring_regions),
    groupId: body.group_id,
    tags: deduplicate(body.tags),
    notificationTargetIds: deduplicate(body.notification_target_ids),
    dependsOnMonitorIds: deduplicate(body.depends_on_monitor_ids),
    sslMonitoring: body.ssl_monitoring && (ssl.fromApi(body.ssl_monitoring) as MonitorChange['sslMonitoring']),
    domainMonitoring:
      body.domain_monitoring && (domain.fromApi(body.domain_monitoring) as MonitorChange['domainMonitoring']),
    notes: body.notes === '' ? null : body.notes,
    runbookUrl: body.runbook_url,
    escalationPolicyId: body.escalation_policy_id,
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

const deduplicate = (entries: string[] | undefined): string[] | undefined => entries && [...new Set(entries)]
