/** Public view of incidents on a status page. */

import { hash } from 'node:crypto'
import { type IncidentFacts, toPublicIncident } from '../../core/status-pages/public-incident.ts'
import type { PublicWindow } from '../../core/status-pages/public-maintenance.ts'
import type { PublicIncident } from '../../core/status-pages/public-status.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  type FoundIncident,
  type IncidentPeriod,
  listIncidentsNaming,
  listIncidentsStarted,
  listMonitorIncidents,
  listNamingStarted,
  listPublicUpdates,
} from '../../store/status-pages/public-incidents.ts'
import { type AffectingWindow, listAffectingWindows } from '../../store/status-pages/public-monitors.ts'

/** A monitor with its name on the page. */
interface NamedPageMonitor {
  key: number
  id: string
  /** Name of the component. */
  shownAs: string
}

/** An incident and its monitors, which link it to components. */
export interface IncidentWithMonitors {
  incident: PublicIncident
  monitorKeys: ReadonlySet<number>
  /** Whether a user reported it; otherwise checks opened it. */
  isReported: boolean
}

/** The monitors of a page and their project. */
interface PageMonitors {
  projectId: string
  listed: readonly NamedPageMonitor[]
}

/** Monitors whose incidents one query reads. A monitor has at most 50. */
const MONITORS_AT_ONCE = 50

/** Incidents whose details one query reads. */
const INCIDENTS_AT_ONCE = 500

/**
 * Reads incidents, newest first, with a bounded number of queries.
 *
 * @param detailsSince incidents resolved earlier are read without updates, because only their titles are shown
 */
export async function readPublicIncidents(
  db: Reader,
  { projectId, listed }: PageMonitors,
  period: IncidentPeriod,
  detailsSince = period.from,
): Promise<IncidentWithMonitors[]> {
  if (listed.length === 0) return []
  const found = await findIncidents(
    listed,
    (keys) => listMonitorIncidents(db, keys, period),
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
  { projectId, listed }: PageMonitors,
  period: IncidentPeriod,
  limit: number,
): Promise<PublicIncident[]> {
  if (listed.length === 0) return []
  const found = await findIncidents(
    listed,
    (keys) => listIncidentsStarted(db, keys, period),
    () => listNamingStarted(db, projectId, period),
  )
  const newest = found.toSorted((a, b) => b.startedAt - a.startedAt).slice(0, limit)
  return (await toPublicIncidents(db, listed, newest, 0)).map(({ incident }) => incident)
}

/** Finds each incident once, whether it belongs to a listed monitor, affects one, or both. */
async function findIncidents(
  listed: readonly NamedPageMonitor[],
  listOf: (keys: readonly number[]) => Promise<FoundIncident[]>,
  listNaming: () => Promise<FoundIncident[]>,
): Promise<FoundIncident[]> {
  const found = new Map<string, FoundIncident>()
  const keys = [...new Set(listed.map(({ key }) => key))]
  const naming = listNaming()
  // A rejection is reported by the `await` below, after the batches
  naming.catch(() => {})
  for (const batch of splitIntoBatches(keys, MONITORS_AT_ONCE))
    for (const incident of await listOf(batch)) found.set(incident.id, incident)
  for (const incident of await naming) found.set(incident.id, incident)
  return [...found.values()]
}

function* splitIntoBatches<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

async function toPublicIncidents(
  db: Reader,
  listed: readonly NamedPageMonitor[],
  found: readonly FoundIncident[],
  detailsSince: number,
): Promise<IncidentWithMonitors[]> {
  const findListed = createMonitorFinder(listed)
  const described: IncidentWithMonitors[] = []
  for (const batch of splitIntoBatches(found, INCIDENTS_AT_ONCE))
    described.push(...(await toPublicBatch(db, findListed, batch, detailsSince)))
  return described.sort(
    (a, b) => b.incident.startedAt - a.incident.startedAt || (a.incident.key < b.incident.key ? -1 : 1),
  )
}

type FindListed = (incident: FoundIncident) => NamedPageMonitor[]

async function toPublicBatch(
  db: Reader,
  findListed: FindListed,
  found: readonly FoundIncident[],
  detailsSince: number,
): Promise<IncidentWithMonitors[]> {
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
    const monitorKeys = new Set(of.map(({ key }) => key))
    return shown ? [{ incident: shown, monitorKeys, isReported: incident.source === 'manual' }] : []
  })
}

/** Creates a function that finds the listed monitors of an incident, in the order of the page. */
function createMonitorFinder(listed: readonly NamedPageMonitor[]): FindListed {
  const placed = listed.map((of, place) => ({ of, place }))
  const byKey = Map.groupBy(placed, ({ of }) => of.key)
  const byId = Map.groupBy(placed, ({ of }) => of.id)
  return ({ monitorKey, affectedMonitorIds }) => {
    const own = monitorKey === null ? [] : (byKey.get(monitorKey) ?? [])
    if (affectedMonitorIds.length === 0) return own.map(({ of }) => of)
    const all = new Set([...own, ...affectedMonitorIds.flatMap((id) => byId.get(id) ?? [])])
    return [...all].sort((a, b) => a.place - b.place).map(({ of }) => of)
  }
}

/**
 * Maintenance windows that affect the monitors of a status page.
 *
 * @param since Unix ms: windows that ended before are omitted
 */
export async function readPublicWindows(
  db: Reader,
  listed: readonly NamedPageMonitor[],
  since: number,
): Promise<PublicWindow[]> {
  if (listed.length === 0) return []
  const rows = await listAffectingWindows(db, [...new Set(listed.map(({ key }) => key))], since)
  const namesOf = (affecting: readonly AffectingWindow[]): string[] => {
    const keys = new Set(affecting.map(({ monitorKey }) => monitorKey))
    return [...new Set(listed.filter(({ key }) => keys.has(key)).map(({ shownAs }) => shownAs))]
  }
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((affecting) => {
    const { monitorKey: _, ...window } = affecting[0]!
    return { ...window, components: namesOf(affecting) }
  })
}

/** Sixteen letters and digits. */
export const toPublicKey = (id: string): string => hash('sha256', `watchkeeper public ${id}`, 'hex').slice(0, 16)
