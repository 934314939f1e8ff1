/** Maintenance windows with their monitors and groups. */
import { type MaintenanceWindow, WINDOW } from '../../core/maintenance/maintenance.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { storeResource } from '../platform/queries/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'

export const {
  toItem,
  list: listWindows,
  listAll: listAllWindows,
  find: findWindow,
  lock: lockWindow,
  insert: insertWindow,
  save: saveWindow,
  remove: deleteWindow,
} = storeResource<typeof WINDOW.schema, 'maintenance_windows', MaintenanceWindow>(WINDOW, 'maintenance_windows', {
  apart: { monitorIds: true, groupIds: true },
  readMore: (row) => ({ cancelledAt: row.cancelled_at }),
  writeMore: (window) => ({ cancelled_at: window.cancelledAt }),
  complete: addMembers,
})

/** A window of any project, for the engine. */
export async function findWindowById(db: Reader, id: string): Promise<MaintenanceWindow | null> {
  const rows = await db.selectFrom('maintenance_windows').selectAll().where('id', '=', id).execute()
  const [window] = await addMembers(db, rows.map(toItem))
  return window ?? null
}

/** Adds the monitors and groups, two queries for all windows; deleted monitors and groups are left out. */
async function addMembers(db: Reader, windows: readonly MaintenanceWindow[]): Promise<MaintenanceWindow[]> {
  const ids = windows.map(({ id }) => id)
  if (ids.length === 0) return []
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
  return windows.map((window) => ({
    ...window,
    monitorIds: monitorsOf.get(window.id) ?? [],
    groupIds: groupsOf.get(window.id) ?? [],
  }))
}

/** Ids by window, in the user's order. */
function mapIdsByWindow(links: { window_id: string; position: number; id: string }[]): Map<string, string[]> {
  const ordered = links.toSorted((a, b) => a.position - b.position)
  const byWindow = Map.groupBy(ordered, (link) => link.window_id)
  return new Map([...byWindow].map(([windowId, of]) => [windowId, of.map(({ id }) => id)]))
}

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
