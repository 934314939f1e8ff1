/** Monitors that a status page lists, and their maintenance windows. */
import { sql } from 'kysely'
import type { Recurrence } from '../../core/maintenance/occurrence.ts'
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { unpackKeys } from '../monitors/monitor-dependencies.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'

/** A monitor that a page lists. */
export interface ListedMonitor {
  key: number
  id: string
  /** Name in the dashboard, shown when the component has no display name. */
  name: string
  runtimeStatus: RuntimeStatus
  createdAt: UnixMs
}

const MONITOR = 'm.key, m.id, m.name, m.runtime_status as "runtimeStatus", m.created_at as "createdAt"'

const selectListed = bulk<ListedMonitor>(
  { id: 'text' },
  `select ${MONITOR}
   from k join monitors m on m.id = k.id where m.deleted_at is null`,
)

/**
 * Listed monitors by id; deleted monitors are left out.
 *
 * @param ids of one project, whose page lists them
 */
export async function findListedMonitors(db: Reader, ids: readonly string[]): Promise<Map<string, ListedMonitor>> {
  const { rows } = await selectListed(
    db,
    ids.map((id) => [id]),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const selectPublished = prepareQuery((db: Reader, slug: string) => ({
  compile: () =>
    sql<ListedMonitor>`select ${sql.raw(MONITOR)}
      from status_pages p join status_page_components c on c.page_id = p.id join monitors m on m.key = c.monitor_key
      where p.slug = ${slug} and p.is_published = 1 and m.deleted_at is null`.compile(db),
}))

/** Monitors of a published page by id; deleted monitors are left out. */
export const findPublishedMonitors = async (db: Reader, slug: string): Promise<Map<string, ListedMonitor>> =>
  new Map((await selectPublished(db, slug)).map((row) => [row.id, row]))

/** A maintenance window, once for each affected monitor. */
export interface AffectingWindow {
  monitorKey: number
  id: string
  name: string
  description: string
  startsAt: UnixMs
  endsAt: number
  recurrence: Recurrence | null
  cancelledAt: number | null
  createdAt: number
  updatedAt: number
}

interface WindowRow extends Omit<AffectingWindow, 'recurrence'> {
  recurrence: string | null
}

const selectWindows = prepareQuery((db: Reader, keys: string, since: number, cancelledSince: number) => ({
  compile: () =>
    sql<WindowRow>`with recursive listed (monitor_key, group_id) as (
        select m.key, m.group_id from ${unpackKeys(db, keys)} as k join monitors m on m.key = k.value
      ), above (monitor_key, group_id) as (
        select monitor_key, group_id from listed where group_id is not null
        union
        select above.monitor_key, g.parent_group_id from above join groups g on g.id = above.group_id
        where g.parent_group_id is not null
      ), links (monitor_key, window_id) as (
        select link.monitor_key, link.window_id
        from listed join maintenance_monitors link on link.monitor_key = listed.monitor_key
        union
        select above.monitor_key, link.window_id
        from above join maintenance_groups link on link.group_id = above.group_id
      )
      select links.monitor_key as "monitorKey", w.id, w.name, w.description, w.starts_at as "startsAt",
        w.ends_at as "endsAt", w.recurrence, w.cancelled_at as "cancelledAt", w.created_at as "createdAt",
        w.updated_at as "updatedAt"
      from links join maintenance_windows w on w.id = links.window_id
      where (w.recurrence is not null or w.ends_at > ${since}) and (w.cancelled_at is null or w.cancelled_at > ${cancelledSince})
    `.compile(db),
}))

/**
 * Maintenance windows of the monitors, direct or through their groups, in no order.
 *
 * @param since Unix ms: windows that ended or were cancelled before are left out; a recurring window may still be over
 */
export async function listAffectingWindows(
  db: Reader,
  keys: readonly number[],
  since: number,
): Promise<AffectingWindow[]> {
  const rows = await selectWindows(db, JSON.stringify(keys), since, since)
  return rows.map((row) => ({ ...row, recurrence: row.recurrence === null ? null : JSON.parse(row.recurrence) }))
}

export interface BadgeMonitor {
  key: number
  runtimeStatus: RuntimeStatus
  createdAt: UnixMs
}

const select = prepareQuery((db: Reader, id: string) =>
  db
    .selectFrom('monitors')
    .select(['key', 'runtime_status', 'created_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

/** @returns null when there is none, or it was deleted */
export async function findBadgeMonitor(db: Reader, id: string): Promise<BadgeMonitor | null> {
  const [row] = await select(db, id)
  if (!row) return null
  return { key: row.key, runtimeStatus: row.runtime_status as RuntimeStatus, createdAt: row.created_at }
}
