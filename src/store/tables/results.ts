import type { Generated } from 'kysely'

export interface ResultTables {
  status_changes: StatusChangesTable
  check_states: CheckStatesTable
  results: ResultsTable
  result_hours: RollupsTable
  result_days: RollupsTable
  failure_responses: FailureResponsesTable
}

/** Status history: one row per transition, with its end. Uptime is integrated over it. */
export interface StatusChangesTable {
  id: string
  monitor_key: number
  /** `runtime`: derived from checks. `config`: set by a user. */
  kind: 'runtime' | 'config'
  /** Null on the first row of a monitor. */
  from_status: string | null
  to_status: string
  reason: string
  /** Null when the engine changed it. */
  actor_id: string | null
  started_at: number
  /** Null while it continues. */
  ended_at: number | null
}

/** Last report of one region for one monitor. */
export interface CheckStatesTable {
  monitor_key: number
  region: number
  opinion: 'up' | 'down' | 'unknown'
  failures: number
  passes: number
  slow: number
  /** Since when the region has been up, down or degraded; null when unknown. */
  opinion_since: Generated<number | null>
  /** Since when checks contradict the status without confirmation; null when none do, or when unknown. */
  run_since: Generated<number | null>
  /** Due time of the newest result that moved this row; older ones are history only. */
  last_scheduled_at: number
  /** End of the newest check. */
  last_check_at: number
  last_success_at: number | null
  last_failure_at: number | null
  fresh_until: number
  error_type: string | null
  error_message: string | null
  /** Start of the first hour whose results are not rolled up yet, Unix ms. */
  open_hour: number
  /** Grows by one with every write: a transaction with an older version must read again. */
  version: number
}

/** Narrow, and clustered by monitor and time: there is one row per check. */
export interface ResultsTable {
  monitor_key: number
  scheduled_at: number
  region: number
  /** Index in `RESULT_KINDS`. */
  kind: number
  /** Index in the store's list of check statuses. */
  status: number
  /** Timings, lateness, status code and address, packed; see `store/results/result-detail.ts`. */
  detail: Uint8Array
  /** JSON of error type and message; null when the check passed. */
  error: string | null
}

/** Results of one monitor and region within one UTC hour or day. */
export interface RollupsTable {
  monitor_key: number
  region: number
  /** Start of the hour or day, Unix ms. */
  starts_at: number
  up: number
  down: number
  degraded: number
  inconclusive: number
  /** Number of checks that were due on the grid; the rest are fast re-checks and on-demand checks. */
  on_grid: number
  /** Response times in µs, over the `latency_count` results that measured one. */
  latency_count: number
  latency_sum_us: number
  latency_min_us: number
  latency_max_us: number
  /** Mergeable sketches, see `core/results/sketch.ts`. */
  latency_sketch: Uint8Array
  lateness_sketch: Uint8Array
}

/** Responses of failing targets, stored when they changed. The key is the key of the result. */
interface FailureResponsesTable {
  monitor_key: number
  region: number
  scheduled_at: number
  /** Start of the check. */
  seen_at: number
  /** JSON of `FailureResponse` in `core/results/failure-response.ts`. */
  response: string
}
