/**
 * Public content of a status page: public names only, and no data of the monitors behind it. All formats of a page
 * (HTML, JSON, feeds, files) show this content.
 */
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
  /** Time of the data, Unix ms. */
  readAt: number
}

/** Settings of the page. */
export type PublicPage = Pick<
  StatusPage,
  | 'slug'
  | 'name'
  | 'description'
  | 'logoUrl'
  | 'accentColor'
  | 'theme'
  | 'showUptimeDays'
  | 'customDomain'
  | 'isIndexed'
  | 'allowsSubscribers'
  | 'contactUrl'
>

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

export interface PublicDay {
  /** First ms of a UTC day. */
  day: number
  status: 'operational' | 'degraded' | 'outage' | 'maintenance' | 'no_data'
  /** 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  downMs: number
  degradedMs: number
  maintenanceMs: number
  /** Public titles of the incidents of this day. */
  incidents: string[]
}

export interface PublicIncident {
  /** Identifies an incident and grants no access. */
  key: string
  /**
   * The title that a user wrote, or for a system incident a title with the component's name. Never an error or a
   * target.
   */
  title: string
  impact: 'minor' | 'major' | 'critical'
  status: 'investigating' | 'identified' | 'resolved'
  /** Unix ms. */
  startedAt: number
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
  /** Unix ms. */
  at: number
  status: PublicIncident['status']
  message: string
}

export interface PublicMaintenance {
  key: string
  title: string
  description: string
  status: 'scheduled' | 'in_progress'
  /** Unix ms. */
  startsAt: number
  endsAt: number
  components: string[]
}
