/** Runtime status of monitors, changed by results and by missing results. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockRowsForShare } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'

// Safe: the evaluated status is in the condition. A transaction of another region that changed it since it was read has
// also changed the status history. A monitor that was paused in the meantime is not resumed
const update = bulk(
  { key: 'int4', runtime_status: 'text', status_since: 'int8', from_status: 'text', from_since: 'int8' },
  `update monitors set runtime_status = k.runtime_status, status_since = k.status_since from k
   where monitors.key = k.key and monitors.status = 'active' and monitors.deleted_at is null
     and monitors.runtime_status = k.from_status and monitors.status_since = k.from_since`,
)

/**
 * Saves runtime statuses.
 *
 * @param statuses each with its start, Unix ms
 * @param before monitors by key, as they were evaluated
 * @returns false when another transaction changed a status, or paused or deleted a monitor, in the meantime; the
 * transaction must then be rolled back
 */
export async function saveRuntimeStatuses(
  tx: Tx,
  statuses: readonly { monitorKey: number; status: string; since: number }[],
  before: ReadonlyMap<number, { runtimeStatus: string; statusSince: number }>,
): Promise<boolean> {
  const { written } = await update(
    tx,
    statuses.map(({ monitorKey, status, since }) => {
      const { runtimeStatus, statusSince } = before.get(monitorKey)!
      return [monitorKey, status, since, runtimeStatus, statusSince]
    }),
  )
  return written === statuses.length
}

/**
 * Returns which of the given monitors are active. PostgreSQL locks their rows against changes until the end of the
 * transaction.
 */
export async function lockActiveForShare(tx: Tx, monitorKeys: readonly number[]): Promise<Set<number>> {
  if (monitorKeys.length === 0) return new Set()
  const query = tx
    .selectFrom('monitors')
    .select('key')
    .where('key', 'in', monitorKeys)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('key')
  const rows = await lockRowsForShare(tx, query).execute()
  return new Set(rows.map(({ key }) => key))
}

/** A monitor whose status has not been confirmed in time. */
export interface StaleMonitor {
  monitorKey: number
  status: string
  /** Start of `status`. */
  since: UnixMs
  /** Time at which the last report became stale. */
  freshUntil: UnixMs
}

// With a lower and an upper bound, PostgreSQL reads only these monitors. With a lower bound and a limit, it joined both
// tables completely for every page
const selectStale = prepareQuery((db: Reader, after: number, until: number, now: number) =>
  db
    .selectFrom('monitors')
    .innerJoin('check_states', 'check_states.monitor_key', 'monitors.key')
    .select(['key', 'runtime_status', 'status_since', (eb) => eb.fn.max<number>('fresh_until').as('fresh_until')])
    .where('key', '>', after)
    .where('key', '<=', until)
    .where('monitor_key', '>', after)
    .where('monitor_key', '<=', until)
    .where('status', '=', 'active')
    .where('runtime_status', 'in', ['up', 'down', 'degraded'])
    .where('deleted_at', 'is', null)
    .groupBy(['key', 'runtime_status', 'status_since'])
    .having((eb) => eb.fn.max('fresh_until'), '<=', now)
    .orderBy('key'),
)

const selectLastKey = prepareQuery((db: Reader) =>
  db.selectFrom('monitors').select((eb) => eb.fn.max<number | null>('key').as('key')),
)

/**
 * Returns one page of the stale monitors. The pages together cover all monitors that have a status.
 *
 * @param after last key of the previous page; 0 for the first page
 * @param span number of keys in a page
 * @returns the monitors whose status is stale, and the key to continue after; null after the last page
 */
export async function listStale(
  db: Reader,
  after: number,
  span: number,
  now: number,
): Promise<{ stale: StaleMonitor[]; next: number | null }> {
  const until = after + span
  const rows = await selectStale(db, after, until, now)
  const last = (await selectLastKey(db))[0]?.key ?? 0
  const stale = rows.map((row) => ({
    monitorKey: row.key,
    status: row.runtime_status,
    since: row.status_since,
    freshUntil: row.fresh_until,
  }))
  return { stale, next: until < last ? until : null }
}

// The results of a heartbeat wait in no queue
const selectFreshness = bulk<{ key: number; region: number; fresh_until: number }>(
  { monitor_key: 'int4' },
  `select m.key, s.region, s.fresh_until
   from k join monitors m on m.key = k.monitor_key join check_states s on s.monitor_key = m.key
   where m.type <> 'HEARTBEAT'`,
)

/** Returns until when the opinions of the regions on checked monitors are fresh, Unix ms. */
export async function listFreshness(
  db: Reader,
  monitorKeys: readonly number[],
): Promise<{ monitorKey: number; region: number; freshUntil: number }[]> {
  const { rows } = await selectFreshness(
    db,
    monitorKeys.map((key) => [key]),
  )
  return rows.map((row) => ({ monitorKey: row.key, region: row.region, freshUntil: row.fresh_until }))
}

// Safe: status and freshness are in the condition, so a result that arrives in the meantime wins
const moveToUnknown = bulk<{ key: number }>(
  { key: 'int4', status: 'text', since: 'int8', at: 'int8', now: 'int8' },
  `update monitors set runtime_status = 'unknown', status_since = k.at from k
   where monitors.key = k.key and monitors.status = 'active'
     and monitors.runtime_status = k.status and monitors.status_since = k.since
     and not exists (select 1 from check_states s where s.monitor_key = k.key and s.fresh_until > k.now)
   returning monitors.key as key`,
)

/** @returns keys of the monitors whose status changed */
export async function markUnknown(
  tx: Tx,
  stale: readonly (StaleMonitor & { at: number })[],
  now: number,
): Promise<Set<number>> {
  const { rows } = await moveToUnknown(
    tx,
    stale.map((monitor) => [monitor.monitorKey, monitor.status, monitor.since, monitor.at, now]),
  )
  return new Set(rows.map((row) => row.key))
}
