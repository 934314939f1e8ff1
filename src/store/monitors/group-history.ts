/** Status history of groups with a condition. Uptime is integrated over its rows, like the uptime of monitors. */
import type { GroupStatus } from '../../core/monitors/group-state.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Span } from '../../core/results/uptime.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface GroupStatusChange {
  id: string
  groupId: string
  /** Null on the first row of a group. */
  from: GroupStatus | null
  to: GroupStatus
  reason: string
  /** Later than the start of the last row. */
  at: UnixMs
}

/** Writes changes, at most one per group. */
export async function writeGroupChanges(tx: Tx, changes: readonly GroupStatusChange[]): Promise<void> {
  for (const { id, groupId, from, to, reason, at } of changes) {
    await endGroupHistory(tx, groupId, at)
    await tx
      .insertInto('group_status_changes')
      .values({ id, group_id: groupId, from_status: from, to_status: to, reason, started_at: at, ended_at: null })
      .execute()
  }
}

/** Ends the last row of a group, which has no state from then on. */
export async function endGroupHistory(tx: Tx, groupId: string, at: UnixMs): Promise<void> {
  await tx
    .updateTable('group_status_changes')
    .set({ ended_at: at })
    .where('group_id', '=', groupId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Lists the status spans of a group that overlap [from, to), oldest first. */
export const listGroupSpans = async (db: Reader, groupId: string, from: UnixMs, to: UnixMs): Promise<Span[]> =>
  (await listSpansByGroup(db, [groupId], { from, to })).get(groupId) ?? []

// The query starts at the span that contains the start of the period, however old the group is
const selectSpans = bulk<Span & { groupId: string }>(
  { group_id: 'text', from_at: 'int8', to_at: 'int8' },
  `select c.group_id as "groupId", c.to_status as status, c.started_at as "startedAt", c.ended_at as "endedAt"
   from k join group_status_changes c on c.group_id = k.group_id
   where c.started_at < k.to_at and (c.ended_at is null or c.ended_at > k.from_at)
     and c.started_at >= coalesce((select max(b.started_at) from group_status_changes b
       where b.group_id = k.group_id and b.started_at <= k.from_at), k.from_at)`,
)

/** Lists the status spans that overlap [from, to), Unix ms, by group, oldest first. */
export async function listSpansByGroup(
  db: Reader,
  groupIds: readonly string[],
  { from, to }: { from: UnixMs; to: UnixMs },
): Promise<Map<string, Span[]>> {
  const { rows } = await selectSpans(
    db,
    groupIds.map((id) => [id, from, to]),
  )
  rows.sort((a, b) => a.startedAt - b.startedAt)
  return Map.groupBy(rows, ({ groupId }) => groupId)
}

interface GroupHistoryEntry {
  id: string
  fromStatus: GroupStatus | null
  toStatus: GroupStatus
  reason: string
  startedAt: UnixMs
  /** Null while it continues. */
  endedAt: UnixMs | null
}

/** Lists status changes of a group, newest first. */
export async function listGroupHistory(
  db: Reader,
  groupId: string,
  page: { limit: number; offset: number },
): Promise<{ entries: GroupHistoryEntry[]; total: number }> {
  const ofGroup = db.selectFrom('group_status_changes').where('group_id', '=', groupId)
  const entries = await ofGroup
    .select(['id', 'from_status as fromStatus', 'to_status as toStatus', 'reason'])
    .select(['started_at as startedAt', 'ended_at as endedAt'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await ofGroup.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { entries, total: Number(total) }
}
