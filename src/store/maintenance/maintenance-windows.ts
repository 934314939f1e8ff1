/** Maintenance windows with their monitors and groups. */
import type { Selectable } from 'kysely'
import type { MaintenanceWindow } from '../../core/maintenance/maintenance.ts'
import { bulk } from '../platform/bulk.ts'
import { toManaged } from '../platform/managed-rows.ts'
import { readProjectRows } from '../platform/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MaintenanceWindowsTable } from '../tables/maintenance.ts'

export const {
  list: listWindows,
  find: findWindow,
  lock: lockWindow,
} = readProjectRows('maintenance_windows', loadMembers)

/** A window of any project, for the engine. */
export async function findWindowById(db: Reader, id: string): Promise<MaintenanceWindow | null> {
  const rows = await db.selectFrom('maintenance_windows').selectAll().where('id', '=', id).execute()
  const [window] = await loadMembers(db, rows)
  return window ?? null
}

/** Windows with their monitors and groups, two queries for all rows; deleted monitors and groups are left out. */
async function loadMembers(
  db: Reader,
  rows: readonly Selectable<MaintenanceWindowsTable>[],
): Promise<MaintenanceWindow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const monitors = await db
    .selectFrom('maintenance_monitors as link')
    .innerJoin('monitors as m', 'm.key', 'link.monitor_key')
    .select(['link.window_id', 'link.position', 'm.id'])
    .where('link.window_id', 'in', ids)
    .where('m.deleted_at', 'is', null)
    .execute()
  const groups = await db
    .selectFrom('maintenance_groups as link')
    .innerJoin('groups as g', 'g.id', 'link.group_id')
    .select(['link.window_id', 'link.position', 'g.id'])
    .where('link.window_id', 'in', ids)
    .execute()
  const [monitorsOf, groupsOf] = [mapIdsByWindow(monitors), mapIdsByWindow(groups)]
  return rows.map((row) => toWindow(row, monitorsOf.get(row.id) ?? [], groupsOf.get(row.id) ?? []))
}

/** Ids by window, in the user's order. */
function mapIdsByWindow(links: { window_id: string; position: number; id: string }[]): Map<string, string[]> {
  const ordered = links.toSorted((a, b) => a.position - b.position)
  const byWindow = Map.groupBy(ordered, (link) => link.window_id)
  return new Map([...byWindow].map(([windowId, of]) => [windowId, of.map(({ id }) => id)]))
}

const toWindow = (
  row: Selectable<MaintenanceWindowsTable>,
  monitorIds: string[],
  groupIds: string[],
): MaintenanceWindow => ({
  id: row.id,
  organizationId: row.organization_id,
  projectId: row.project_id,
  name: row.name,
  description: row.description,
  monitorIds,
  groupIds,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  recurrence: row.recurrence === null ? null : JSON.parse(row.recurrence),
  cancelledAt: row.cancelled_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...toManaged(row),
})

/** The given ids that belong to groups of the project. */
export async function filterGroupIds(db: Reader, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Inserts the window without its monitors and groups. */
export async function insertWindow(tx: Tx, window: MaintenanceWindow): Promise<void> {
  const { id, organizationId, projectId, createdAt } = window
  await tx
    .insertInto('maintenance_windows')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      created_at: createdAt,
      ...toUpdateValues(window),
    })
    .execute()
}

/** Saves the window without its monitors and groups. */
export async function saveWindow(tx: Tx, window: MaintenanceWindow): Promise<void> {
  await tx.updateTable('maintenance_windows').set(toUpdateValues(window)).where('id', '=', window.id).execute()
}

const toUpdateValues = (window: MaintenanceWindow) => ({
  name: window.name,
  description: window.description,
  starts_at: window.startsAt,
  ends_at: window.endsAt,
  recurrence: window.recurrence && JSON.stringify(window.recurrence),
  cancelled_at: window.cancelledAt,
  updated_at: window.updatedAt,
})

const linkMonitors = bulk(
  { window_id: 'text', monitor_key: 'int4', position: 'int4' },
  'insert into maintenance_monitors (window_id, monitor_key, position) select window_id, monitor_key, position from k',
)

const linkGroups = bulk(
  { window_id: 'text', group_id: 'text', position: 'int4' },
  'insert into maintenance_groups (window_id, group_id, position) select window_id, group_id, position from k',
)

/** Replaces the monitors of a window. */
export async function saveAffectedMonitors(tx: Tx, windowId: string, monitorKeys: readonly number[]): Promise<void> {
  await tx.deleteFrom('maintenance_monitors').where('window_id', '=', windowId).execute()
  await linkMonitors(
    tx,
    monitorKeys.map((key, position) => [windowId, key, position]),
  )
}

/** Replaces the groups of a window. */
export async function saveAffectedGroups(tx: Tx, windowId: string, groupIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('maintenance_groups').where('window_id', '=', windowId).execute()
  await linkGroups(
    tx,
    groupIds.map((id, position) => [windowId, id, position]),
  )
}

/** Deletes a window with its dependent rows. */
export async function deleteWindow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('maintenance_windows').where('id', '=', id).execute()
}
