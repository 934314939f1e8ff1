/** Dependencies between monitors. Deleted monitors have neither dependencies nor dependents. */
import { type Selectable, sql } from 'kysely'
import type { DependencyLink } from '../../core/monitors/dependency.ts'
import type { ConfiguredStatus, MonitorType, RuntimeStatus } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk, bulkOverMonitors, getDialect } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MonitorDependenciesTable } from '../tables/monitors.ts'

/** A monitor that other monitors depend on. */
export interface ParentMonitor {
  key: number
  id: string
  name: string
  type: MonitorType
  status: ConfiguredStatus
  runtimeStatus: RuntimeStatus
  /** Start of `runtimeStatus`. */
  statusSince: UnixMs
  intervalSeconds: number
}

interface Link extends DependencyLink {
  parent: ParentMonitor
}

type LinkRow = Omit<ParentMonitor, 'key'> & Selectable<MonitorDependenciesTable>

/**
 * Converts a list of keys to a table.
 *
 * @param keys a JSON array
 */
export const unpackKeys = (db: Reader, keys: string) =>
  getDialect(db) === 'sqlite'
    ? sql<number>`(select value from json_each(${keys}))`
    : sql<number>`(select value::integer from json_array_elements_text(${keys}::json) as listed (value))`

/** Like `unpackKeys`, for ids. */
export const unpackIds = (db: Reader, ids: string) =>
  getDialect(db) === 'sqlite'
    ? sql<string>`(select value from json_each(${ids}))`
    : sql<string>`(select value from json_array_elements_text(${ids}::json) as listed (value))`

// `union` keeps each key once, so that a shared dependency is walked once
const selectAbove = prepareQuery((db: Reader, keys: string) => ({
  compile: () =>
    sql<LinkRow>`with recursive walked (key) as (
        select * from ${unpackKeys(db, keys)} as listed
        union select d.parent_key from walked join monitor_dependencies d on d.monitor_key = walked.key
      )
      select d.monitor_key, d.parent_key, d.position, m.id, m.name, m.type, m.status,
        m.runtime_status as "runtimeStatus", m.status_since as "statusSince", m.interval_seconds as "intervalSeconds"
      from walked join monitor_dependencies d on d.monitor_key = walked.key join monitors m on m.key = d.parent_key
    `.compile(db),
}))

/**
 * Lists the direct and indirect dependencies of these monitors. Each link appears once, the links of one monitor in the
 * user's order.
 */
export async function listDependencies(db: Reader, keys: readonly number[]): Promise<Link[]> {
  if (keys.length === 0) return []
  const rows = await selectAbove(db, JSON.stringify(keys))
  return rows
    .sort((a, b) => a.position - b.position)
    .map(({ monitor_key: monitorKey, parent_key: parentKey, position: _, ...parent }) => ({
      monitorKey,
      parentKey,
      parent: { ...parent, key: parentKey },
    }))
}

const selectBelow = prepareQuery((db: Reader, keys: string) => ({
  compile: () =>
    sql<{ monitorKey: number; parentKey: number }>`with recursive walked (key) as (
        select * from ${unpackKeys(db, keys)} as listed
        union select d.monitor_key from walked join monitor_dependencies d on d.parent_key = walked.key
      )
      select d.monitor_key as "monitorKey", d.parent_key as "parentKey"
      from walked join monitor_dependencies d on d.parent_key = walked.key
    `.compile(db),
}))

/** Lists the direct and indirect dependents of these monitors. Each link appears once. */
export async function listDependents(db: Reader, keys: readonly number[]): Promise<DependencyLink[]> {
  return keys.length === 0 ? [] : selectBelow(db, JSON.stringify(keys))
}

const PARENTS = `select d.monitor_key, d.position, m.id from k cross join monitor_dependencies d cross join monitors m
  where d.monitor_key = k.monitor_key and m.key = d.parent_key`

const selectParentIds = bulkOverMonitors<{ monitor_key: number; position: number; id: string }>({
  sqlite: PARENTS,
  postgres: PARENTS,
})

/**
 * Lists the ids of the dependencies of each monitor, joined by commas in the user's order. Monitors without
 * dependencies are left out.
 */
export async function listParentIds(
  db: Reader,
  monitors: readonly { readonly key: number }[],
): Promise<Map<number, string>> {
  const rows = await selectParentIds(
    db,
    monitors.map(({ key }) => key),
  )
  const byMonitor = Map.groupBy(
    rows.sort((a, b) => a.position - b.position),
    (row) => row.monitor_key,
  )
  return new Map([...byMonitor].map(([key, parents]) => [key, parents.map(({ id }) => id).join(',')]))
}

const deleteAbove = bulk({ key: 'int4' }, 'delete from monitor_dependencies where monitor_key in (select key from k)')

const insert = bulk(
  { monitor_key: 'int4', parent_id: 'text', position: 'int4' },
  `insert into monitor_dependencies (monitor_key, parent_key, position)
   select k.monitor_key, m.key, k.position from k join monitors m on m.id = k.parent_id`,
)

/** Replaces the dependencies of monitors, in the user's order. */
export async function saveParents(
  tx: Tx,
  monitors: readonly { monitorKey: number; parentIds: readonly string[] }[],
): Promise<void> {
  await deleteAbove(
    tx,
    monitors.map(({ monitorKey }) => [monitorKey]),
  )
  await insert(
    tx,
    monitors.flatMap(({ monitorKey, parentIds }) => parentIds.map((id, position) => [monitorKey, id, position])),
  )
}

const deleteBelow = bulk({ key: 'int4' }, 'delete from monitor_dependencies where parent_key in (select key from k)')

/**
 * Deletes the dependencies of deleted monitors, and the dependencies of other monitors on them. The other monitors keep
 * their remaining dependencies.
 */
export async function deleteDependencies(tx: Tx, keys: readonly number[]): Promise<void> {
  const rows = keys.map((key) => [key])
  await deleteAbove(tx, rows)
  await deleteBelow(tx, rows)
}
