/** Status history of groups with a condition. Uptime is integrated over its rows, like the uptime of monitors. */
import type { GroupStatus } from '../../core/monitors/group-state.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Span } from '../../core/results/uptime.ts'
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
export async function listGroupSpans(db: Reader, groupId: string, from: UnixMs, to: UnixMs): Promise<Span[]> {
  const rows = await db
    .selectFrom('group_status_changes')
    .select(['to_status', 'started_at', 'ended_at'])
    .where('group_id', '=', groupId)
    .where('started_at', '<', to)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
    .orderBy('started_at')
    .execute()
  return rows.map((row) => ({ status: row.to_status, startedAt: row.started_at, endedAt: row.ended_at }))
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
