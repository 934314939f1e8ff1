/** Progress of the engine through each maintenance window, and the monitors of a window. */
import { sql } from 'kysely'
import type { WindowProgress } from '../../core/maintenance/maintenance-progress.ts'
import { lockFreeRows, lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MaintenanceProgressTable } from '../tables/maintenance.ts'

/** Due windows, the longest overdue first. */
export async function listDueWindows(db: Reader, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('maintenance_progress')
    .select('window_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.window_id)
}

/** Time of the next due window, Unix ms; null when there is none. */
export async function findNextDueWindowAt(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('maintenance_progress')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Locks the progress of a window until the end of the transaction; null when it has none yet. */
export async function lockProgress(tx: Tx, windowId: string): Promise<WindowProgress | null> {
  const query = tx.selectFrom('maintenance_progress').selectAll().where('window_id', '=', windowId)
  const [row] = await lockRows(tx, query).execute()
  return row ? toProgress(row) : null
}

/** Locks the progress of a due window; null when another server holds the lock, or has already advanced it. */
export async function claimProgress(tx: Tx, windowId: string, now: number): Promise<WindowProgress | null> {
  const query = tx
    .selectFrom('maintenance_progress')
    .selectAll()
    .where('window_id', '=', windowId)
    .where('due_at', '<=', now)
  const [row] = await lockFreeRows(tx, query).execute()
  return row ? toProgress(row) : null
}

const toProgress = (row: MaintenanceProgressTable): WindowProgress => ({
  plannedUntil: row.planned_until,
  running: row.running_since === null ? null : { startsAt: row.running_since, endsAt: row.running_until! },
  isStartNotified: row.is_start_notified === 1,
})

export async function saveProgress(
  tx: Tx,
  windowId: string,
  progress: WindowProgress,
  dueAt: number | null,
): Promise<void> {
  const values = {
    due_at: dueAt,
    planned_until: progress.plannedUntil,
    running_since: progress.running?.startsAt ?? null,
    running_until: progress.running?.endsAt ?? null,
    is_start_notified: progress.isStartNotified ? (1 as const) : (0 as const),
  }
  await tx
    .insertInto('maintenance_progress')
    .values({ window_id: windowId, ...values })
    .onConflict((conflict) => conflict.column('window_id').doUpdateSet(values))
    .execute()
}

/** Postpones due windows to `until`, Unix ms. */
export async function rescheduleWindows(tx: Tx, windowIds: readonly string[], until: number): Promise<void> {
  await tx
    .updateTable('maintenance_progress')
    .set({ due_at: until })
    .where('window_id', 'in', windowIds)
    .where('due_at', '<', until)
    .execute()
}

export interface WindowMonitor {
  key: number
  id: string
  name: string
}

/** The groups of a window, and all groups within them. */
const treeOf = (windowId: string) => sql`tree (id) as (
      select group_id from maintenance_groups where window_id = ${windowId}
      union
      select g.id from tree join groups g on g.parent_group_id = tree.id
    )`

/** Ids of the groups of a window and of all groups within them, as they are now. */
export async function listWindowGroups(db: Reader, windowId: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`with recursive ${treeOf(windowId)} select id from tree`.execute(db)
  return rows
}

/** The monitors of a window, including monitors of its groups and of all groups within them, as they are now. */
export async function listWindowMonitors(db: Reader, windowId: string): Promise<WindowMonitor[]> {
  const { rows } = await sql<WindowMonitor>`with recursive ${treeOf(windowId)}
    select m.key, m.id, m.name from maintenance_monitors link join monitors m on m.key = link.monitor_key
    where link.window_id = ${windowId} and m.deleted_at is null
    union
    select m.key, m.id, m.name from monitors m
    where m.group_id in (select id from tree) and m.deleted_at is null`.execute(db)
  return rows
}
