/** What pages say: the same words everywhere. Times are UTC, for without a script nobody knows the reader's zone. */

import { durationInWords } from '../core/platform/time/time-words.ts'
import type {
  ComponentStatus,
  OverallStatus,
  PublicDay,
  PublicIncident,
  PublicMaintenance,
  PublicStatus,
} from '../core/status-pages/public-status.ts'
import { type Html, html } from './html.ts'

export const COMPONENT_WORDS: Record<ComponentStatus, string> = {
  operational: 'Operational',
  degraded: 'Degraded',
  outage: 'Outage',
  maintenance: 'Maintenance',
  unknown: 'No data',
}

export const INCIDENT_WORDS: Record<PublicIncident['status'], string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  resolved: 'Resolved',
}

export const IMPACT_WORDS: Record<PublicIncident['impact'], string> = {
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
}

export const MAINTENANCE_WORDS: Record<PublicMaintenance['status'], string> = {
  scheduled: 'Scheduled',
  in_progress: 'In progress',
}

const OVERALL_WORDS: Record<OverallStatus, string> = {
  operational: 'All systems operational',
  degraded: 'Some systems are degraded',
  partial_outage: 'Partial outage',
  major_outage: 'Major outage',
  maintenance: 'Maintenance in progress',
}

interface Banner {
  /** What its icon and colour stand for. */
  look: ComponentStatus
  words: string
}

const LOOKS: Record<OverallStatus, ComponentStatus> = {
  operational: 'operational',
  degraded: 'degraded',
  partial_outage: 'outage',
  major_outage: 'outage',
  maintenance: 'maintenance',
}

/** The first thing people read. Where nobody has measured anything, nothing is claimed. */
export function bannerOf({ overall, sections }: PublicStatus): Banner {
  const components = sections.flatMap((section) => section.components)
  if (components.every(({ status }) => status === 'unknown'))
    return { look: 'unknown', words: components.length > 0 ? 'No current data' : 'Nothing is listed here yet' }
  return { look: LOOKS[overall], words: OVERALL_WORDS[overall] }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `3 Nov` */
export function dayInWords(at: number): string {
  const date = new Date(at)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** `3 Nov 2026` */
export const dateInWords = (at: number): string => `${dayInWords(at)} ${new Date(at).getUTCFullYear()}`

/** `14:03 UTC` */
const clockInWords = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** `3 Nov 2026, 14:03 UTC`, as a machine can read it too. */
export const moment = (at: number): Html =>
  html`<time datetime="${isoMinute(at)}">${dateInWords(at)}, ${clockInWords(at)}</time>`

/** To the minute, so that what is read again and again stays the same. */
const isoMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`

/** From one to the other, with the day once where it is the same. */
export function periodInWords(from: number, to: number): Html {
  const [start, end] = [dateInWords(from), dateInWords(to)]
  const until = start === end ? clockInWords(to) : `${end}, ${clockInWords(to)}`
  const since = `${start}, ${clockInWords(from).slice(0, 5)}`
  return html`<time datetime="${isoMinute(from)}">${since}</time> – <time datetime="${isoMinute(to)}">${until}</time>`
}

/** `12 min`; what is shorter than a second is one. */
export const lengthInWords = (ms: number): string => durationInWords(Math.max(1, Math.round(ms / 1_000)))

/** Cut and not rounded: 100% means that nothing was missing. */
const percentInWords = (percentage: number): string =>
  percentage === 100 ? '100%' : `${(Math.floor(percentage * 100) / 100).toFixed(2)}%`

export const uptimeInWords = (percentage: number | null): string =>
  percentage === null ? 'No data' : `${percentInWords(percentage)} uptime`

/** What happened on a day: `down for 12 min, slow for 3 min`. */
export function dayStory({ status, downMs, degradedMs, maintenanceMs }: PublicDay): string {
  if (status === 'no_data') return 'no data'
  const parts = [
    downMs > 0 ? `down for ${lengthInWords(downMs)}` : '',
    degradedMs > 0 ? `degraded for ${lengthInWords(degradedMs)}` : '',
    maintenanceMs > 0 ? `maintenance for ${lengthInWords(maintenanceMs)}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'no downtime'
}
