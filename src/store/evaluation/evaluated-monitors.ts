/**
 * The state of monitors that ingest evaluates. A save writes only when the monitor is still as it was evaluated. The
 * evaluated state may therefore come from the memory of the server instead of a read in the transaction.
 */
import type { Selectable } from 'kysely'
import type { ErrorType } from '../../core/results/verdict.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MonitorsTable } from '../tables/monitors.ts'
import type { CheckStatesTable } from '../tables/results.ts'
import type { CheckState } from './check-states.ts'

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

/**
 * Columns of the monitor on which a state depends. `versions` is the sum of the versions of its states in all regions, or
 * null when no other region exists.
 */
const BASIS_COLUMNS = {
  status: 'text',
  runtime_status: 'text',
  status_since: 'int8',
  interval_seconds: 'int4',
  timeout_ms: 'int4',
  failure_threshold: 'int4',
  recovery_threshold: 'int4',
  regions: 'text',
  versions: 'int8',
} as const

const isMonitorUnchanged = Object.keys(BASIS_COLUMNS)
  .filter((name) => name !== 'versions')
  .map((name) => `m.${name} = k.${name}`)
  .join(' and ')

const isUnchanged = `exists (select 1 from monitors m where m.key = k.monitor_key and m.deleted_at is null and ${isMonitorUnchanged})
  and (k.versions is null
    or k.versions = (select coalesce(sum(s.version), 0) from check_states s where s.monitor_key = k.monitor_key))`

const NAMES = Object.keys(STATE_COLUMNS)
const CHANGING_NAMES = NAMES.filter((name) => name !== 'monitor_key' && name !== 'region')
const selected = NAMES.map((name) => `k.${name}`).join(', ')
const setFrom = (source: string) => CHANGING_NAMES.map((name) => `${name} = ${source}.${name}`).join(', ')

// PostgreSQL estimates too few monitors from these conditions, and would read whole tables for each row. `offset 0`
// makes it look each row up by its key
const upsert = `insert into check_states (${NAMES.join(', ')}) select ${selected} from k
   cross join lateral (select ${isMonitorUnchanged} as same from monitors m
     where m.key = k.monitor_key and m.deleted_at is null offset 0) m
   cross join lateral (select coalesce(sum(s.version), 0) as versions from check_states s
     where s.monitor_key = k.monitor_key and k.versions is not null offset 0) s
   where m.same and s.versions = coalesce(k.versions, 0)
   on conflict (monitor_key, region) do update set ${setFrom('excluded')} where check_states.version = excluded.version - 1`

const insert = bulk(
  { ...STATE_COLUMNS, ...BASIS_COLUMNS },
  {
    sqlite: `insert into check_states (${NAMES.join(', ')}) select ${selected} from k where ${isUnchanged}
      on conflict do nothing`,
    postgres: upsert,
  },
)

// Safe: `version` is in the condition, so a transaction that evaluated an older state writes no row
const update = bulk(
  { ...STATE_COLUMNS, ...BASIS_COLUMNS },
  {
    sqlite: `update check_states set ${setFrom('k')} from k
      where check_states.monitor_key = k.monitor_key and check_states.region = k.region
        and check_states.version = k.version - 1 and ${isUnchanged}`,
    postgres: upsert,
  },
)

/**
 * Saves changed states.
 *
 * @param monitors by key, as they were before the changes
 * @param hasOtherRegions whether the installation has more regions than the one that reports
 * @returns false when a monitor or one of its states is no longer as it was evaluated. The transaction must then be
 * rolled back
 */
export async function saveStates(
  tx: Tx,
  states: readonly CheckState[],
  monitors: ReadonlyMap<number, EvaluatedMonitor>,
  hasOtherRegions: boolean,
): Promise<boolean> {
  const rowsOf = (subset: readonly CheckState[]) =>
    subset.map((state) => toRow(state, monitors.get(state.monitorKey)!, hasOtherRegions))
  const [added, known] = [states.filter(({ version }) => version === 0), states.filter(({ version }) => version > 0)]
  const results = [await insert(tx, rowsOf(added)), await update(tx, rowsOf(known))]
  return results[0]!.written + results[1]!.written === states.length
}

/** One array for all columns: there is a row for nearly every result. */
const toRow = (state: CheckState, monitor: EvaluatedMonitor, hasOtherRegions: boolean): unknown[] => [
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
  monitor.status,
  monitor.runtimeStatus,
  monitor.statusSince,
  monitor.intervalSeconds,
  monitor.timeoutMs,
  monitor.failureThreshold,
  monitor.recoveryThreshold,
  monitor.pinned,
  hasOtherRegions ? sumVersions(monitor) : null,
]

const sumVersions = ({ states }: EvaluatedMonitor): number => states.reduce((sum, { version }) => sum + version, 0)
