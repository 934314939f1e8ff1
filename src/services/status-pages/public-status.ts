/** Public view of a status page, read with a bounded number of queries for any number of components. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findOpenOccurrence } from '../../core/maintenance/occurrence.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { computeUptimePercentage, type StatusSpan, sumSpans } from '../../core/results/uptime.ts'
import { getFirstDay, toPublicDays } from '../../core/status-pages/public-days.ts'
import { listPublicOccurrences, type PublicWindow } from '../../core/status-pages/public-maintenance.ts'
import {
  type ComponentStatus,
  getComponentStatus,
  getCountedStatus,
  getOverallStatus,
  type PublicComponent,
  type PublicIncident,
  type PublicMaintenance,
  type PublicSection,
  type PublicStatus,
  toPublicPage,
} from '../../core/status-pages/public-status.ts'
import { type Component, getSubjectId, type StatusPage } from '../../core/status-pages/status-page.ts'
import { createCombinedReader } from '../../store/platform/postgres/combined-reads.ts'
import { getDialect } from '../../store/platform/queries/bulk.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findListed, findPublished, type ListedSubject } from '../../store/status-pages/public-monitors.ts'
import { findPublishedPage } from '../../store/status-pages/status-pages.ts'
import type { Context } from '../platform/context.ts'
import { type Period, readSpansOf, readSpansOfGroups, trimBefore } from '../results/uptime.ts'
import {
  type IncidentWithSubjects,
  type PageWindow,
  readPublicIncidents,
  readPublicWindows,
  toPublicKey,
} from './public-incidents.ts'

/** The page's settings. The server needs them to serve the page; they are not sent to readers. */
export type PageFacts = Readonly<StatusPage>

/** The monitor or group of a component with its name on the page. It may belong to several components. */
interface ShownSubject extends ListedSubject {
  componentId: string
  shownAs: string
}

/** A page at a moment. Derived data may be cached as long as this object. */
export interface ShownPage {
  readonly status: PublicStatus
  readonly facts: PageFacts
  /** The monitors and groups of the components, in the order of the components. */
  readonly listed: readonly ShownSubject[]
}

/** How long resolved incidents stay on the page. */
const PAST_MS = 15 * DAY_MS

/** Maximum number of resolved incidents on the page; the history shows the rest. */
const MAX_PAST = 100

/** How far ahead maintenance is announced, and how many occurrences of a recurring window. */
const AHEAD_MS = 30 * DAY_MS
const MAX_AHEAD = 3
const MAX_MAINTENANCE = 20

/** Monitors or groups whose history one query reads; components that are prepared before the process yields. */
const BATCH = 50

/** @returns null for an unknown or unpublished page, which readers must not be able to distinguish */
export async function readPublicStatus(
  { store: { db }, now }: Pick<Context, 'store' | 'now'>,
  slug: string,
): Promise<ShownPage | null> {
  const reader = createCombinedReader(db)
  const [facts, subjects] = await Promise.all([findPublishedPage(reader, slug), findPublished(reader, slug)])
  return facts && showSubjects(reader, facts, subjects, now())
}

/** Builds the public view of any page settings, published or not. */
export async function showPage(db: Reader, facts: PageFacts, now: number): Promise<ShownPage> {
  const ids = facts.sections.flatMap(({ components }) => components.map(getSubjectId))
  return showSubjects(createCombinedReader(db), facts, await findListed(db, [...new Set(ids)]), now)
}

/** @param subjects monitors and groups by id */
async function showSubjects(
  db: Reader,
  facts: PageFacts,
  subjects: ReadonlyMap<string, ListedSubject>,
  now: number,
): Promise<ShownPage> {
  const listed = listSubjects(facts, subjects)
  // The uptime covers whole days before now, as everywhere. The bars are UTC days, and the first bar begins later
  const period = { from: now - facts.showUptimeDays * DAY_MS, to: now }
  const pastSince = now - PAST_MS
  const span = { from: Math.min(period.from, pastSince), to: now + 1 }
  const [spans, incidents, windows] = await readTogether(
    db,
    () => readHistory(db, listed, period),
    () => readPublicIncidents(db, { projectId: facts.projectId, listed }, span, pastSince),
    () => readPublicWindows(db, listed, now),
  )
  const { sections, counted } = await toSections({ facts, listed }, { spans, incidents, windows }, now)
  const shown = incidents.map(({ incident }) => incident)
  const status: PublicStatus = {
    page: toPublicPage(facts),
    overall: getOverallStatus(counted),
    sections,
    openIncidents: shown.filter(({ resolvedAt }) => resolvedAt === null),
    pastIncidents: shown.filter((incident) => isPast(incident, pastSince)).slice(0, MAX_PAST),
    maintenance: listMaintenance(windows, now),
    readAt: now,
  }
  return { status, facts, listed }
}

/**
 * Starts reads together on PostgreSQL, which then combines them. SQLite reads on this thread, so the reads run one
 * after another.
 */
async function readTogether<T extends unknown[]>(
  db: Reader,
  ...reads: { [Index in keyof T]: () => Promise<T[Index]> }
): Promise<T> {
  if (getDialect(db) === 'postgres') return Promise.all(reads.map((read) => read())) as Promise<T>
  const found: unknown[] = []
  for (const read of reads) found.push(await read())
  return found as T
}

const isPast = ({ resolvedAt }: PublicIncident, since: number): boolean => resolvedAt !== null && resolvedAt >= since

/** Lists the monitors and groups in the order of the page. Those deleted in the meantime are omitted. */
const listSubjects = ({ sections }: PageFacts, subjects: ReadonlyMap<string, ListedSubject>): ShownSubject[] =>
  sections.flatMap(({ components }) =>
    components.flatMap((component) => {
      const subject = subjects.get(getSubjectId(component))
      return subject ? [{ ...subject, componentId: component.id, shownAs: component.displayName ?? subject.name }] : []
    }),
  )

/** Reads histories by the id of the monitor or group, in batches. */
async function readHistory(
  db: Reader,
  listed: readonly ListedSubject[],
  period: Period,
): Promise<Map<string, StatusSpan[]>> {
  const subjects = [...new Map(listed.map((subject) => [subject.id, subject])).values()]
  const history = new Map<string, StatusSpan[]>()
  const add = async <T extends { id: string }>(
    ones: readonly T[],
    read: (db: Reader, batch: readonly T[], period: Period) => Promise<StatusSpan[][]>,
  ) => {
    for (let start = 0; start < ones.length; start += BATCH) {
      const batch = ones.slice(start, start + BATCH)
      const spans = await read(db, batch, period)
      for (const [index, { id }] of batch.entries()) history.set(id, spans[index]!)
    }
  }
  await add(
    subjects.flatMap((subject) => (subject.key === null ? [] : [{ ...subject, key: subject.key }])),
    readSpansOf,
  )
  await add(
    subjects.filter(({ key }) => key === null),
    readSpansOfGroups,
  )
  return history
}

/** History, incidents and maintenance of a page. */
interface PageContents {
  /** By the id of the monitor or group. */
  spans: ReadonlyMap<string, StatusSpan[]>
  incidents: readonly IncidentWithSubjects[]
  windows: readonly PageWindow[]
}

/** Builds the sections, with the statuses that count for the page. Yields to the event loop between batches. */
async function toSections(
  { facts, listed }: Pick<ShownPage, 'facts' | 'listed'>,
  { spans: history, incidents, windows }: PageContents,
  now: number,
): Promise<{ sections: PublicSection[]; counted: ComponentStatus[] }> {
  const { sections, showUptimeDays: days } = facts
  const counted: ComponentStatus[] = []
  const byComponent = new Map(listed.map((subject) => [subject.componentId, subject]))
  const bySubject = Map.groupBy(
    incidents.flatMap((about) => [...about.subjectIds].map((id) => ({ id, about }))),
    ({ id }) => id,
  )
  const inMaintenance = listIdsInMaintenance(windows, now)
  const componentOf = ({ id, description }: Component): PublicComponent[] => {
    const subject = byComponent.get(id)
    if (!subject) return []
    const spans = history.get(subject.id)!
    const about = (bySubject.get(subject.id) ?? []).map((one) => one.about)
    const open = about.filter(({ incident }) => incident.resolvedAt === null)
    const toImpacts = (ones: readonly IncidentWithSubjects[]) => ones.map(({ incident }) => incident.impact)
    const status = getComponentStatus(
      subject.runtimeStatus,
      subject.key === null
        ? subject.runtimeStatus === 'unknown' && inMaintenance.has(subject.id)
        : (spans.at(-1)?.inMaintenance ?? false),
      toImpacts(open.filter(({ isReported }) => isReported)),
    )
    counted.push(getCountedStatus(status, toImpacts(open)))
    return [
      {
        key: toPublicKey(id),
        name: subject.shownAs,
        description,
        status,
        uptimePercentage: computeUptimePercentage(sumSpans(spans)),
        days: toPublicDays(
          trimBefore(spans, getFirstDay(days, now)),
          days,
          now,
          about.map(({ incident }) => incident),
        ),
      },
    ]
  }
  const shown: PublicSection[] = []
  for (const { name, components } of sections) {
    const section: PublicSection = { name, components: [] }
    for (let start = 0; start < components.length; start += BATCH) {
      section.components.push(...components.slice(start, start + BATCH).flatMap(componentOf))
      await yieldToEventLoop()
    }
    shown.push(section)
  }
  return { sections: shown, counted }
}

/** Ids of monitors and groups with an open maintenance window. Members in maintenance do not count for their group. */
const listIdsInMaintenance = (windows: readonly PageWindow[], now: number): ReadonlySet<string> =>
  new Set(
    windows.flatMap((window) =>
      (window.cancelledAt === null || window.cancelledAt > now) && findOpenOccurrence(window, now)
        ? [...window.subjectIds]
        : [],
    ),
  )

const OCCURRENCE_LIMITS = { maxPast: 0, maxFuture: MAX_AHEAD }

/** Lists upcoming maintenance, soonest first. */
const listMaintenance = (windows: readonly PublicWindow[], now: number): PublicMaintenance[] =>
  windows
    .flatMap((window) =>
      listPublicOccurrences(window, { ...OCCURRENCE_LIMITS, since: now, now, until: now + AHEAD_MS }, toOccurrenceKey),
    )
    .sort((a, b) => a.startsAt - b.startsAt || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_MAINTENANCE)
    .flatMap(({ status, key, title, description, startsAt, endsAt, components }) =>
      status === 'completed' ? [] : [{ key, title, description, status, startsAt, endsAt, components }],
    )

/** Returns the public key of one occurrence of a window. */
export const toOccurrenceKey = (windowId: string, startsAt: number): string => toPublicKey(`${windowId} ${startsAt}`)
