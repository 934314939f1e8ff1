/**
 * A status page in the JSON of the Statuspage status API, version 2. Every field is present, so that clients need only
 * another URL. Fields without a counterpart in this service are empty.
 */
import { formatIsoTime, type UnixMs } from '../../core/platform/time/time.ts'
import { toTimeline } from '../../core/status-pages/public-incident.ts'
import type { PublicOccurrence } from '../../core/status-pages/public-maintenance.ts'
import {
  type ComponentStatus,
  isKnown,
  type OverallStatus,
  type PublicComponent,
  type PublicIncident,
  type PublicSection,
  type PublicStatus,
} from '../../core/status-pages/public-status.ts'

/** Source of all documents. */
export interface StatuspageSource {
  status: PublicStatus
  /** Newest first, including open incidents. */
  incidents: readonly PublicIncident[]
  /** In any order. */
  occurrences: readonly PublicOccurrence[]
  pageKey: string
  /** Keys of the sections, in their order. */
  groupKeys: readonly string[]
  /** URL of the HTML page. */
  url: string
  /** Returns the URL of an incident. */
  toUrl: (incident: PublicIncident) => string
  /** Times of the page itself. */
  createdAt: UnixMs
  updatedAt: number
}

/** Maximum number of recent incidents and of recent maintenances in each list, as in Statuspage. */
const MAX_ENTRIES = 50

const OVERALL_STATUS: Record<OverallStatus, { indicator: string; description: string }> = {
  operational: { indicator: 'none', description: 'All Systems Operational' },
  degraded: { indicator: 'minor', description: 'Partially Degraded Service' },
  partial_outage: { indicator: 'major', description: 'Partial System Outage' },
  major_outage: { indicator: 'critical', description: 'Major Service Outage' },
  maintenance: { indicator: 'maintenance', description: 'Service Under Maintenance' },
}

/** Statuspage has no status for components without current data. Their description then names the reason. */
const COMPONENT_STATUS: Record<ComponentStatus, string> = {
  operational: 'operational',
  degraded: 'degraded_performance',
  outage: 'major_outage',
  maintenance: 'under_maintenance',
  not_monitored: 'operational',
  unknown: 'operational',
}

/** The documents by path under `api/v2/`. */
export const DOCUMENTS = {
  'summary.json': (source) => ({
    ...toPage(source),
    components: toComponents(source),
    incidents: toUnresolved(source),
    scheduled_maintenances: toMaintenances(source, ['in_progress', 'scheduled']),
    status: toStatus(source.status),
  }),
  'status.json': (source) => ({ ...toPage(source), status: toStatus(source.status) }),
  'components.json': (source) => ({ ...toPage(source), components: toComponents(source) }),
  'incidents.json': (source) => ({
    ...toPage(source),
    incidents: source.incidents.slice(0, MAX_ENTRIES).map((incident) => toIncident(source, incident)),
  }),
  'incidents/unresolved.json': (source) => ({ ...toPage(source), incidents: toUnresolved(source) }),
  'scheduled-maintenances.json': (source) => ({
    ...toPage(source),
    scheduled_maintenances: toMaintenances(source, ['in_progress', 'scheduled', 'completed'])
      .toReversed()
      .slice(0, MAX_ENTRIES),
  }),
  'scheduled-maintenances/upcoming.json': (source) => ({
    ...toPage(source),
    scheduled_maintenances: toMaintenances(source, ['scheduled']),
  }),
  'scheduled-maintenances/active.json': (source) => ({
    ...toPage(source),
    scheduled_maintenances: toMaintenances(source, ['in_progress']),
  }),
} as const satisfies Record<string, (source: StatuspageSource) => object>

export type DocumentPath = keyof typeof DOCUMENTS
export const DOCUMENT_PATHS = Object.keys(DOCUMENTS) as DocumentPath[]

/** Does not claim that a page without current data is operational. */
function toStatus({ overall, sections }: PublicStatus) {
  const hasData =
    overall !== 'operational' || sections.some(({ components }) => components.some((one) => isKnown(one.status)))
  return hasData ? OVERALL_STATUS[overall] : { ...OVERALL_STATUS[overall], description: 'No Current Data' }
}

function toPage({ status, incidents, occurrences, pageKey, url, updatedAt }: StatuspageSource) {
  const moments = [...incidents.map((incident) => incident.updatedAt), ...occurrences.map(({ changedAt }) => changedAt)]
  return {
    page: {
      id: pageKey,
      name: status.page.name,
      url,
      time_zone: 'Etc/UTC',
      updated_at: formatIsoTime(Math.max(updatedAt, ...moments)),
    },
  }
}

/** Each section is a group, followed by its components. */
const toComponents = (source: StatuspageSource) =>
  source.status.sections.flatMap((section, index) => [
    toGroup(source, section, index),
    ...section.components.map((component, position) => toComponent(source, component, index, position)),
  ])

function toGroup(source: StatuspageSource, section: PublicSection, index: number) {
  const components = section.components.map(({ key }) => key)
  const times = section.components.map((component) => findChangedAt(source, component.name))
  const facts = {
    id: source.groupKeys[index]!,
    name: section.name,
    status: getGroupStatus(section.components.map(({ status }) => status)),
    position: index + 1,
    description: null,
    group_id: null,
    group: true,
  }
  return { ...toComponentEntry(source, facts, Math.max(source.updatedAt, ...times)), components }
}

function toComponent(source: StatuspageSource, component: PublicComponent, section: number, position: number) {
  const facts = {
    id: component.key,
    name: component.name,
    status: COMPONENT_STATUS[component.status],
    position: position + 1,
    description: describeComponent(component) || null,
    group_id: source.groupKeys[section]!,
    group: false,
  }
  return toComponentEntry(source, facts, findChangedAt(source, component.name))
}

const describeComponent = ({ status, description }: PublicComponent): string =>
  status === 'not_monitored' ? [description, 'Not monitored at the moment'].filter(Boolean).join('. ') : description

interface EntryFacts {
  id: string
  name: string
  status: string
  position: number
  description: string | null
  group_id: string | null
  group: boolean
}

/** A group or a component, with fields in the order of Statuspage. */
const toComponentEntry = ({ pageKey, createdAt }: StatuspageSource, facts: EntryFacts, updatedAt: number) => ({
  id: facts.id,
  name: facts.name,
  status: facts.status,
  created_at: formatIsoTime(createdAt),
  updated_at: formatIsoTime(updatedAt),
  position: facts.position,
  description: facts.description,
  showcase: false,
  start_date: null,
  group_id: facts.group_id,
  page_id: pageKey,
  group: facts.group,
  only_show_if_degraded: false,
})

/** Returns the time of the last update that affects the component. */
const findChangedAt = ({ incidents, occurrences, updatedAt }: StatuspageSource, name: string): number =>
  Math.max(
    updatedAt,
    ...incidents.filter(({ components }) => components.includes(name)).map((incident) => incident.updatedAt),
    ...occurrences.filter(({ components }) => components.includes(name)).map((occurrence) => occurrence.changedAt),
  )

/** Returns the worst status in the group. If only some components are down, it is a partial outage. */
function getGroupStatus(statuses: readonly ComponentStatus[]): string {
  const down = statuses.filter((status) => status === 'outage').length
  if (down > 0) return down === statuses.length ? 'major_outage' : 'partial_outage'
  const worst = (['degraded', 'maintenance'] as const).find((status) => statuses.includes(status))
  return COMPONENT_STATUS[worst ?? 'operational']
}

const toUnresolved = (source: StatuspageSource) =>
  source.incidents
    .filter(({ status }) => status !== 'resolved')
    .slice(0, MAX_ENTRIES)
    .map((incident) => toIncident(source, incident))

const toIncident = (source: StatuspageSource, incident: PublicIncident) => ({
  id: incident.key,
  name: incident.title,
  status: incident.status,
  created_at: formatIsoTime(incident.startedAt),
  updated_at: formatIsoTime(incident.updatedAt),
  monitoring_at: null,
  resolved_at: incident.resolvedAt === null ? null : formatIsoTime(incident.resolvedAt),
  impact: incident.impact,
  shortlink: source.toUrl(incident),
  started_at: formatIsoTime(incident.startedAt),
  page_id: source.pageKey,
  incident_updates: toTimeline(incident)
    .toReversed()
    .map((update) => toUpdate(incident.key, update)),
  components: toAffected(source, incident.components),
  reminder_intervals: null,
})

/** Earliest first. */
const toMaintenances = (source: StatuspageSource, shownStatuses: readonly PublicOccurrence['status'][]) =>
  source.occurrences
    .filter(({ status }) => shownStatuses.includes(status))
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map((occurrence) => toMaintenance(source, occurrence))

const toMaintenance = (source: StatuspageSource, occurrence: PublicOccurrence) => ({
  id: occurrence.key,
  name: occurrence.title,
  status: occurrence.status,
  created_at: formatIsoTime(occurrence.announcedAt),
  updated_at: formatIsoTime(occurrence.changedAt),
  monitoring_at: null,
  resolved_at: occurrence.status === 'completed' ? formatIsoTime(occurrence.endsAt) : null,
  impact: 'maintenance',
  shortlink: source.url,
  started_at: formatIsoTime(occurrence.announcedAt),
  page_id: source.pageKey,
  incident_updates: [
    toUpdate(occurrence.key, {
      key: `${occurrence.key}-plan`,
      at: occurrence.announcedAt,
      status: 'scheduled',
      message: describeMaintenance(occurrence),
    }),
  ],
  components: toAffected(source, occurrence.components),
  reminder_intervals: null,
  scheduled_for: formatIsoTime(occurrence.startsAt),
  scheduled_until: formatIsoTime(occurrence.endsAt),
})

const describeMaintenance = ({ description, components }: PublicOccurrence): string =>
  description || (components.length > 0 ? `Affected: ${components.join(', ')}.` : 'Scheduled maintenance.')

interface Update {
  key: string
  at: number
  status: string
  message: string
}

const toUpdate = (incidentId: string, { key, at, status, message }: Update) => ({
  id: key,
  status,
  body: message,
  incident_id: incidentId,
  created_at: formatIsoTime(at),
  updated_at: formatIsoTime(at),
  display_at: formatIsoTime(at),
  affected_components: null,
  deliver_notifications: false,
  custom_tweet: null,
  tweet_id: null,
})

const toAffected = (source: StatuspageSource, names: readonly string[]) =>
  source.status.sections.flatMap((section, index) =>
    section.components.flatMap((component, position) =>
      names.includes(component.name) ? [toComponent(source, component, index, position)] : [],
    ),
  )
