/**
 * The status history. Each row is a transition to a status, with the end of that status. Uptime is integrated over the
 * rows of kind `runtime`.
 */
import type { Selectable } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { StoredEntry, TimelineChanges } from '../../core/results/status-timeline.ts'
import { bulk, selectOfEach } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { StatusChangesTable } from '../tables/results.ts'
import type { MonitorRange } from './result-blocks.ts'

export interface StatusChangeRow {
  id: string
  monitorKey: number
  kind: 'runtime' | 'config'
  /** Null on the first row of a monitor. */
  from: string | null
  to: string
  reason: string
  actorId: string | null
  at: UnixMs
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

type EntryRow = Pick<
  Selectable<StatusChangesTable>,
  'id' | 'monitor_key' | 'from_status' | 'to_status' | 'reason' | 'actor_id' | 'started_at' | 'ended_at'
>

const selectEntries = bulk<EntryRow>(
  { monitor_key: 'int4', from_at: 'int8' },
  selectOfEach(
    's.id, s.monitor_key, s.from_status, s.to_status, s.reason, s.actor_id, s.started_at, s.ended_at',
    'status_changes',
    `s.kind = 'runtime' and s.started_at >= coalesce((select e.started_at from status_changes e
       where e.monitor_key = k.monitor_key and e.kind = 'runtime' and e.started_at <= k.from_at
       order by e.started_at desc limit 1 offset ${EARLIER_ENTRIES}), 0)`,
  ),
)

/**
 * Lists the runtime entry of each monitor at a moment, two earlier ones and all later ones, by monitor, oldest first.
 *
 * @param moments Unix ms
 */
export async function listEntriesFrom(
  db: Reader,
  moments: readonly { monitorKey: number; from: number }[],
): Promise<Map<number, StoredEntry[]>> {
  const { rows } = await selectEntries(
    db,
    moments.map(({ monitorKey, from }) => [monitorKey, from]),
  )
  rows.sort((a, b) => a.started_at - b.started_at || (a.id < b.id ? -1 : 1))
  const byMonitor = Map.groupBy(rows, ({ monitor_key }) => monitor_key)
  return new Map(moments.map(({ monitorKey }) => [monitorKey, (byMonitor.get(monitorKey) ?? []).map(toEntry)]))
}

const toEntry = (row: EntryRow): StoredEntry => ({
  id: row.id,
  from: row.from_status,
  to: row.to_status,
  reason: row.reason,
  actorId: row.actor_id,
  at: row.started_at,
  endedAt: row.ended_at,
})

const deleteEntries = bulk({ id: 'text' }, 'delete from status_changes where id in (select id from k)')

const relinkEntries = bulk(
  { id: 'text', from_status: 'text', ended_at: 'int8' },
  'update status_changes set from_status = k.from_status, ended_at = k.ended_at from k where status_changes.id = k.id',
)

const insertEntries = bulk(
  {
    id: 'text',
    monitor_key: 'int4',
    kind: 'text',
    from_status: 'text',
    to_status: 'text',
    reason: 'text',
    started_at: 'int8',
    ended_at: 'int8',
  },
  `insert into status_changes (id, monitor_key, kind, from_status, to_status, reason, started_at, ended_at)
   select * from k`,
)

/** Changes stored runtime entries, by monitor. */
export async function changeTimelines(
  tx: Tx,
  timelines: ReadonlyMap<number, TimelineChanges>,
  newId: () => string,
): Promise<void> {
  const all = [...timelines]
  await deleteEntries(
    tx,
    all.flatMap(([, { deleted }]) => deleted.map((id) => [id])),
  )
  const relinked = all.flatMap(([, changes]) => changes.relinked)
  const toColumns = (entries: typeof relinked) => entries.map(({ id, from, endedAt }) => [id, from, endedAt])
  // At most one entry of a monitor may be open at any time
  await relinkEntries(tx, toColumns(relinked.filter(({ endedAt }) => endedAt !== null)))
  await relinkEntries(tx, toColumns(relinked.filter(({ endedAt }) => endedAt === null)))
  await insertEntries(
    tx,
    all.flatMap(([monitorKey, { added }]) =>
      added.map(({ to, at, reason, from, endedAt }) => [newId(), monitorKey, 'runtime', from, to, reason, at, endedAt]),
    ),
  )
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
 */
export async function listStatusSpans(
  db: Reader,
  { monitorKey, from, to }: MonitorRange,
  kind: 'runtime' | 'config',
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
