/** Public view of incidents on a status page. */

import { hash } from 'node:crypto'
import { type IncidentFacts, toPublicIncident } from '../../core/status-pages/public-incident.ts'
import type { PublicWindow } from '../../core/status-pages/public-maintenance.ts'
import type { PublicIncident } from '../../core/status-pages/public-status.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  type FoundIncident,
  type IncidentPeriod,
  listGroupIncidents,
  listGroupIncidentsStarted,
  listIncidentsNaming,
  listIncidentsStarted,
  listMonitorIncidents,
  listNamingStarted,
  listPublicUpdates,
} from '../../store/status-pages/public-incidents.ts'
import { listAffectingWindows, splitListed } from '../../store/status-pages/public-monitors.ts'

/** A monitor or group with its name on the page. */
interface NamedSubject {
  /** Null for a group. */
  key: number | null
  id: string
  /** Name of the component. */
  shownAs: string
}

/** An incident and the ids of its monitors and groups, which link it to components. */
export interface IncidentWithSubjects {
  incident: PublicIncident
  subjectIds: ReadonlySet<string>
  /** Whether a user reported it; otherwise checks opened it. */
  isReported: boolean
}

/** The monitors and groups of a page and their project. */
interface PageSubjects {
  projectId: string
  listed: readonly NamedSubject[]
}

/** Monitors or groups whose incidents one query reads. Each has at most 50. */
const SUBJECTS_AT_ONCE = 50

/** Incidents whose details one query reads. */
const INCIDENTS_AT_ONCE = 500

/**
 * Reads incidents, newest first, with a bounded number of queries.
 *
 * @param detailsSince incidents resolved earlier are read without updates, because only their titles are shown
 */
export async function readPublicIncidents(
  db: Reader,
  { projectId, listed }: PageSubjects,
  period: IncidentPeriod,
  detailsSince = period.from,
): Promise<IncidentWithSubjects[]> {
  if (listed.length === 0) return []
  const found = await findIncidents(
    listed,
    (keys) => listMonitorIncidents(db, keys, period),
    (ids) => listGroupIncidents(db, ids, period),
    () => listIncidentsNaming(db, projectId, period),
  )
  return toPublicIncidents(db, listed, found, detailsSince)
}

/**
 * Reads incidents that began within the period, newest first, with a bounded number of queries.
 *
 * @param limit maximum number; older incidents are omitted
 */
export async function readIncidentsStarted(
  db: Reader,
  { projectId, listed }: PageSubjects,
  period: IncidentPeriod,
  limit: number,
): Promise<PublicIncident[]> {
  if (listed.length === 0) return []
  const found = await findIncidents(
    listed,
    (keys) => listIncidentsStarted(db, keys, period),
    (ids) => listGroupIncidentsStarted(db, ids, period),
    () => listNamingStarted(db, projectId, period),
  )
  const newest = found.toSorted((a, b) => b.startedAt - a.startedAt).slice(0, limit)
  return (await toPublicIncidents(db, listed, newest, 0)).map(({ incident }) => incident)
}

/** Finds each incident once, whether it belongs to a listed monitor or group, affects a monitor, or both. */
async function findIncidents(
  listed: readonly NamedSubject[],
  listOfMonitors: (keys: readonly number[]) => Promise<FoundIncident[]>,
  listOfGroups: (ids: readonly string[]) => Promise<FoundIncident[]>,
  listNaming: () => Promise<FoundIncident[]>,
): Promise<FoundIncident[]> {
  const found = new Map<string, FoundIncident>()
  const { keys, groupIds } = splitListed(listed)
  const naming = listNaming()
  // A rejection is reported by the `await` below, after the batches
  naming.catch(() => {})
  for (const batch of splitIntoBatches(keys, SUBJECTS_AT_ONCE))
    for (const incident of await listOfMonitors(batch)) found.set(incident.id, incident)
  for (const batch of splitIntoBatches(groupIds, SUBJECTS_AT_ONCE))
    for (const incident of await listOfGroups(batch)) found.set(incident.id, incident)
  for (const incident of await naming) found.set(incident.id, incident)
  return [...found.values()]
}

function* splitIntoBatches<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

async function toPublicIncidents(
  db: Reader,
  listed: readonly NamedSubject[],
  found: readonly FoundIncident[],
  detailsSince: number,
): Promise<IncidentWithSubjects[]> {
  const findListed = createSubjectFinder(listed)
  const described: IncidentWithSubjects[] = []
  for (const batch of splitIntoBatches(found, INCIDENTS_AT_ONCE))
    described.push(...(await toPublicBatch(db, findListed, batch, detailsSince)))
  return described.sort(
    (a, b) => b.incident.startedAt - a.incident.startedAt || (a.incident.key < b.incident.key ? -1 : 1),
  )
}

type FindListed = (incident: FoundIncident) => NamedSubject[]

async function toPublicBatch(
  db: Reader,
  findListed: FindListed,
  found: readonly FoundIncident[],
  detailsSince: number,
): Promise<IncidentWithSubjects[]> {
  const about = found.flatMap((incident) => {
    const of = findListed(incident)
    return of.length > 0 ? [{ incident, of }] : []
  })
  const hasDetails = ({ family, resolvedAt }: FoundIncident): boolean =>
    resolvedAt === null || resolvedAt >= detailsSince || family === 'certificate' || family === 'domain'
  const entries = await listPublicUpdates(
    db,
    about.flatMap(({ incident }) => (hasDetails(incident) ? [incident.id] : [])),
  )
  return about.flatMap(({ incident, of }) => {
    const facts: IncidentFacts = { ...incident, components: [...new Set(of.map(({ shownAs }) => shownAs))] }
    const shown = toPublicIncident(facts, entries.get(incident.id) ?? [], toPublicKey)
    const subjectIds = new Set(of.map(({ id }) => id))
    return shown ? [{ incident: shown, subjectIds, isReported: incident.source === 'manual' }] : []
  })
}

/**
 * Creates a function that finds the listed monitors and groups of an incident, in the order of the page. The incident of
 * a group is about the group only: its members have incidents of their own.
 */
function createSubjectFinder(listed: readonly NamedSubject[]): FindListed {
  const placed = listed.map((of, place) => ({ of, place }))
  const byKey = Map.groupBy(placed, ({ of }) => of.key)
  const byId = Map.groupBy(placed, ({ of }) => of.id)
  return ({ monitorKey, groupId, affectedMonitorIds }) => {
    if (groupId !== null) return (byId.get(groupId) ?? []).map(({ of }) => of)
    const own = monitorKey === null ? [] : (byKey.get(monitorKey) ?? [])
    if (affectedMonitorIds.length === 0) return own.map(({ of }) => of)
    const all = new Set([...own, ...affectedMonitorIds.flatMap((id) => byId.get(id) ?? [])])
    return [...all].sort((a, b) => a.place - b.place).map(({ of }) => of)
  }
}

/** A maintenance window and the ids of the listed monitors and groups that it affects. */
export interface PageWindow extends PublicWindow {
  subjectIds: ReadonlySet<string>
}

/**
 * Maintenance windows that affect the monitors and groups of a status page.
 *
 * @param since Unix ms: windows that ended before are omitted
 */
export async function readPublicWindows(
  db: Reader,
  listed: readonly NamedSubject[],
  since: number,
): Promise<PageWindow[]> {
  if (listed.length === 0) return []
  const rows = await listAffectingWindows(db, listed, since)
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((affecting) => {
    const { listedId: _, ...window } = affecting[0]!
    const subjectIds = new Set(affecting.map(({ listedId }) => listedId))
    const shown = listed.filter(({ id }) => subjectIds.has(id))
    return { ...window, components: [...new Set(shown.map(({ shownAs }) => shownAs))], subjectIds }
  })
}

/** Sixteen letters and digits. */
export const toPublicKey = (id: string): string => hash('sha256', `watchkeeper public ${id}`, 'hex').slice(0, 16)
