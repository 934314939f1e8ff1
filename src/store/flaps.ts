/** Monitors that are flapping, and how often a monitor changed its status lately. */
import { countsAsFlap, type Flapping } from '../core/flapping.ts'
import type { RuntimeStatus } from '../core/monitor.ts'
import { bulk, dialectOf } from './bulk.ts'
import { prepared } from './prepared.ts'
import type { Reader, Tx } from './store.ts'
import type { FlapsTable } from './tables/flaps.ts'

/** Of these monitors, those that are flapping. PostgreSQL keeps them so to the end of the transaction. */
export async function lockFlaps(tx: Tx, monitorKeys: readonly number[]): Promise<Map<number, Flapping>> {
  if (monitorKeys.length === 0) return new Map()
  const query = tx.selectFrom('flaps').selectAll().where('monitor_key', 'in', monitorKeys).orderBy('monitor_key')
  const rows = await (dialectOf(tx) === 'postgres' ? query.forUpdate() : query).execute()
  return new Map(rows.map((row) => [row.monitor_key, flappingOf(row)]))
}

const flappingOf = (row: FlapsTable): Flapping => ({
  since: row.since,
  steadyAt: row.steady_at,
  intervalMs: row.interval_ms,
})

const upsert = bulk(
  { monitor_key: 'int4', since: 'int8', steady_at: 'int8', interval_ms: 'int8' },
  `insert into flaps (monitor_key, since, steady_at, interval_ms) select * from k where true
   on conflict (monitor_key) do update
   set since = excluded.since, steady_at = excluded.steady_at, interval_ms = excluded.interval_ms`,
)

export async function saveFlaps(tx: Tx, flaps: readonly (Flapping & { monitorKey: number })[]): Promise<void> {
  await upsert(
    tx,
    flaps.map(({ monitorKey, since, steadyAt, intervalMs }) => [monitorKey, since, steadyAt, intervalMs]),
  )
}

export async function deleteFlaps(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('flaps').where('monitor_key', 'in', monitorKeys).execute()
}

/** Those that have been steady long enough, by key. */
export async function listSteady(db: Reader, now: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('flaps')
    .select('monitor_key as key')
    .where('steady_at', '<=', now)
    .orderBy('steady_at')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key).sort((a, b) => a - b)
}

/** Unix ms; null when none is flapping. */
export async function nextSteadyAt(db: Reader): Promise<number | null> {
  const row = await db.selectFrom('flaps').select('steady_at').orderBy('steady_at').limit(1).executeTakeFirst()
  return row?.steady_at ?? null
}

const selectOne = prepared((db: Reader, monitorKey: number) =>
  db.selectFrom('flaps').select('monitor_key').where('monitor_key', '=', monitorKey),
)

export const isFlapping = async (db: Reader, monitorKey: number): Promise<boolean> =>
  (await selectOne(db, monitorKey)).length > 0

const selectChanges = bulk<{ key: number; from: RuntimeStatus; to: RuntimeStatus; at: number }>(
  { monitor_key: 'int4', after: 'int8' },
  `select k.monitor_key as key, c.from_status as "from", c.to_status as "to", c.started_at as at
   from k join status_changes c on c.monitor_key = k.monitor_key and c.started_at > k.after
   where c.kind = 'runtime' and c.from_status is not null`,
)

/**
 * When monitors changed their status, by key, oldest first: those changes alone that count for flapping. Who was paused
 * begins anew.
 *
 * @param after Unix ms, of each monitor
 */
export async function listFlapTimes(
  db: Reader,
  monitors: readonly { monitorKey: number; after: number }[],
): Promise<Map<number, number[]>> {
  const { rows } = await selectChanges(
    db,
    monitors.map(({ monitorKey, after }) => [monitorKey, after]),
  )
  const byMonitor = Map.groupBy(
    rows.toSorted((a, b) => a.at - b.at),
    ({ key }) => key,
  )
  return new Map(
    [...byMonitor].map(([key, changes]) => {
      const begun = changes.findLastIndex(({ to }) => to === 'paused') + 1
      const counting = changes.slice(begun).filter(countsAsFlap)
      return [key, counting.map(({ at }) => at)]
    }),
  )
}
