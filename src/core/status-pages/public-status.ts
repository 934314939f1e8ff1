/**
 * What the public sees of a status page: names that were given for it, and nothing that belongs to the monitors behind
 * it. Whatever shows a page, as HTML, JSON, a feed or a file, shows this.
 */
import type { StatusPage } from './status-page.ts'

/** From best to worst, and aside from these planned work. */
export type OverallStatus = 'operational' | 'degraded' | 'partial_outage' | 'major_outage' | 'maintenance'

/** `unknown`: nobody has measured it lately. */
export type ComponentStatus = 'operational' | 'degraded' | 'outage' | 'maintenance' | 'unknown'

export interface PublicStatus {
  page: PublicPage
  overall: OverallStatus
  sections: PublicSection[]
  /** Not resolved, newest first. */
  openIncidents: PublicIncident[]
  /** Resolved within the last 15 days, newest first. */
  pastIncidents: PublicIncident[]
  /** Under way or to come, soonest first. */
  maintenance: PublicMaintenance[]
  /** When this was true, Unix ms. */
  readAt: number
}

/** What people decided about the page. */
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
  /** Tells components of one page apart; made of the component's id, and opens nothing. */
  key: string
  name: string
  description: string
  status: ComponentStatus
  /** Over all of the days shown, 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  /** From the oldest to today, one for each day that the page shows. */
  days: PublicDay[]
}

export interface PublicDay {
  /** The first ms of a UTC day. */
  day: number
  status: 'operational' | 'degraded' | 'outage' | 'maintenance' | 'no_data'
  /** 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  downMs: number
  degradedMs: number
  maintenanceMs: number
  /** Titles of the incidents that touched this day, as the public knows them. */
  incidents: string[]
}

export interface PublicIncident {
  /** Tells incidents apart and opens nothing. */
  key: string
  /** Of people as they wrote it; of the service itself, made of the component's name. Never an error or a target. */
  title: string
  impact: 'minor' | 'major' | 'critical'
  status: 'investigating' | 'identified' | 'resolved'
  /** Unix ms. */
  startedAt: number
  resolvedAt: number | null
  /** How long it was open, without the time between its outages; null while it is open. */
  downtimeMs: number | null
  outages: number
  /** The last change that a reader sees; only grows. */
  updatedAt: number
  /** Names of the components that it is about. */
  components: string[]
  /** What people wrote, oldest first. */
  updates: PublicUpdate[]
  /** How it was resolved and opened again, oldest first; empty while it never was. */
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
