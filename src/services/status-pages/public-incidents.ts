/** Incidents of a status page, as strangers may read them. */
import { setImmediate as turn } from 'node:timers/promises'
import { type IncidentFacts, publicIncident } from '../../core/status-pages/public-incident.ts'
import type { PublicIncident } from '../../core/status-pages/public-status.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  type FoundIncident,
  type IncidentPeriod,
  listIncidentsBegun,
  listIncidentsNaming,
  listIncidentsOf,
  listNamingBegun,
  listPublicEntries,
} from '../../store/status-pages/public-incidents.ts'
import { publicKey } from './public-key.ts'

/** A monitor as a page names it. */
export interface NamedListed {
  key: number
  id: string
  /** Of the component. */
  shownAs: string
}

/** With what it is about, so that it can be found under its components. */
export interface AboutMonitors {
  incident: PublicIncident
  monitorKeys: ReadonlySet<number>
  /** Whether somebody reported it, rather than the checks. */
  isReported: boolean
}

/** Monitors whose incidents are read before other requests get their turn. A monitor has at most 50. */
const MONITORS_AT_ONCE = 50

/** Incidents that are described before other requests get their turn. */
const INCIDENTS_AT_ONCE = 500

/**
 * Newest first; a bounded number of queries.
 *
 * @param toldSince entries of what was over earlier are not read: it counts by its title alone
 */
export async function readPublicIncidents(
  db: Reader,
  projectId: string,
  listed: readonly NamedListed[],
  period: IncidentPeriod,
  toldSince = period.from,
): Promise<AboutMonitors[]> {
  if (listed.length === 0) return []
  const found = await findIncidents(
    listed,
    (keys) => listIncidentsOf(db, keys, period),
    () => listIncidentsNaming(db, projectId, period),
  )
  return tellIncidents(db, listed, found, toldSince)
}

/**
 * Those that began within the period, newest first; a bounded number of queries.
 *
 * @param most the older ones beyond so many are left out
 */
export async function readIncidentsBegun(
  db: Reader,
  projectId: string,
  listed: readonly NamedListed[],
  period: IncidentPeriod,
  most: number,
): Promise<PublicIncident[]> {
  if (listed.length === 0) return []
  const found = await findIncidents(
    listed,
    (keys) => listIncidentsBegun(db, keys, period),
    () => listNamingBegun(db, projectId, period),
  )
  const newest = found.toSorted((a, b) => b.startedAt - a.startedAt).slice(0, most)
  return (await tellIncidents(db, listed, newest, 0)).map(({ incident }) => incident)
}

/** Each incident once, whether it belongs to a listed monitor, names one, or both. */
async function findIncidents(
  listed: readonly NamedListed[],
  listOf: (keys: readonly number[]) => Promise<FoundIncident[]>,
  listNaming: () => Promise<FoundIncident[]>,
): Promise<FoundIncident[]> {
  const found = new Map<string, FoundIncident>()
  const keys = [...new Set(listed.map(({ key }) => key))]
  for (const batch of batchesOf(keys, MONITORS_AT_ONCE)) {
    for (const incident of await listOf(batch)) found.set(incident.id, incident)
    await turn()
  }
  for (const incident of await listNaming()) found.set(incident.id, incident)
  return [...found.values()]
}

function* batchesOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

async function tellIncidents(
  db: Reader,
  listed: readonly NamedListed[],
  found: readonly FoundIncident[],
  toldSince: number,
): Promise<AboutMonitors[]> {
  const findListed = finderOf(listed)
  const told: AboutMonitors[] = []
  for (const batch of batchesOf(found, INCIDENTS_AT_ONCE)) {
    told.push(...(await tellBatch(db, findListed, batch, toldSince)))
    await turn()
  }
  return told.sort((a, b) => b.incident.startedAt - a.incident.startedAt || (a.incident.key < b.incident.key ? -1 : 1))
}

type FindListed = (incident: FoundIncident) => NamedListed[]

async function tellBatch(
  db: Reader,
  findListed: FindListed,
  found: readonly FoundIncident[],
  toldSince: number,
): Promise<AboutMonitors[]> {
  const about = found.flatMap((incident) => {
    const of = findListed(incident)
    return of.length > 0 ? [{ incident, of }] : []
  })
  const isTold = ({ family, resolvedAt }: FoundIncident): boolean =>
    resolvedAt === null || resolvedAt >= toldSince || family === 'certificate' || family === 'domain'
  const entries = await listPublicEntries(
    db,
    about.flatMap(({ incident }) => (isTold(incident) ? [incident.id] : [])),
  )
  return about.flatMap(({ incident, of }) => {
    const facts: IncidentFacts = { ...incident, components: [...new Set(of.map(({ shownAs }) => shownAs))] }
    const shown = publicIncident(facts, entries.get(incident.id) ?? [], publicKey)
    const monitorKeys = new Set(of.map(({ key }) => key))
    return shown ? [{ incident: shown, monitorKeys, isReported: incident.source === 'manual' }] : []
  })
}

/** What of a page an incident is about, in the order of the page. */
function finderOf(listed: readonly NamedListed[]): FindListed {
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
