import type { Generated } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'

export interface ResultTables {
  status_changes: StatusChangesTable
  check_states: CheckStatesTable
  results: ResultsTable
  result_blocks: ResultBlocksTable
  result_hours: RollupsTable
  result_days: RollupsTable
  failure_responses: FailureResponsesTable
}

/**
 * Status history. Each row is a transition to a status, with the end of that status. Uptime is integrated over the
 * rows.
 */
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

/** State of each monitor in each region: the last report. */
export interface CheckStatesTable {
  monitor_key: number
  region: number
  opinion: 'up' | 'down' | 'unknown'
  failures: number
  passes: number
  slow: number
  /** Time since which the region has been up, down or slow; null when unknown. */
  opinion_since: Generated<number | null>
  /** Time since which unconfirmed checks contradict the opinion; null when no check does, or when unknown. */
  run_since: Generated<number | null>
  /** Due time of the newest result that changed this row. Older results are only stored in the history. */
  last_scheduled_at: number
  /** End of the newest check. */
  last_check_at: number
  last_success_at: number | null
  last_failure_at: number | null
  fresh_until: number
  error_type: string | null
  error_message: string | null
  /** Start of the first hour whose results are not rolled up yet. */
  open_hour: UnixMs
  /** Increases by one with every write. A transaction that read an older version must read again. */
  version: number
}

/**
 * Results of the newest hours, one row per check. Rows are narrow, and clustered by monitor and time. Compaction moves
 * the results of closed hours to `result_blocks`.
 */
export interface ResultsTable {
  monitor_key: number
  scheduled_at: number
  region: number
  /** Index in `RESULT_KINDS`. */
  kind: number
  /** Index in `STORED_STATUSES`. */
  status: number
  /** Timings, lateness, status code and address, packed; see `store/results/result-detail.ts`. */
  detail: Uint8Array
  /** JSON of error type and message; null when the check passed. */
  error: string | null
}

/** Results of one monitor and region within one closed UTC hour, compressed into one row. */
export interface ResultBlocksTable {
  monitor_key: number
  /** Start of the hour. */
  starts_at: UnixMs
  region: number
  /** Numbers of results in the block, by status. */
  up: number
  down: number
  degraded: number
  inconclusive: number
  /** The results; see `store/results/result-block.ts`. */
  data: Uint8Array
}

/** Results of one monitor and region within one UTC hour or day. */
export interface RollupsTable {
  monitor_key: number
  region: number
  /** Start of the hour or day. */
  starts_at: UnixMs
  up: number
  down: number
  degraded: number
  inconclusive: number
  /** Number of checks that were due on the grid. All other checks are fast re-checks and on-demand checks. */
  on_grid: number
  /** Response times of the `latency_count` passing checks that measured one, µs. */
  latency_count: number
  latency_sum_us: number
  latency_min_us: number
  latency_max_us: number
  /** Mergeable sketches, see `core/results/sketch.ts`. */
  latency_sketch: Uint8Array
  lateness_sketch: Uint8Array
}

/** Responses of failing targets, stored when they changed, and some of passing ones. The key is the same as for the result. */
export interface FailureResponsesTable {
  monitor_key: number
  region: number
  scheduled_at: number
  /** Start of the check. */
  seen_at: number
  /** JSON of `FailureResponse` in `core/results/failure-response.ts`. */
  response: string
  /** Whether the check passed. */
  is_good: Generated<number>
}
