/**
 * A status page in the JSON that clients of Statuspage read (its status API, version 2), field by field, so that they
 * need nothing but another address. What Statuspage has and this service has not is there and empty.
 */
import { isoTime } from '../../core/platform/time/time.ts'
import type {
  ComponentStatus,
  OverallStatus,
  PublicComponent,
  PublicIncident,
  PublicSection,
  PublicStatus,
} from '../../core/status-pages/public-status.ts'
import { storyOf } from '../../core/status-pages/public-story.ts'
import type { PublicWork } from '../../core/status-pages/public-work.ts'

/** What all of the documents are made of. */
export interface StatuspageSource {
  status: PublicStatus
  /** Newest first, the open ones among them. */
  incidents: readonly PublicIncident[]
  /** In any order. */
  works: readonly PublicWork[]
  pageKey: string
  /** Of the sections, in their order. */
  groupKeys: readonly string[]
  /** Where people read the page. */
  url: string
  /** Where one of the incidents is read. */
  urlOf: (incident: PublicIncident) => string
  /** Unix ms, of the page itself. */
  createdAt: number
  updatedAt: number
}

/** Most recent incidents, and most recent works, in the documents of all of them; as many as the original has. */
const MOST = 50

const OVERALL: Record<OverallStatus, { indicator: string; description: string }> = {
  operational: { indicator: 'none', description: 'All Systems Operational' },
  degraded: { indicator: 'minor', description: 'Partially Degraded Service' },
  partial_outage: { indicator: 'major', description: 'Partial System Outage' },
  major_outage: { indicator: 'critical', description: 'Major Service Outage' },
  maintenance: { indicator: 'maintenance', description: 'Service Under Maintenance' },
}

/** The original has no word for what nobody has measured lately. */
const COMPONENT: Record<ComponentStatus, string> = {
  operational: 'operational',
  degraded: 'degraded_performance',
  outage: 'major_outage',
  maintenance: 'under_maintenance',
  unknown: 'operational',
}

/** Every document by its path under `api/v2/`. */
export const DOCUMENTS = {
  'summary.json': (source) => ({
    ...pageIn(source),
    components: componentsIn(source),
    incidents: unresolvedIn(source),
    scheduled_maintenances: worksIn(source, ['in_progress', 'scheduled']),
    status: statusIn(source.status),
  }),
  'status.json': (source) => ({ ...pageIn(source), status: statusIn(source.status) }),
  'components.json': (source) => ({ ...pageIn(source), components: componentsIn(source) }),
  'incidents.json': (source) => ({
    ...pageIn(source),
    incidents: source.incidents.slice(0, MOST).map((incident) => incidentIn(source, incident)),
  }),
  'incidents/unresolved.json': (source) => ({ ...pageIn(source), incidents: unresolvedIn(source) }),
  'scheduled-maintenances.json': (source) => ({
    ...pageIn(source),
    scheduled_maintenances: worksIn(source, ['in_progress', 'scheduled', 'completed']).toReversed().slice(0, MOST),
  }),
  'scheduled-maintenances/upcoming.json': (source) => ({
    ...pageIn(source),
    scheduled_maintenances: worksIn(source, ['scheduled']),
  }),
  'scheduled-maintenances/active.json': (source) => ({
    ...pageIn(source),
    scheduled_maintenances: worksIn(source, ['in_progress']),
  }),
} as const satisfies Record<string, (source: StatuspageSource) => object>

export type DocumentPath = keyof typeof DOCUMENTS
export const DOCUMENT_PATHS = Object.keys(DOCUMENTS) as DocumentPath[]

/** Where nobody has measured anything, nothing is claimed. */
function statusIn({ overall, sections }: PublicStatus) {
  const isKnown = sections.some(({ components }) => components.some(({ status }) => status !== 'unknown'))
  return isKnown ? OVERALL[overall] : { ...OVERALL[overall], description: 'No Current Data' }
}

function pageIn({ status, incidents, works, pageKey, url, updatedAt }: StatuspageSource) {
  const moments = [...incidents.map((incident) => incident.updatedAt), ...works.map(({ changedAt }) => changedAt)]
  return {
    page: {
      id: pageKey,
      name: status.page.name,
      url,
      time_zone: 'Etc/UTC',
      updated_at: isoTime(Math.max(updatedAt, ...moments)),
    },
  }
}

/** Each section is a group, followed by what is in it. */
const componentsIn = (source: StatuspageSource) =>
  source.status.sections.flatMap((section, index) => [
    groupIn(source, section, index),
    ...section.components.map((component, place) => componentIn(source, component, index, place)),
  ])

function groupIn(source: StatuspageSource, section: PublicSection, index: number) {
  const components = section.components.map(({ key }) => key)
  const times = section.components.map((component) => changedAt(source, component.name))
  const facts = {
    id: source.groupKeys[index]!,
    name: section.name,
    status: groupStatus(section.components.map(({ status }) => status)),
    position: index + 1,
    description: null,
    group_id: null,
    group: true,
  }
  return { ...entryIn(source, facts, Math.max(source.updatedAt, ...times)), components }
}

function componentIn(source: StatuspageSource, component: PublicComponent, section: number, place: number) {
  const facts = {
    id: component.key,
    name: component.name,
    status: COMPONENT[component.status],
    position: place + 1,
    description: component.description || null,
    group_id: source.groupKeys[section]!,
    group: false,
  }
  return entryIn(source, facts, changedAt(source, component.name))
}

interface EntryFacts {
  id: string
  name: string
  status: string
  position: number
  description: string | null
  group_id: string | null
  group: boolean
}

/** A group or a component, in the order of the original. */
const entryIn = ({ pageKey, createdAt }: StatuspageSource, facts: EntryFacts, updatedAt: number) => ({
  id: facts.id,
  name: facts.name,
  status: facts.status,
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
  position: facts.position,
  description: facts.description,
  showcase: false,
  start_date: null,
  group_id: facts.group_id,
  page_id: pageKey,
  group: facts.group,
  only_show_if_degraded: false,
})

/** When something was last said of it. */
const changedAt = ({ incidents, works, updatedAt }: StatuspageSource, name: string): number =>
  Math.max(
    updatedAt,
    ...incidents.filter(({ components }) => components.includes(name)).map((incident) => incident.updatedAt),
    ...works.filter(({ components }) => components.includes(name)).map((work) => work.changedAt),
  )

/** The worst in it, where an outage of some is not one of all. */
function groupStatus(statuses: readonly ComponentStatus[]): string {
  const down = statuses.filter((status) => status === 'outage').length
  if (down > 0) return down === statuses.length ? 'major_outage' : 'partial_outage'
  const worst = (['degraded', 'maintenance'] as const).find((status) => statuses.includes(status))
  return COMPONENT[worst ?? 'operational']
}

const unresolvedIn = (source: StatuspageSource) =>
  source.incidents
    .filter(({ status }) => status !== 'resolved')
    .slice(0, MOST)
    .map((incident) => incidentIn(source, incident))

const incidentIn = (source: StatuspageSource, incident: PublicIncident) => ({
  id: incident.key,
  name: incident.title,
  status: incident.status,
  created_at: isoTime(incident.startedAt),
  updated_at: isoTime(incident.updatedAt),
  monitoring_at: null,
  resolved_at: incident.resolvedAt === null ? null : isoTime(incident.resolvedAt),
  impact: incident.impact,
  shortlink: source.urlOf(incident),
  started_at: isoTime(incident.startedAt),
  page_id: source.pageKey,
  incident_updates: storyOf(incident)
    .toReversed()
    .map((update) => updateIn(incident.key, update)),
  components: affectedIn(source, incident.components),
  reminder_intervals: null,
})

/** Soonest first. */
const worksIn = (source: StatuspageSource, wanted: readonly PublicWork['status'][]) =>
  source.works
    .filter(({ status }) => wanted.includes(status))
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map((work) => workIn(source, work))

const workIn = (source: StatuspageSource, work: PublicWork) => ({
  id: work.key,
  name: work.title,
  status: work.status,
  created_at: isoTime(work.announcedAt),
  updated_at: isoTime(work.changedAt),
  monitoring_at: null,
  resolved_at: work.status === 'completed' ? isoTime(work.endsAt) : null,
  impact: 'maintenance',
  shortlink: source.url,
  started_at: isoTime(work.announcedAt),
  page_id: source.pageKey,
  incident_updates: [
    updateIn(work.key, { key: `${work.key}-plan`, at: work.announcedAt, status: 'scheduled', message: wordsOf(work) }),
  ],
  components: affectedIn(source, work.components),
  reminder_intervals: null,
  scheduled_for: isoTime(work.startsAt),
  scheduled_until: isoTime(work.endsAt),
})

const wordsOf = ({ description, components }: PublicWork): string =>
  description || (components.length > 0 ? `Affected: ${components.join(', ')}.` : 'Planned work.')

interface Update {
  key: string
  at: number
  status: string
  message: string
}

const updateIn = (incidentId: string, { key, at, status, message }: Update) => ({
  id: key,
  status,
  body: message,
  incident_id: incidentId,
  created_at: isoTime(at),
  updated_at: isoTime(at),
  display_at: isoTime(at),
  affected_components: null,
  deliver_notifications: false,
  custom_tweet: null,
  tweet_id: null,
})

const affectedIn = (source: StatuspageSource, names: readonly string[]) =>
  source.status.sections.flatMap((section, index) =>
    section.components.flatMap((component, place) =>
      names.includes(component.name) ? [componentIn(source, component, index, place)] : [],
    ),
  )
