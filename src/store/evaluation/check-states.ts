/** State of each monitor in each region: the last report, and the data that ingest needs to update the state. */

import type { Selectable } from 'kysely'
import type { Evidence } from '../../core/results/evidence.ts'
import type { RegionCounters } from '../../core/results/state.ts'
import type { ErrorType } from '../../core/results/verdict.ts'
import { bulk, getDialect } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MonitorsTable } from '../tables/monitors.ts'
import type { CheckStatesTable } from '../tables/results.ts'

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
  /** Start of the first hour that is not rolled up yet, Unix ms. */
  openHour: number
  /** Version that was read; 0 for a new state. */
  version: number
}

/** The fields of a monitor that ingest evaluates. */
export interface EvaluatedMonitor {
  key: number
  id: string
  type: string
  /** Codes of the pinned regions: JSON without spaces. */
  pinned: string
  projectId: string
  status: string
  runtimeStatus: string
  statusSince: number
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
  /** One state per region that has ever reported. */
  states: CheckState[]
}

/** A monitor with the state of one region. `region` is null when no region has reported. */
type LoadedRow = Omit<Selectable<CheckStatesTable>, 'monitor_key' | 'region'> & { region: number | null } & Pick<
    Selectable<MonitorsTable>,
    | 'key'
    | 'id'
    | 'type'
    | 'regions'
    | 'project_id'
    | 'status'
    | 'runtime_status'
    | 'status_since'
    | 'interval_seconds'
    | 'timeout_ms'
    | 'failure_threshold'
    | 'recovery_threshold'
  >

const load = bulk<LoadedRow>(
  { monitor_key: 'int4' },
  `select m.key, m.id, m.type, m.regions, m.project_id, m.status, m.runtime_status, m.status_since, m.interval_seconds, m.timeout_ms,
     m.failure_threshold, m.recovery_threshold, s.region, s.opinion, s.failures, s.passes, s.slow, s.opinion_since,
     s.run_since, s.last_scheduled_at, s.last_check_at, s.last_success_at, s.last_failure_at, s.fresh_until, s.error_type, s.error_message, s.open_hour,
     s.version
   from k join monitors m on m.key = k.monitor_key left join check_states s on s.monitor_key = m.key
   where m.deleted_at is null`,
)

/** Loads monitors with their states. Deleted monitors are left out. */
export async function loadEvaluatedMonitors(
  db: Reader,
  monitorKeys: readonly number[],
): Promise<Map<number, EvaluatedMonitor>> {
  const { rows } = await load(
    db,
    monitorKeys.map((key) => [key]),
  )
  const monitors = new Map<number, EvaluatedMonitor>()
  for (const row of rows) {
    const monitor = monitors.get(row.key) ?? toEvaluatedMonitor(row)
    if (row.region !== null) monitor.states.push(toCheckState(row, row.region))
    monitors.set(row.key, monitor)
  }
  return monitors
}

const toEvaluatedMonitor = (row: LoadedRow): EvaluatedMonitor => ({
  key: row.key,
  id: row.id,
  type: row.type,
  pinned: row.regions,
  projectId: row.project_id,
  status: row.status,
  runtimeStatus: row.runtime_status,
  statusSince: row.status_since,
  intervalSeconds: row.interval_seconds,
  timeoutMs: row.timeout_ms,
  failureThreshold: row.failure_threshold,
  recoveryThreshold: row.recovery_threshold,
  states: [],
})

const toCheckState = (row: LoadedRow, regionKey: number): CheckState => ({
  monitorKey: row.key,
  regionKey,
  counters: { opinion: row.opinion, failures: row.failures, passes: row.passes, slow: row.slow },
  opinionSince: row.opinion_since,
  runSince: row.run_since,
  lastScheduledAt: row.last_scheduled_at,
  lastCheckAt: row.last_check_at,
  lastSuccessAt: row.last_success_at,
  lastFailureAt: row.last_failure_at,
  freshUntil: row.fresh_until,
  errorType: row.error_type as ErrorType | null,
  errorMessage: row.error_message,
  openHour: row.open_hour,
  version: row.version,
})

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

const STATE_COLUMNS = {
  monitor_key: 'int4',
  region: 'int4',
  opinion: 'text',
  failures: 'int4',
  passes: 'int4',
  slow: 'int4',
  opinion_since: 'int8',
  run_since: 'int8',
  last_scheduled_at: 'int8',
  last_check_at: 'int8',
  last_success_at: 'int8',
  last_failure_at: 'int8',
  fresh_until: 'int8',
  error_type: 'text',
  error_message: 'text',
  open_hour: 'int8',
  version: 'int8',
} as const

const updates = Object.keys(STATE_COLUMNS)
  .filter((name) => name !== 'monitor_key' && name !== 'region')
  .map((name) => `${name} = excluded.${name}`)

// Safe: `version` is in the condition, so a transaction that read an older state writes no row
const upsert = bulk(
  STATE_COLUMNS,
  `insert into check_states (${Object.keys(STATE_COLUMNS).join(', ')}) select * from k where true
   on conflict (monitor_key, region) do update set ${updates.join(', ')}
   where check_states.version = excluded.version - 1`,
)

/**
 * Saves states. Returns false when another server updated one of them after they were read. The transaction must then
 * be rolled back.
 */
export async function saveStates(tx: Tx, states: readonly CheckState[]): Promise<boolean> {
  const { written } = await upsert(
    tx,
    states.map((state) => [
      state.monitorKey,
      state.regionKey,
      state.counters.opinion,
      state.counters.failures,
      state.counters.passes,
      state.counters.slow,
      state.opinionSince,
      state.runSince,
      state.lastScheduledAt,
      state.lastCheckAt,
      state.lastSuccessAt,
      state.lastFailureAt,
      state.freshUntil,
      state.errorType,
      state.errorMessage,
      state.openHour,
      state.version + 1,
    ]),
  )
  return written === states.length
}

const RESET_COLUMNS = `opinion = 'unknown', failures = 0, passes = 0, slow = 0, opinion_since = null, run_since = null,
  error_type = null, error_message = null, version = version + 1`

const reset = bulk(
  { monitor_key: 'int4' },
  `update check_states set fresh_until = 0, ${RESET_COLUMNS} from k where check_states.monitor_key = k.monitor_key`,
)

/** Resets the counters and opinions of monitors in all regions. The history stays. */
export async function resetCounters(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  await lockStates(tx, monitorKeys)
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
 * @param at latest time at which their last reports expire, Unix ms
 */
export async function withdrawRegions(
  tx: Tx,
  leaving: readonly { monitorKey: number; regionKey: number }[],
  at: number,
): Promise<void> {
  await lockStates(tx, [...new Set(leaving.map(({ monitorKey }) => monitorKey))])
  await withdraw(
    tx,
    leaving.map(({ monitorKey, regionKey }) => [monitorKey, regionKey, at]),
  )
}

/** Locks states in the order in which results update them, to prevent deadlocks. */
async function lockStates(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length < 2 || getDialect(tx) !== 'postgres') return
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
