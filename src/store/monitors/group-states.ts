/** States of groups with a condition: see `core/monitors/group-state.ts`. */
import { type Selectable, sql } from 'kysely'
import type { GroupCondition, GroupState, GroupStatus, MemberCounts } from '../../core/monitors/group-state.ts'
import { NO_MEMBERS } from '../../core/monitors/group-state.ts'
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { MAX_SPAN_MS } from '../maintenance/maintenance-spans.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { GroupsTable } from '../tables/monitors.ts'

/** A group, as its state is computed. */
export interface EvaluatedGroup {
  id: string
  organizationId: string
  projectId: string
  parentGroupId: string | null
  name: string
  /** Null for a folder. */
  condition: GroupCondition | null
  /** Null for a folder, and before the first evaluation. */
  state: GroupState | null
  reviewAt: UnixMs | null
}

export const toGroupState = ({
  status,
  status_since: since,
  members,
}: Pick<Selectable<GroupsTable>, 'status' | 'status_since' | 'members'>): GroupState | null =>
  status === null || since === null ? null : { status, since, members: JSON.parse(members!) }

const selectProjects = bulk<{ monitor_key: number; project_id: string }>(
  { monitor_key: 'int4' },
  `select k.monitor_key, m.project_id from k join monitors m on m.key = k.monitor_key
   where m.group_id is not null and exists (
     select 1 from groups g where g.project_id = m.project_id and g.condition is not null
   )`,
)

/**
 * Lists the projects of monitors that belong to a group, by monitor key. Projects without a condition are left out.
 */
export async function listProjectsOfMembers(db: Reader, monitorKeys: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await selectProjects(
    db,
    monitorKeys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.monitor_key, row.project_id]))
}

/**
 * Lists the groups of a project. PostgreSQL locks those with a condition until the end of the transaction, in one order.
 * Two transactions that change members of one group therefore decide one after the other.
 */
export async function lockEvaluatedGroups(tx: Tx, projectId: string): Promise<EvaluatedGroup[]> {
  const conditioned = tx
    .selectFrom('groups')
    .select('id')
    .where('project_id', '=', projectId)
    .where('condition', 'is not', null)
    .orderBy('id')
  if ((await lockRows(tx, conditioned).execute()).length === 0) return []
  // After the lock: members that another transaction has changed meanwhile are seen
  const rows = await tx.selectFrom('groups').selectAll().where('project_id', '=', projectId).orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    parentGroupId: row.parent_group_id,
    name: row.name,
    condition: row.condition === null ? null : JSON.parse(row.condition),
    state: toGroupState(row),
    reviewAt: row.review_at,
  }))
}

/** Conditions of monitors that count as members: active, and not in maintenance. */
const selectCounted = (db: Reader, groupIds: readonly string[], now: UnixMs) =>
  db
    .selectFrom('monitors')
    .where('group_id', 'in', groupIds)
    // Literals, so that SQLite uses the index of counted members
    .where('status', '=', sql.lit('active' as const))
    .where('deleted_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('maintenance_spans as s')
            .select(sql.lit(1).as('one'))
            .whereRef('s.monitor_key', '=', 'monitors.key')
            .where('s.starts_at', '>', now - MAX_SPAN_MS)
            .where('s.starts_at', '<=', now)
            .where('s.ends_at', '>', now),
        ),
      ),
    )

/** Counts the monitors directly in each group that count as members, by group id. */
export async function countMembers(
  db: Reader,
  groupIds: readonly string[],
  now: UnixMs,
): Promise<Map<string, MemberCounts>> {
  const counts = new Map<string, MemberCounts>()
  if (groupIds.length === 0) return counts
  const rows = await selectCounted(db, groupIds, now)
    .select(['group_id', 'runtime_status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(['group_id', 'runtime_status'])
    .execute()
  for (const { group_id: id, runtime_status: status, count } of rows)
    counts.set(id!, { ...(counts.get(id!) ?? NO_MEMBERS), [toMemberStatus(status as RuntimeStatus)]: Number(count) })
  return counts
}

/** An active monitor is never paused. */
const toMemberStatus = (status: RuntimeStatus): GroupStatus => (status === 'paused' ? 'unknown' : status)

interface DownMember {
  id: string
  name: string
  groupId: string
}

/** Lists monitors of groups that count as members and are down, by name. */
export async function listDownMembers(
  db: Reader,
  groupIds: readonly string[],
  now: UnixMs,
  limit: number,
): Promise<DownMember[]> {
  const rows = await selectCounted(db, groupIds, now)
    .where('runtime_status', '=', 'down')
    .select(['id', 'name', 'group_id'])
    .orderBy('name_folded')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, group_id: groupId }) => ({ id, name, groupId: groupId! }))
}

/** Returns whether a monitor of these groups is flapping. */
export async function hasFlappingMember(db: Reader, groupIds: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('flaps')
    .innerJoin('monitors', 'monitors.key', 'flaps.monitor_key')
    .select('monitors.key')
    .where('monitors.group_id', 'in', groupIds)
    .where('monitors.deleted_at', 'is', null)
    .limit(1)
    .execute()
  return found.length > 0
}

/** Finds the next time at which maintenance of a member begins or ends, as far as it is planned. */
export async function findNextMaintenanceEdge(
  db: Reader,
  groupIds: readonly string[],
  now: UnixMs,
): Promise<UnixMs | null> {
  const row = await db
    .selectFrom('maintenance_spans as s')
    .innerJoin('monitors', 'monitors.key', 's.monitor_key')
    .select(sql<number | null>`min(case when s.starts_at > ${now} then s.starts_at else s.ends_at end)`.as('at'))
    .where('monitors.group_id', 'in', groupIds)
    .where('monitors.deleted_at', 'is', null)
    .where('s.starts_at', '>', now - MAX_SPAN_MS)
    .where('s.ends_at', '>', now)
    .executeTakeFirst()
  return row?.at ?? null
}

const updateStates = bulk(
  { id: 'text', status: 'text', status_since: 'int8', members: 'text' },
  `update groups set status = k.status, status_since = k.status_since, members = k.members from k
   where groups.id = k.id`,
)

export async function saveGroupStates(tx: Tx, states: ReadonlyMap<string, GroupState>): Promise<void> {
  const rows = [...states].map(([id, { status, since, members }]) => [id, status, since, JSON.stringify(members)])
  await updateStates(tx, rows)
}

/** Removes the state of a group that becomes a folder. */
export async function clearGroupState(tx: Tx, id: string): Promise<void> {
  const empty = { status: null, status_since: null, members: null, review_at: null }
  await tx.updateTable('groups').set(empty).where('id', '=', id).execute()
}

/** @param reviewAt null when no time is known */
export async function scheduleGroupReview(tx: Tx, projectId: string, reviewAt: UnixMs | null): Promise<void> {
  await selectConditioned(tx, [projectId]).set({ review_at: reviewAt }).execute()
}

/**
 * Makes the groups of projects due for review at a time, or earlier. Call it last in a transaction that changes which
 * monitors count as members, because other transactions wait for the rows.
 */
export async function markGroupsDue(tx: Tx, projectIds: readonly string[], at: UnixMs): Promise<void> {
  if (projectIds.length === 0) return
  const earliest = sql<number>`case when review_at < ${at} then review_at else ${at} end`
  await selectConditioned(tx, projectIds).set({ review_at: earliest }).execute()
}

const selectConditioned = (tx: Tx, projectIds: readonly string[]) =>
  tx.updateTable('groups').where('project_id', 'in', projectIds).where('condition', 'is not', null)

const selectDue = prepareQuery((db: Reader, now: number) =>
  db
    .selectFrom('groups')
    .select('project_id')
    .distinct()
    .where('review_at', 'is not', null)
    .where('review_at', '<=', now)
    .orderBy('project_id'),
)

/** Lists the projects whose groups are due for review. */
export const listDueGroupProjects = async (db: Reader, now: UnixMs): Promise<string[]> =>
  (await selectDue(db, now)).map((row) => row.project_id)

const selectNext = prepareQuery((db: Reader) =>
  db.selectFrom('groups').select('review_at').where('review_at', 'is not', null).orderBy('review_at').limit(1),
)

/** Finds the time of the next review; null when none is planned. */
export const findNextGroupReview = async (db: Reader): Promise<UnixMs | null> =>
  (await selectNext(db))[0]?.review_at ?? null

/** A group with a condition that contains a monitor, directly or through other groups. */
export interface GroupAbove {
  monitorKey: number
  id: string
  name: string
  status: GroupStatus
  since: UnixMs
}

const LEVELS = [1, 2, 3, 4, 5]
const ABOVE = LEVELS.map((level) => `g${level}.id`)

const selectAbove = bulk<Omit<GroupAbove, 'monitorKey'> & { monitor_key: number; level: number }>(
  { monitor_key: 'int4' },
  `select k.monitor_key, a.id, a.name, a.status, a.status_since as since,
     case a.id ${ABOVE.map((id, index) => `when ${id} then ${index}`).join(' ')} end as level
   from k join monitors m on m.key = k.monitor_key
     ${LEVELS.map((level) => `left join groups g${level} on g${level}.id = ${level === 1 ? 'm.group_id' : `g${level - 1}.parent_group_id`}`).join('\n     ')}
     join groups a on a.id in (${ABOVE.join(', ')})
   where a.status is not null`,
)

/** Lists the groups with a condition above monitors, the innermost first. */
export async function listGroupsAbove(db: Reader, monitorKeys: readonly number[]): Promise<GroupAbove[]> {
  const { rows } = await selectAbove(
    db,
    monitorKeys.map((key) => [key]),
  )
  return rows
    .toSorted((a, b) => a.level - b.level)
    .map(({ monitor_key: monitorKey, id, name, status, since }) => ({ monitorKey, id, name, status, since }))
}
