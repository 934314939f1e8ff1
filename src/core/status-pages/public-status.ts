/**
 * Public content of a status page: public names only, and no data of the monitors behind it. All formats of a page
 * (HTML, JSON, feeds, files) show this content.
 */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import type { UnixMs } from '../platform/time/time.ts'
import type { AvailabilitySlot } from '../results/availability.ts'
import type { StatusPage } from './status-page.ts'

/** From best to worst; `maintenance` is separate from this order. */
export type OverallStatus = 'operational' | 'degraded' | 'partial_outage' | 'major_outage' | 'maintenance'

/** `not_monitored`: paused by a user. `unknown`: without a recent measurement. */
export type ComponentStatus = 'operational' | 'degraded' | 'outage' | 'maintenance' | 'not_monitored' | 'unknown'

export interface PublicStatus {
  page: PublicPage
  overall: OverallStatus
  sections: PublicSection[]
  /** Unresolved incidents, newest first. */
  openIncidents: PublicIncident[]
  /** Incidents resolved within the last 15 days, newest first. */
  pastIncidents: PublicIncident[]
  /** Current or future maintenance, soonest first. */
  maintenance: PublicMaintenance[]
  /** Time of the data. */
  readAt: UnixMs
}

const PUBLIC_FIELDS = [
  'slug',
  'name',
  'description',
  'logoUrl',
  'accentColor',
  'theme',
  'showUptimeDays',
  'customDomain',
  'isIndexed',
  'allowsSubscribers',
  'contactUrl',
  'timezone',
] as const

/** Settings of the page that its readers may know. */
export type PublicPage = Pick<StatusPage, (typeof PUBLIC_FIELDS)[number]>

export const toPublicPage = (page: PublicPage): PublicPage =>
  Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, page[field]])) as PublicPage

export interface PublicSection {
  name: string
  components: PublicComponent[]
}

export interface PublicComponent {
  /** Identifies a component on its page; derived from the component's id, and grants no access. */
  key: string
  name: string
  description: string
  status: ComponentStatus
  /** Uptime over all shown days, 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  /** One entry for each shown day, oldest first. */
  days: PublicDay[]
}

/** A UTC day, with the public titles of its incidents. */
export type PublicDay = AvailabilitySlot

export interface PublicIncident {
  /** Identifies an incident and grants no access. */
  key: string
  /**
   * The title that a user wrote for status pages or for a manual incident, or a title with the component's name. Never an
   * error or a target.
   */
  title: string
  impact: 'minor' | 'major' | 'critical'
  status: 'investigating' | 'identified' | 'resolved'
  startedAt: UnixMs
  resolvedAt: number | null
  /** How long it was open, without the time between its outages; null while it is open. */
  downtimeMs: number | null
  outages: number
  /** Time of the last public change; it only grows. */
  updatedAt: number
  /** Names of the affected components. */
  components: string[]
  /** Texts of users, oldest first. */
  updates: PublicUpdate[]
  /** Resolutions and reopenings, oldest first; empty when it was never reopened. */
  transitions: PublicUpdate[]
}

export interface PublicUpdate {
  key: string
  at: UnixMs
  status: PublicIncident['status']
  message: string
}

export interface PublicMaintenance {
  key: string
  title: string
  description: string
  status: 'scheduled' | 'in_progress'
  startsAt: UnixMs
  endsAt: number
  components: string[]
}

const MEASURED_STATUS: Record<RuntimeStatus, ComponentStatus> = {
  up: 'operational',
  degraded: 'degraded',
  down: 'outage',
  paused: 'not_monitored',
  unknown: 'unknown',
}

/** From best to worst; maintenance and missing measurements are not worse than operational. */
const SEVERITY_RANK: Record<ComponentStatus, number> = {
  operational: 0,
  unknown: 0,
  not_monitored: 0,
  maintenance: 0,
  degraded: 1,
  outage: 2,
}

/**
 * Users may have more information than checks: their reports about a component override the measured status.
 *
 * @param reported impacts of open incidents that users opened about it
 */
export function getComponentStatus(
  measured: RuntimeStatus,
  isInMaintenance: boolean,
  reported: readonly PublicIncident['impact'][],
): ComponentStatus {
  const found = isInMaintenance ? 'maintenance' : MEASURED_STATUS[measured]
  const reportedStatus = reported.length === 0 ? found : reported.includes('critical') ? 'outage' : 'degraded'
  return SEVERITY_RANK[reportedStatus] > SEVERITY_RANK[found] ? reportedStatus : found
}

/** Returns whether the status of a component is measured, or reported by a user. */
export const isKnown = (status: ComponentStatus): boolean => status !== 'unknown' && status !== 'not_monitored'

/**
 * Returns the status that counts for the page. A component that is not monitored counts with its open incidents, because
 * no check has shown their end.
 *
 * @param open impacts of the open incidents of the component
 */
export function getCountedStatus(status: ComponentStatus, open: readonly PublicIncident['impact'][]): ComponentStatus {
  if (status !== 'not_monitored' || open.length === 0) return status
  return open.every((impact) => impact === 'minor') ? 'degraded' : 'outage'
}

/**
 * Major when more than half of the components with a known status are out. Components with an unknown status do not
 * count.
 */
export function getOverallStatus(components: readonly ComponentStatus[]): OverallStatus {
  const count = (status: ComponentStatus): number => components.filter((one) => one === status).length
  const outages = count('outage')
  if (outages > 0) return outages * 2 > components.filter(isKnown).length ? 'major_outage' : 'partial_outage'
  if (count('degraded') > 0) return 'degraded'
  return count('maintenance') > 0 ? 'maintenance' : 'operational'
}
