/** Deleted monitors that can be restored, and the dependencies that they had. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MonitorDependenciesTable } from '../tables/monitors.ts'
import { listTargetIds } from './monitor-targets.ts'
import { type StoredMonitor, selectMonitorFields, toStoredMonitor } from './monitors.ts'

export interface DeletedMonitor {
  /** The monitor as it was before its deletion, without dependencies. */
  monitor: StoredMonitor
  deletedAt: UnixMs
  /** Dependencies in both directions. */
  links: MonitorDependenciesTable[]
}

/**
 * Finds deleted monitors of the project, by id.
 *
 * @param since earliest deletion
 */
export async function findDeletedMonitors(
  db: Reader,
  projectId: string,
  ids: readonly string[],
  since: UnixMs,
): Promise<Map<string, DeletedMonitor>> {
  const rows = await selectMonitorFields(db)
    .clearWhere()
    .select(['deleted_at', 'deleted_links'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('deleted_at', '>=', since)
    .execute()
  const targets = await listTargetIds(db, rows)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        monitor: toStoredMonitor(db, row, targets.get(row.key) ?? null, null),
        deletedAt: row.deleted_at!,
        links: row.deleted_links === null ? [] : (JSON.parse(row.deleted_links) as MonitorDependenciesTable[]),
      },
    ]),
  )
}

const update = bulk(
  { key: 'int4', status: 'text', runtime_status: 'text', group_id: 'text', revision: 'int8', now: 'int8' },
  `update monitors set deleted_at = null, deleted_links = null, status = k.status, runtime_status = k.runtime_status,
     group_id = k.group_id, revision = k.revision, updated_at = k.now, external_key = null, managed_by = null
   from k where monitors.key = k.key`,
)

/**
 * Restores monitors without their external keys, which other monitors may have now.
 *
 * @param now Unix ms
 */
export async function restoreMonitorRows(
  tx: Tx,
  monitors: readonly Pick<StoredMonitor, 'key' | 'status' | 'runtimeStatus' | 'groupId'>[],
  { revision, now }: { revision: number; now: number },
): Promise<void> {
  await update(
    tx,
    monitors.map(({ key, status, runtimeStatus, groupId }) => [key, status, runtimeStatus, groupId, revision, now]),
  )
}

const saveLinks = bulk(
  { key: 'int4', links: 'text' },
  'update monitors set deleted_links = k.links from k where monitors.key = k.key',
)

/** Records the dependencies of monitors that are about to be deleted, in both directions. */
export async function recordDeletedLinks(tx: Tx, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  const links = await tx
    .selectFrom('monitor_dependencies')
    .selectAll()
    .where(({ eb, or }) => or([eb('monitor_key', 'in', keys), eb('parent_key', 'in', keys)]))
    .execute()
  const linksOf = (key: number) => links.filter((link) => link.monitor_key === key || link.parent_key === key)
  const linked = links.length === 0 ? [] : keys.map((key) => [key, linksOf(key)] as const)
  await saveLinks(
    tx,
    linked.filter(([, own]) => own.length > 0).map(([key, own]) => [key, JSON.stringify(own)]),
  )
}

const insertLinks = bulk(
  { monitor_key: 'int4', parent_key: 'int4', position: 'int4' },
  `insert into monitor_dependencies (monitor_key, parent_key, position)
   select k.monitor_key, k.parent_key, k.position from k where true on conflict do nothing`,
)

export async function restoreLinks(tx: Tx, links: readonly MonitorDependenciesTable[]): Promise<void> {
  await insertLinks(
    tx,
    links.map(({ monitor_key: monitorKey, parent_key: parentKey, position }) => [monitorKey, parentKey, position]),
  )
}

const selectExisting = bulk<{ key: number }>(
  { key: 'int4' },
  'select m.key from k join monitors m on m.key = k.key where m.deleted_at is null',
)

/** @returns the keys among `keys` of monitors that are not deleted */
export async function filterExisting(db: Reader, keys: readonly number[]): Promise<Set<number>> {
  const { rows } = await selectExisting(
    db,
    keys.map((key) => [key]),
  )
  return new Set(rows.map(({ key }) => key))
}
