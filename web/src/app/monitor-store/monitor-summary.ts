/** A monitor as the list shows it, and how live events change it. Without React, so that it can be tested directly. */
import type { LiveEvent } from '../../api/events.ts'
import type { Schemas } from '../../api/types.ts'
import type { MonitorState } from '../../ui/status.tsx'
import { type Confirming, getConfirmingState } from './confirming.ts'

interface OpenIncident {
  id: string
  status: string
  severity: string
  title: string
  acknowledged_by_name?: string
  /** Name of the recipient whose link acknowledged it. */
  acknowledged_via?: string
}

export interface MonitorSummary {
  id: string
  name: string
  type: 'HTTP' | 'KEYWORD' | 'ICMP' | 'TCP' | 'DNS' | 'HEARTBEAT'
  /** Empty for heartbeats. */
  target: string
  status: 'active' | 'paused' | 'disabled'
  runtime_status: 'up' | 'down' | 'degraded' | 'paused' | 'unknown'
  /** When the current runtime status began. */
  status_since: string
  /** End of a pause that ends by itself. */
  paused_until?: string | undefined
  is_flapping: boolean
  in_maintenance: boolean
  /** Absent outside maintenance. */
  maintenance_until?: string
  /** Why the monitor is not up; absent while it is up. */
  reason?: Schemas['StatusReason'] | undefined
  /** Absent when its alerts are not silenced. */
  silence?: Schemas['Silence'] | undefined
  managed_by?: string | undefined
  group_id: string | null
  /** Own policy of the monitor; absent when its group or the project decides. */
  escalation_policy_id?: string | undefined
  tags: readonly string[]
  interval_seconds: number
  last_check_at: string | null
  /** Null when the last check did not pass. */
  last_response_time_ms: number | null
  open_incident: OpenIncident | null
  /** A status change that is not confirmed yet; absent when there is none. */
  confirming?: Confirming | undefined
}

/** In order of urgency. */
export const STATES: readonly MonitorState[] = [
  'down',
  'failing',
  'flapping',
  'degraded',
  'unknown',
  'maintenance',
  'up',
  'paused',
  'disabled',
]

/**
 * Returns the one state by which a monitor is filtered and sorted. A monitor that is down and flapping counts as down,
 * which is more urgent, and so does one whose recovery is not confirmed yet.
 */
export function getMonitorState(monitor: MonitorSummary): MonitorState {
  if (monitor.status === 'disabled') return 'disabled'
  if (monitor.status === 'paused' || monitor.runtime_status === 'paused') return 'paused'
  if (monitor.in_maintenance) return 'maintenance'
  if (monitor.runtime_status === 'down') return 'down'
  if (getConfirmingState(monitor.runtime_status, monitor.confirming) === 'failing') return 'failing'
  return monitor.is_flapping ? 'flapping' : monitor.runtime_status
}

/** Returns the state that a row shows. It differs from the state for filters while a recovery is being confirmed. */
export function getShownState(monitor: MonitorSummary): MonitorState {
  const state = getMonitorState(monitor)
  const isRecovering = getConfirmingState(monitor.runtime_status, monitor.confirming) === 'recovering'
  return isRecovering && (state === 'down' || state === 'degraded') ? 'recovering' : state
}

type IncidentOfEvent = Extract<LiveEvent, { data: { incident: unknown } }>['data']['incident']

/** Events that carry everything the summary needs. */
export type MonitorEvent = Extract<LiveEvent, { type: 'monitor.status' | 'monitor.result' }>

/** Applies an event. Times are ISO 8601 in UTC with equal digits, so they compare as strings. */
export function patchMonitor(monitor: MonitorSummary, event: MonitorEvent): MonitorSummary {
  if (event.type === 'monitor.result') {
    const { checked_at: at, status, response_time_ms: responseTimeMs } = event.data.result
    const current = { ...monitor, confirming: event.data.confirming ?? undefined }
    if (monitor.last_check_at !== null && at <= monitor.last_check_at)
      return isSameMonitor(monitor, current) ? monitor : current
    const passed = status === 'up' || status === 'degraded'
    return { ...current, last_check_at: at, last_response_time_ms: passed ? (responseTimeMs ?? null) : null }
  }
  const { to_status: to, started_at: at, parsed_reason: reason } = event.data
  if (at < monitor.status_since || (at === monitor.status_since && to === monitor.runtime_status)) return monitor
  const status = to as MonitorSummary['runtime_status']
  return { ...monitor, runtime_status: status, status_since: at, reason, confirming: undefined }
}

const SEVERITIES = ['critical', 'major', 'minor', 'warning']
const getSeverityRank = (severity: string): number => SEVERITIES.indexOf(severity)

/**
 * Applies an incident event.
 *
 * @returns null when the list has to be read to find the incident to show
 */
export function patchIncident(monitor: MonitorSummary, incident: IncidentOfEvent): MonitorSummary | null {
  const { id, status, severity, title, acknowledged_by_name: name, acknowledged_via: via } = incident
  const before = monitor.open_incident
  if (status === 'resolved') return before?.id === id ? null : monitor
  const isFirst = !before || before.id === id || getSeverityRank(severity) < getSeverityRank(before.severity)
  const by = { ...(name && { acknowledged_by_name: name }), ...(via && { acknowledged_via: via }) }
  return isFirst ? { ...monitor, open_incident: { id, status, severity, title, ...by } } : monitor
}

/** Whether two summaries of a monitor are equal. */
export const isSameMonitor = (a: MonitorSummary, b: MonitorSummary): boolean =>
  (Object.keys({ ...a, ...b }) as (keyof MonitorSummary)[]).every(
    (field) => a[field] === b[field] || (typeof b[field] === 'object' && isSameJson(a[field], b[field])),
  )

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether the change can affect the monitor's position in a filtered, sorted or grouped list. */
export const isOrderAffected = (a: MonitorSummary, b: MonitorSummary): boolean =>
  getMonitorState(a) !== getMonitorState(b) ||
  a.name !== b.name ||
  a.target !== b.target ||
  a.group_id !== b.group_id ||
  !a.silence !== !b.silence ||
  !isSameJson(a.tags, b.tags)
