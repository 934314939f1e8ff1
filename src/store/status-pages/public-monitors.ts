/** Monitors and groups that a status page lists, and their maintenance windows. */
import { sql } from 'kysely'
import type { Recurrence } from '../../core/maintenance/occurrence.ts'
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { unpackIds, unpackKeys } from '../monitors/monitor-dependencies.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'

/** A monitor or group that a page lists. */
export interface ListedSubject {
  /** Null for a group. */
  key: number | null
  id: string
  /** Name in the dashboard, shown when the component has no display name. */
  name: string
  /** Unknown for a group without a condition. */
  runtimeStatus: RuntimeStatus
  createdAt: UnixMs
}

const MONITOR = 'm.key, m.id, m.name, m.runtime_status as "runtimeStatus", m.created_at as "createdAt"'

const GROUP = `cast(null as integer) as key, g.id, g.name, coalesce(g.status, 'unknown') as "runtimeStatus",
  g.created_at as "createdAt"`

const selectListed = bulk<ListedSubject>(
  { id: 'text' },
  `select ${MONITOR} from k join monitors m on m.id = k.id where m.deleted_at is null
   union all select ${GROUP} from k join groups g on g.id = k.id`,
)

/**
 * Listed monitors and groups by id; deleted ones are left out.
 *
 * @param ids of one project, whose page lists them
 */
export async function findListed(db: Reader, ids: readonly string[]): Promise<Map<string, ListedSubject>> {
  const { rows } = await selectListed(
    db,
    ids.map((id) => [id]),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const selectPublished = prepareQuery((db: Reader, slug: string) => ({
  compile: () =>
    sql<ListedSubject>`select ${sql.raw(MONITOR)}
      from status_pages p join status_page_components c on c.page_id = p.id join monitors m on m.key = c.monitor_key
      where p.slug = ${slug} and p.is_published = 1 and m.deleted_at is null
      union all select ${sql.raw(GROUP)}
      from status_pages p join status_page_components c on c.page_id = p.id join groups g on g.id = c.group_id
      where p.slug = ${slug} and p.is_published = 1`.compile(db),
}))

/** Monitors and groups of a published page by id; deleted ones are left out. */
export const findPublished = async (db: Reader, slug: string): Promise<Map<string, ListedSubject>> =>
  new Map((await selectPublished(db, slug)).map((row) => [row.id, row]))

/** A maintenance window, once for each affected monitor and group. */
interface AffectingWindow {
  /** Id of the monitor or group. */
  listedId: string
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

const selectWindows = prepareQuery(
  (db: Reader, keys: string, groupIds: string, since: number, cancelledSince: number) => ({
    compile: () =>
      sql<WindowRow>`with recursive listed (id, monitor_key, group_id) as (
        select m.id, m.key, m.group_id from ${unpackKeys(db, keys)} as k join monitors m on m.key = k.value
        union all
        select g.id, null, g.id from ${unpackIds(db, groupIds)} as k join groups g on g.id = k.value
      ), above (id, group_id) as (
        select id, group_id from listed where group_id is not null
        union
        select above.id, g.parent_group_id from above join groups g on g.id = above.group_id
        where g.parent_group_id is not null
      ), links (id, window_id) as (
        select listed.id, link.window_id
        from listed join maintenance_monitors link on link.monitor_key = listed.monitor_key
        union
        select above.id, link.window_id
        from above join maintenance_groups link on link.group_id = above.group_id
      )
      select links.id as "listedId", w.id, w.name, w.description, w.starts_at as "startsAt",
        w.ends_at as "endsAt", w.recurrence, w.cancelled_at as "cancelledAt", w.created_at as "createdAt",
        w.updated_at as "updatedAt"
      from links join maintenance_windows w on w.id = links.window_id
      where (w.recurrence is not null or w.ends_at > ${since}) and (w.cancelled_at is null or w.cancelled_at > ${cancelledSince})
    `.compile(db),
  }),
)

/**
 * Maintenance windows of the monitors and groups, direct or through the groups above them, in no order. A window of only
 * some members of a group is no window of the group.
 *
 * @param since Unix ms: windows that ended or were cancelled before are left out; a recurring window may still be over
 */
export async function listAffectingWindows(
  db: Reader,
  listed: readonly Pick<ListedSubject, 'key' | 'id'>[],
  since: number,
): Promise<AffectingWindow[]> {
  const { keys, groupIds } = splitListed(listed)
  const rows = await selectWindows(db, JSON.stringify(keys), JSON.stringify(groupIds), since, since)
  return rows.map((row) => ({ ...row, recurrence: row.recurrence === null ? null : JSON.parse(row.recurrence) }))
}

/** Returns the distinct keys of monitors and ids of groups. */
export function splitListed(listed: readonly Pick<ListedSubject, 'key' | 'id'>[]): {
  keys: number[]
  groupIds: string[]
} {
  const keys = new Set(listed.flatMap(({ key }) => key ?? []))
  const groupIds = new Set(listed.flatMap(({ key, id }) => (key === null ? [id] : [])))
  return { keys: [...keys], groupIds: [...groupIds] }
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
