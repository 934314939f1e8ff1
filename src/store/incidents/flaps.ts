/** Flapping monitors, and recent status changes of monitors. */
import type { Flapping } from '../../core/incidents/flapping.ts'
import type { StatusChange } from '../../core/results/state.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { FlapsTable } from '../tables/incidents.ts'

/** Lists which of the given monitors are flapping. PostgreSQL locks the rows until the end of the transaction. */
export async function lockFlaps(tx: Tx, monitorKeys: readonly number[]): Promise<Map<number, Flapping>> {
  if (monitorKeys.length === 0) return new Map()
  const query = tx.selectFrom('flaps').selectAll().where('monitor_key', 'in', monitorKeys).orderBy('monitor_key')
  const rows = await lockRows(tx, query).execute()
  return new Map(rows.map((row) => [row.monitor_key, toFlapping(row)]))
}

const toFlapping = (row: FlapsTable): Flapping => ({
  since: row.since,
  stableAt: row.stable_at,
  intervalMs: row.interval_ms,
})

const upsert = bulk(
  { monitor_key: 'int4', since: 'int8', stable_at: 'int8', interval_ms: 'int8' },
  `insert into flaps (monitor_key, since, stable_at, interval_ms) select * from k where true
   on conflict (monitor_key) do update
   set since = excluded.since, stable_at = excluded.stable_at, interval_ms = excluded.interval_ms`,
)

export async function saveFlaps(tx: Tx, flaps: readonly (Flapping & { monitorKey: number })[]): Promise<void> {
  await upsert(
    tx,
    flaps.map(({ monitorKey, since, stableAt, intervalMs }) => [monitorKey, since, stableAt, intervalMs]),
  )
}

export async function deleteFlaps(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('flaps').where('monitor_key', 'in', monitorKeys).execute()
}

/**
 * Lists the flapping monitors that have been stable long enough, sorted by key.
 *
 * @param after only keys greater than this key
 */
export async function listStable(db: Reader, now: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('flaps')
    .select('monitor_key as key')
    .where('stable_at', '<=', now)
    .where('monitor_key', '>', after)
    .orderBy('monitor_key')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** Finds the first time later than `after` at which a monitor becomes stable, Unix ms; null when there is none. */
export async function findNextStableAt(db: Reader, after: number): Promise<number | null> {
  const query = db.selectFrom('flaps').select('stable_at').where('stable_at', '>', after)
  return (await query.orderBy('stable_at').limit(1).executeTakeFirst())?.stable_at ?? null
}

type Change = Pick<StatusChange, 'from' | 'to' | 'at'>

// Includes one change before `after`: the status before `degraded` may be old
const selectChanges = bulk<Change & { key: number }>(
  { monitor_key: 'int4', after: 'int8' },
  `select k.monitor_key as key, c.from_status as "from", c.to_status as "to", c.started_at as at
   from k join status_changes c on c.monitor_key = k.monitor_key and c.started_at >= coalesce(
     (select max(p.started_at) from status_changes p
      where p.monitor_key = k.monitor_key and p.kind = 'runtime' and p.started_at <= k.after), k.after)
   where c.kind = 'runtime' and c.from_status is not null
   order by c.started_at, c.id`,
)

/**
 * Lists the status changes of monitors, by key, oldest first.
 *
 * @param monitors `after` is Unix ms; the last change before it is included
 */
export async function listFlapChanges(
  db: Reader,
  monitors: readonly { monitorKey: number; after: number }[],
): Promise<Map<number, Change[]>> {
  const { rows } = await selectChanges(
    db,
    monitors.map(({ monitorKey, after }) => [monitorKey, after]),
  )
  return Map.groupBy(rows, ({ key }) => key)
}
