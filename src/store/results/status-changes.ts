/**
 * The status history. Each row is a transition to a status, with the end of that status. Uptime is integrated over the
 * rows of kind `runtime`.
 */
import type { StoredEntry, TimelineChanges } from '../../core/results/status-timeline.ts'
import { bulk } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface StatusChangeRow {
  id: string
  monitorKey: number
  kind: 'runtime' | 'config'
  /** Null on the first row of a monitor. */
  from: string | null
  to: string
  reason: string
  actorId: string | null
  /** Unix ms. */
  at: number
}

/** Writes changes; the changes of one monitor must be in the order of time. */
export async function writeStatusChanges(tx: Tx, changes: readonly StatusChangeRow[]): Promise<void> {
  for (const round of splitIntoRounds(changes)) {
    // The first row of a monitor ends no other
    const later = round.filter(({ from }) => from !== null)
    const { rows } = await endOpen(
      tx,
      later.map((change) => [change.monitorKey, change.kind, change.at]),
    )
    const ends = new Map(rows.map((row) => [formatKey(row.monitor_key, row.kind), row.ended_at]))
    await insert(
      tx,
      round.map((change) => [
        change.id,
        change.monitorKey,
        change.kind,
        change.from,
        change.to,
        change.reason,
        change.actorId,
        ends.get(formatKey(change.monitorKey, change.kind)) ?? change.at,
      ]),
    )
  }
}

/** Splits changes so that no monitor and kind appears twice in one round: each row must end before the next begins. */
function splitIntoRounds(changes: readonly StatusChangeRow[]): StatusChangeRow[][] {
  const rounds: StatusChangeRow[][] = []
  const seen = new Map<string, number>()
  for (const change of changes) {
    const name = formatKey(change.monitorKey, change.kind)
    const round = seen.get(name) ?? 0
    seen.set(name, round + 1)
    rounds[round] ??= []
    rounds[round].push(change)
  }
  return rounds
}

const formatKey = (monitorKey: number, kind: string): string => `${monitorKey}/${kind}`

const endOpen = bulk<{ monitor_key: number; kind: string; ended_at: number }>(
  { monitor_key: 'int4', kind: 'text', at: 'int8' },
  `update status_changes set ended_at = case when k.at < started_at then started_at else k.at end from k
   where status_changes.monitor_key = k.monitor_key and status_changes.kind = k.kind and ended_at is null
   returning status_changes.monitor_key, status_changes.kind, ended_at`,
)

const insert = bulk(
  {
    id: 'text',
    monitor_key: 'int4',
    kind: 'text',
    from_status: 'text',
    to_status: 'text',
    reason: 'text',
    actor_id: 'text',
    started_at: 'int8',
  },
  `insert into status_changes (id, monitor_key, kind, from_status, to_status, reason, actor_id, started_at)
   select * from k`,
)

/** Entries before the one that contains a moment, so that an entry can be merged with its predecessor. */
const EARLIER_ENTRIES = 2

const entriesBefore = prepareQuery((db: Reader, monitorKey: number, from: number) =>
  selectEntries(db, monitorKey)
    .where('started_at', '<=', from)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(EARLIER_ENTRIES + 1),
)

const entriesAfter = prepareQuery((db: Reader, monitorKey: number, from: number) =>
  selectEntries(db, monitorKey).where('started_at', '>', from).orderBy('started_at').orderBy('id'),
)

const selectEntries = (db: Reader, monitorKey: number) =>
  db
    .selectFrom('status_changes')
    .select(['id', 'from_status as from', 'to_status as to', 'reason', 'actor_id as actorId'])
    .select(['started_at as at', 'ended_at as endedAt'])
    .where('monitor_key', '=', monitorKey)
    .where('kind', '=', 'runtime')

/** Lists the runtime entry of a monitor at `from`, Unix ms, two earlier ones and all later ones, oldest first. */
export async function listEntriesFrom(db: Reader, monitorKey: number, from: number): Promise<StoredEntry[]> {
  const before = await entriesBefore(db, monitorKey, from)
  return [...before.toReversed(), ...(await entriesAfter(db, monitorKey, from))]
}

/** Changes stored runtime entries of one monitor. */
export async function changeTimeline(
  tx: Tx,
  monitorKey: number,
  { deleted, relinked, added }: TimelineChanges,
  newId: () => string,
): Promise<void> {
  if (deleted.length > 0) await tx.deleteFrom('status_changes').where('id', 'in', deleted).execute()
  // At most one entry of a monitor may be open at any time
  for (const { id, from, endedAt } of relinked.toSorted(
    (a, b) => Number(a.endedAt === null) - Number(b.endedAt === null),
  ))
    await tx.updateTable('status_changes').set({ from_status: from, ended_at: endedAt }).where('id', '=', id).execute()
  if (added.length === 0) return
  const rows = added.map(({ to, at, reason, from, endedAt }) => ({
    id: newId(),
    monitor_key: monitorKey,
    kind: 'runtime' as const,
    from_status: from,
    to_status: to,
    reason,
    actor_id: null,
    started_at: at,
    ended_at: endedAt,
  }))
  await tx.insertInto('status_changes').values(rows).execute()
}

/** A period with one status. */
interface StatusSpan {
  status: string
  startedAt: number
  /** Null while it continues. */
  endedAt: number | null
}

/**
 * Lists the status spans of one kind that overlap [from, to), oldest first. Reads two index ranges, however old the
 * monitor is.
 *
 * @param from Unix ms
 * @param to Unix ms
 */
export async function listStatusSpans(
  db: Reader,
  monitorKey: number,
  kind: 'runtime' | 'config',
  from: number,
  to: number,
): Promise<StatusSpan[]> {
  const [before, within] = [
    await lastBefore(db, monitorKey, kind, from),
    await spansWithin(db, monitorKey, kind, from, to),
  ]
  return [...before, ...within]
    .filter((row) => row.ended_at === null || row.ended_at > from)
    .map((row) => ({ status: row.to_status, startedAt: row.started_at, endedAt: row.ended_at }))
}

const lastBefore = prepareQuery((db: Reader, monitorKey: number, kind: 'runtime' | 'config', from: number) =>
  db
    .selectFrom('status_changes')
    .select(['to_status', 'started_at', 'ended_at'])
    .where('monitor_key', '=', monitorKey)
    .where('kind', '=', kind)
    .where('started_at', '<', from)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

const spansWithin = prepareQuery(
  (db: Reader, monitorKey: number, kind: 'runtime' | 'config', from: number, to: number) =>
    db
      .selectFrom('status_changes')
      .select(['to_status', 'started_at', 'ended_at'])
      .where('monitor_key', '=', monitorKey)
      .where('kind', '=', kind)
      .where('started_at', '>=', from)
      .where('started_at', '<', to)
      .orderBy('started_at')
      .orderBy('id'),
)

/** A row of the history, as displayed to users. */
export interface HistoryEntry {
  id: string
  kind: 'runtime' | 'config'
  fromStatus: string | null
  toStatus: string
  reason: string
  /** Null when the engine changed it. */
  actorName: string | null
  startedAt: number
  endedAt: number | null
}

/** Lists status changes, newest first. */
export async function listHistory(
  db: Reader,
  monitorKey: number,
  page: { limit: number; offset: number },
): Promise<{ entries: HistoryEntry[]; total: number }> {
  const rows = await db
    .selectFrom('status_changes')
    .leftJoin('users', 'users.id', 'status_changes.actor_id')
    .select([
      'status_changes.id',
      'kind',
      'from_status as fromStatus',
      'to_status as toStatus',
      'reason',
      'users.name as actorName',
      'started_at as startedAt',
      'ended_at as endedAt',
    ])
    .where('monitor_key', '=', monitorKey)
    .orderBy('started_at', 'desc')
    .orderBy('status_changes.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await db
    .selectFrom('status_changes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('monitor_key', '=', monitorKey)
    .executeTakeFirstOrThrow()
  return { entries: rows, total: Number(total) }
}
