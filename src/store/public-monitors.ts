/** The monitors that a status page lists, and the planned work that touches them. */
import { sql } from 'kysely'
import type { RuntimeStatus } from '../core/monitor.ts'
import type { Recurrence } from '../core/occurrence.ts'
import { prepared } from './prepared.ts'
import type { Reader } from './store.ts'

/** A monitor behind a component; one monitor may stand behind several. */
export interface ListedMonitor {
  componentId: string
  key: number
  id: string
  /** As its owners call it: shown where the component has no name of its own. */
  name: string
  runtimeStatus: RuntimeStatus
  /** Unix ms. */
  createdAt: number
}

const selectListed = prepared((db: Reader, pageId: string) =>
  db
    .selectFrom('status_page_components as c')
    .innerJoin('monitors as m', 'm.key', 'c.monitor_key')
    .select(['c.id as componentId', 'm.key', 'm.id', 'm.name', 'm.runtime_status as runtimeStatus'])
    .select('m.created_at as createdAt')
    .where('c.page_id', '=', pageId)
    .where('m.deleted_at', 'is', null),
)

/** In no order. */
export const listListed = async (db: Reader, pageId: string): Promise<ListedMonitor[]> =>
  (await selectListed(db, pageId)) as ListedMonitor[]

/** A window, once for each monitor of a page that it concerns. */
export interface ConcernedWindow {
  monitorKey: number
  id: string
  name: string
  description: string
  /** Unix ms. */
  startsAt: number
  endsAt: number
  recurrence: Recurrence | null
  cancelledAt: number | null
  createdAt: number
  updatedAt: number
}

interface WindowRow extends Omit<ConcernedWindow, 'recurrence'> {
  recurrence: string | null
}

const selectWindows = prepared((db: Reader, pageId: string, since: number, again: number) => ({
  compile: () =>
    sql<WindowRow>`with recursive listed (monitor_key, group_id) as (
        select m.key, m.group_id from status_page_components c join monitors m on m.key = c.monitor_key
        where c.page_id = ${pageId} and m.deleted_at is null
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
      where (w.recurrence is not null or w.ends_at > ${since}) and (w.cancelled_at is null or w.cancelled_at > ${again})
    `.compile(db),
}))

/**
 * Windows that concern monitors of a page, themselves or through their groups, in no order.
 *
 * @param since Unix ms: what was over or called off before is left out; what repeats may be over all the same
 */
export async function listWindowsOfPage(db: Reader, pageId: string, since: number): Promise<ConcernedWindow[]> {
  const rows = await selectWindows(db, pageId, since, since)
  return rows.map((row) => ({ ...row, recurrence: row.recurrence === null ? null : JSON.parse(row.recurrence) }))
}
