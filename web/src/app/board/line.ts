/** One monitor as the list of all shows it, and what live events change in it. Without React, and tested by itself. */
import type { LiveEvent } from '../../api/events.ts'
import type { MonitorState } from '../../ui/status.tsx'

interface OpenIncident {
  id: string
  status: string
  severity: string
  title: string
}

export interface MonitorLine {
  id: string
  name: string
  type: 'HTTP' | 'KEYWORD' | 'ICMP' | 'TCP' | 'DNS' | 'HEARTBEAT'
  /** Empty for heartbeats. */
  target: string
  status: 'active' | 'paused' | 'disabled'
  runtime_status: 'up' | 'down' | 'degraded' | 'paused' | 'unknown'
  /** Since when the runtime status is what it is. */
  status_since: string
  is_flapping: boolean
  in_maintenance: boolean
  group_id: string | null
  tags: readonly string[]
  interval_seconds: number
  last_check_at: string | null
  /** Null when the last check did not pass. */
  last_response_time_ms: number | null
  open_incident: OpenIncident | null
}

/** In the order in which they want to be seen. */
export const STATES: readonly MonitorState[] = [
  'down',
  'flapping',
  'degraded',
  'unknown',
  'maintenance',
  'up',
  'paused',
  'disabled',
]

/** The one word for how a monitor is. What is down and also flaps is down: that is what somebody has to see. */
export function stateOf(line: MonitorLine): MonitorState {
  if (line.status === 'disabled') return 'disabled'
  if (line.status === 'paused' || line.runtime_status === 'paused') return 'paused'
  if (line.in_maintenance) return 'maintenance'
  if (line.runtime_status === 'down') return 'down'
  return line.is_flapping ? 'flapping' : line.runtime_status
}

/** Events of one monitor that say all there is to know. */
export type LineEvent = Extract<LiveEvent, { type: 'monitor.status' | 'monitor.result' }>

/** Times are ISO 8601 in UTC with the same digits, so that their order is that of their letters. */
export function patchLine(line: MonitorLine, event: LineEvent): MonitorLine {
  if (event.type === 'monitor.result') {
    const { checked_at: at, status, response_time_ms: took } = event.data.result
    if (line.last_check_at !== null && at <= line.last_check_at) return line
    const passed = status === 'up' || status === 'degraded'
    return { ...line, last_check_at: at, last_response_time_ms: passed ? (took ?? null) : null }
  }
  const { to_status: to, started_at: at } = event.data
  if (at < line.status_since || (at === line.status_since && to === line.runtime_status)) return line
  return { ...line, runtime_status: to as MonitorLine['runtime_status'], status_since: at }
}

const SEVERITIES = ['critical', 'major', 'minor', 'warning']
const weightOf = (severity: string): number => SEVERITIES.indexOf(severity)

/** @returns null when the list has to be read to know what stands there now */
export function patchIncident(line: MonitorLine, incident: OpenIncident): MonitorLine | null {
  const { id, status, severity, title } = incident
  const before = line.open_incident
  if (status === 'resolved') return before?.id === id ? null : line
  const isFirst = !before || before.id === id || weightOf(severity) < weightOf(before.severity)
  return isFirst ? { ...line, open_incident: { id, status, severity, title } } : line
}

/** Whether two readings of a monitor say the same. */
export const isSameLine = (a: MonitorLine, b: MonitorLine): boolean =>
  (Object.keys(b) as (keyof MonitorLine)[]).every(
    (field) => a[field] === b[field] || (typeof b[field] === 'object' && same(a[field], b[field])),
  )

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether the change may move a monitor in a list that is filtered, sorted or grouped. */
export const isMoved = (a: MonitorLine, b: MonitorLine): boolean =>
  stateOf(a) !== stateOf(b) ||
  a.name !== b.name ||
  a.target !== b.target ||
  a.group_id !== b.group_id ||
  !same(a.tags, b.tags)
