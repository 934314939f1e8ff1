/** What pages say: the same words everywhere. Times are UTC, for without a script nobody knows the reader's zone. */

import { formatDurationText } from '../core/platform/time/time-text.ts'
import type {
  ComponentStatus,
  OverallStatus,
  PublicDay,
  PublicIncident,
  PublicMaintenance,
  PublicStatus,
} from '../core/status-pages/public-status.ts'
import { type Html, html } from './html.ts'

export const COMPONENT_LABELS: Record<ComponentStatus, string> = {
  operational: 'Operational',
  degraded: 'Degraded',
  outage: 'Outage',
  maintenance: 'Maintenance',
  unknown: 'No data',
}

export const INCIDENT_LABELS: Record<PublicIncident['status'], string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  resolved: 'Resolved',
}

export const IMPACT_LABELS: Record<PublicIncident['impact'], string> = {
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
}

export const MAINTENANCE_LABELS: Record<PublicMaintenance['status'], string> = {
  scheduled: 'Scheduled',
  in_progress: 'In progress',
}

const OVERALL_LABELS: Record<OverallStatus, string> = {
  operational: 'All systems operational',
  degraded: 'Degraded performance',
  partial_outage: 'Partial outage',
  major_outage: 'Major outage',
  maintenance: 'Maintenance in progress',
}

interface Banner {
  /** What its icon and colour stand for. */
  status: ComponentStatus
  label: string
}

const BANNER_STATUS: Record<OverallStatus, ComponentStatus> = {
  operational: 'operational',
  degraded: 'degraded',
  partial_outage: 'outage',
  major_outage: 'outage',
  maintenance: 'maintenance',
}

/** The first thing people read. Where nobody has measured anything, nothing is claimed. */
export function toBanner({ overall, sections }: PublicStatus): Banner {
  const components = sections.flatMap((section) => section.components)
  if (components.every(({ status }) => status === 'unknown'))
    return { status: 'unknown', label: components.length > 0 ? 'No current data' : 'No components yet' }
  return { status: BANNER_STATUS[overall], label: OVERALL_LABELS[overall] }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `3 Nov` */
export function formatDay(at: number): string {
  const date = new Date(at)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** `3 Nov 2026` */
export const formatDate = (at: number): string => `${formatDay(at)} ${new Date(at).getUTCFullYear()}`

/** `14:03 UTC` */
const formatClock = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** `3 Nov 2026, 14:03 UTC`, as a machine can read it too. */
export const renderMoment = (at: number): Html =>
  html`<time datetime="${toIsoMinute(at)}">${formatDate(at)}, ${formatClock(at)}</time>`

/** To the minute, so that what is read again and again stays the same. */
const toIsoMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`

/** From one to the other, with the day once where it is the same. */
export function renderPeriod(from: number, to: number): Html {
  const [start, end] = [formatDate(from), formatDate(to)]
  const until = start === end ? formatClock(to) : `${end}, ${formatClock(to)}`
  const since = `${start}, ${formatClock(from).slice(0, 5)}`
  return html`<time datetime="${toIsoMinute(from)}">${since}</time> – <time datetime="${toIsoMinute(to)}">${until}</time>`
}

/** `12 min`; what is shorter than a second is one. */
export const formatLength = (ms: number): string => formatDurationText(Math.max(1, Math.round(ms / 1_000)))

/** Cut and not rounded: 100% means that nothing was missing. */
const formatPercent = (percentage: number): string =>
  percentage === 100 ? '100%' : `${(Math.floor(percentage * 100) / 100).toFixed(2)}%`

export const formatUptime = (percentage: number | null): string =>
  percentage === null ? 'No data' : `${formatPercent(percentage)} uptime`

/** What happened on a day: `down for 12 min, slow for 3 min`. */
export function describeDay({ status, downMs, degradedMs, maintenanceMs }: PublicDay): string {
  if (status === 'no_data') return 'no data'
  const parts = [
    downMs > 0 ? `down for ${formatLength(downMs)}` : '',
    degradedMs > 0 ? `degraded for ${formatLength(degradedMs)}` : '',
    maintenanceMs > 0 ? `maintenance for ${formatLength(maintenanceMs)}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'no downtime'
}
