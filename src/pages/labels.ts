/**
 * Texts of pages in one place. Times are in the zone of the page. Without one they are UTC until the script of the page
 * shows them in the zone of the reader.
 */

import { getLocalClock } from '../core/platform/time/local-time.ts'
import { formatDurationText } from '../core/platform/time/time.ts'
import { formatUptimePercentage } from '../core/results/uptime.ts'
import {
  type ComponentStatus,
  isKnown,
  type OverallStatus,
  type PublicComponent,
  type PublicDay,
  type PublicIncident,
  type PublicMaintenance,
  type PublicPage,
  type PublicStatus,
} from '../core/status-pages/public-status.ts'
import { type Html, html } from './html.ts'

export const COMPONENT_LABELS: Record<ComponentStatus, string> = {
  operational: 'Operational',
  degraded: 'Degraded',
  outage: 'Outage',
  maintenance: 'Maintenance',
  not_monitored: 'Not monitored',
  unknown: 'No data',
}

export const INCIDENT_LABELS: Record<PublicIncident['status'], string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  resolved: 'Resolved',
}

/** The words of component statuses, because readers know those. */
export const IMPACT_LABELS: Record<PublicIncident['impact'], string> = {
  minor: 'Degraded performance',
  major: 'Partial outage',
  critical: 'Outage',
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
  /** Selects the icon and the colour. */
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

/** Returns the summary at the top of the page. It claims nothing when no component has current data. */
export function toBanner({ overall, sections }: PublicStatus): Banner {
  const statuses = sections.flatMap(({ components }) => components.map(({ status }) => status))
  if (overall !== 'operational' || statuses.some(isKnown))
    return { status: BANNER_STATUS[overall], label: OVERALL_LABELS[overall] }
  if (statuses.length === 0) return { status: 'unknown', label: 'No components yet' }
  return statuses.every((status) => status === 'not_monitored')
    ? { status: 'not_monitored', label: 'Not monitored' }
    : { status: 'unknown', label: 'No current data' }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats `3 Nov`. */
export function formatDay(at: number): string {
  const date = new Date(at)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** Formats `3 Nov 2026`. */
export const formatDate = (at: number): string => `${formatDay(at)} ${new Date(at).getUTCFullYear()}`

/** Formats `14:03`. */
const formatClock = (at: number): string => new Date(at).toISOString().slice(11, 16)

/** Time zone of a page; null for the zone of each reader. */
export type PageZone = PublicPage['timezone']

/** Returns the time that a clock in UTC would show, and the suffix of the zone: the footer names the zone of a page. */
const toPageClock = (zone: PageZone) => ({
  toLocal: getLocalClock(zone ?? 'UTC').toLocal,
  suffix: zone === null ? ' UTC' : '',
})

/** Renders `3 Nov 2026, 14:03 UTC`, machine-readable too. */
export function renderMoment(at: number, zone: PageZone): Html {
  const { toLocal, suffix } = toPageClock(zone)
  const local = toLocal(at)
  return html`<time datetime="${toIsoMinute(at)}">${formatDate(local)}, ${formatClock(local)}${suffix}</time>`
}

/** Truncates to the minute, so that repeated renderings are equal. */
const toIsoMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`

/** Renders a period; the date is not repeated within a day. */
export function renderPeriod(from: number, to: number, zone: PageZone): Html {
  const { toLocal, suffix } = toPageClock(zone)
  const [start, end] = [formatDate(toLocal(from)), formatDate(toLocal(to))]
  const since = `${start}, ${formatClock(toLocal(from))}`
  const until = `${start === end ? '' : `${end}, `}${formatClock(toLocal(to))}${suffix}`
  return html`<time datetime="${toIsoMinute(from)}">${since}</time> – <time datetime="${toIsoMinute(to)}">${until}</time>`
}

/** Formats `12 min`; the minimum is one second. */
export const formatLength = (ms: number): string => formatDurationText(Math.max(1, Math.round(ms / 1_000)))

/** Formats `99.98% uptime in 90 days`, or `since 3 Nov` while fewer days were measured. */
export function formatUptime({ uptimePercentage: percentage, days }: PublicComponent): string {
  if (percentage === null) return 'No data'
  const first = days.findIndex(({ status }) => status !== 'no_data')
  const span = first > 0 ? `since ${formatDay(days[first]!.startsAt)}` : `in ${days.length} days`
  return `${formatUptimePercentage(percentage)} uptime ${span}`
}

/** Describes a day: `down for 12 min, degraded for 3 min`. */
export function describeDay({ status, downMs, degradedMs, maintenanceMs }: PublicDay): string {
  if (status === 'no_data') return 'no data'
  const parts = [
    downMs > 0 ? `down for ${formatLength(downMs)}` : '',
    degradedMs > 0 ? `degraded for ${formatLength(degradedMs)}` : '',
    maintenanceMs > 0 ? `maintenance for ${formatLength(maintenanceMs)}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'no downtime'
}
