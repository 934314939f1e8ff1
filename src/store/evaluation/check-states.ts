/** State of each monitor in each region: the last report, and the data that ingest needs to update the state. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Evidence } from '../../core/results/evidence.ts'
import type { RegionCounters } from '../../core/results/state.ts'
import type { ErrorType } from '../../core/results/verdict.ts'
import { bulk, getDialect } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface CheckState extends Evidence {
  monitorKey: number
  regionKey: number
  counters: RegionCounters
  lastScheduledAt: number
  lastCheckAt: number
  lastSuccessAt: number | null
  lastFailureAt: number | null
  freshUntil: number
  errorType: ErrorType | null
  errorMessage: string | null
  /** Start of the first hour that is not rolled up yet. */
  openHour: UnixMs
  /** Version that was read; 0 for a new state. */
  version: number
}

/** Finds the counters of a region; null when the region has not reported yet. */
export async function findCounters(db: Reader, monitorKey: number, region: number): Promise<RegionCounters | null> {
  const row = await db
    .selectFrom('check_states')
    .select(['opinion', 'failures', 'passes', 'slow'])
    .where('monitor_key', '=', monitorKey)
    .where('region', '=', region)
    .executeTakeFirst()
  return row ?? null
}

const RESET_COLUMNS = `opinion = 'unknown', failures = 0, passes = 0, slow = 0, opinion_since = null, run_since = null,
  error_type = null, error_message = null, version = version + 1`

const reset = bulk(
  { monitor_key: 'int4' },
  `update check_states set fresh_until = 0, ${RESET_COLUMNS} from k where check_states.monitor_key = k.monitor_key`,
)

/** Resets the counters and opinions of monitors in all regions. The history stays. */
export async function resetCounters(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  await lockSeveral(tx, monitorKeys)
  await reset(
    tx,
    monitorKeys.map((key) => [key]),
  )
}

const withdraw = bulk(
  { monitor_key: 'int4', region: 'int4', at: 'int8' },
  `update check_states set fresh_until = case when fresh_until < k.at then fresh_until else k.at end, ${RESET_COLUMNS}
   from k where check_states.monitor_key = k.monitor_key and check_states.region = k.region`,
)

/**
 * Resets the counters of regions that stop checking a monitor.
 *
 * @param at latest time at which their last reports expire
 */
export async function withdrawRegions(
  tx: Tx,
  leaving: readonly { monitorKey: number; regionKey: number }[],
  at: UnixMs,
): Promise<void> {
  await lockSeveral(tx, [...new Set(leaving.map(({ monitorKey }) => monitorKey))])
  await withdraw(
    tx,
    leaving.map(({ monitorKey, regionKey }) => [monitorKey, regionKey, at]),
  )
}

const toRefresh = (least: string, greatest: string) => `update check_states set version = version + 1,
     fresh_until = ${greatest}(${greatest}(coalesce(last_success_at, 0), coalesce(last_failure_at, 0)) + k.fresh_ms,
       ${least}(check_states.fresh_until, k.at + k.fresh_ms))
   from k where check_states.monitor_key = k.monitor_key and check_states.opinion <> 'unknown' and check_states.fresh_until > k.at`

const refresh = bulk(
  { monitor_key: 'int4', fresh_ms: 'int8', at: 'int8' },
  { sqlite: toRefresh('min', 'max'), postgres: toRefresh('least', 'greatest') },
)

/**
 * Computes again how long the last reports stay fresh, from the last result. When the time is shortened, a result has
 * the new time from `at`, because the next result comes only after the change. Reports that are stale stay stale.
 *
 * @param changed each with the new time that a result stays fresh, ms
 * @param at time of the change
 */
export async function refreshStates(
  tx: Tx,
  changed: readonly { monitorKey: number; freshMs: number }[],
  at: UnixMs,
): Promise<void> {
  await updateLocked(
    tx,
    refresh,
    changed.map(({ monitorKey, freshMs }) => [monitorKey, freshMs, at]),
  )
}

const setFreshness = bulk(
  { monitor_key: 'int4', fresh_until: 'int8', at: 'int8' },
  `update check_states set fresh_until = k.fresh_until, version = version + 1
   from k where check_states.monitor_key = k.monitor_key and check_states.opinion <> 'unknown' and check_states.fresh_until > k.at`,
)

/**
 * Sets until when the last reports of heartbeats stay fresh. Reports that are stale at `at` stay stale.
 *
 * @param changed with Unix ms
 */
export async function saveFreshness(
  tx: Tx,
  changed: readonly { monitorKey: number; freshUntil: number }[],
  at: UnixMs,
): Promise<void> {
  await updateLocked(
    tx,
    setFreshness,
    changed.map(({ monitorKey, freshUntil }) => [monitorKey, freshUntil, at]),
  )
}

async function updateLocked(
  tx: Tx,
  update: typeof refresh,
  rows: readonly [monitorKey: number, value: number, at: number][],
): Promise<void> {
  if (rows.length === 0) return
  await lockSeveral(
    tx,
    rows.map(([monitorKey]) => monitorKey),
  )
  await update(tx, rows)
}

/** Prevents deadlocks of a statement that updates the states of several monitors. */
async function lockSeveral(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length > 1) await lockStates(tx, monitorKeys)
}

/**
 * Locks the states of monitors in all regions, in the order in which results update them. Until the end of the
 * transaction, no other transaction records a result of these monitors.
 */
export async function lockStates(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (getDialect(tx) !== 'postgres') return
  await tx
    .selectFrom('check_states')
    .select('version')
    .where('monitor_key', 'in', monitorKeys)
    .orderBy('monitor_key')
    .orderBy('region')
    .forUpdate()
    .execute()
}

/** Times of a monitor's last checks, across all regions. */
export interface LastChecks {
  lastCheckAt: number | null
  lastSuccessAt: number | null
  lastFailureAt: number | null
}

const selectStates = prepareQuery((db: Reader, monitorKey: number) =>
  db
    .selectFrom('check_states')
    .select(['region', 'last_check_at', 'last_success_at', 'last_failure_at', 'open_hour', 'last_scheduled_at'])
    .where('monitor_key', '=', monitorKey),
)

export async function findLastChecks(db: Reader, monitorKey: number): Promise<LastChecks> {
  const rows = await selectStates(db, monitorKey)
  const latest = (times: (number | null)[]) => {
    const known = times.filter((time) => time !== null)
    return known.length > 0 ? Math.max(...known) : null
  }
  return {
    lastCheckAt: latest(rows.map((row) => row.last_check_at)),
    lastSuccessAt: latest(rows.map((row) => row.last_success_at)),
    lastFailureAt: latest(rows.map((row) => row.last_failure_at)),
  }
}

/** Returns the start of the first hour that must be read from raw results, by region key. */
export async function findOpenHours(db: Reader, monitorKey: number): Promise<Map<number, number>> {
  const rows = await selectStates(db, monitorKey)
  return new Map(rows.map((row) => [row.region, row.open_hour]))
}

/** A region that has ever reported for a monitor, and its first hour that is not rolled up yet. */
export interface ReportingRegion {
  regionKey: number
  openHour: number
  lastScheduledAt: number
}

export const listReporting = async (db: Reader, monitorKey: number): Promise<ReportingRegion[]> =>
  (await selectStates(db, monitorKey)).map((row) => ({
    regionKey: row.region,
    openHour: row.open_hour,
    lastScheduledAt: row.last_scheduled_at,
  }))
