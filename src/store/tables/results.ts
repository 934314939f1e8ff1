import type { Generated } from 'kysely'

export interface ResultTables {
  status_changes: StatusChangesTable
  check_states: CheckStatesTable
  results: ResultsTable
  result_hours: RollupsTable
  result_days: RollupsTable
  failure_responses: FailureResponsesTable
}

/** One row per transition, with its end: the status history, and what uptime is integrated over. */
export interface StatusChangesTable {
  id: string
  monitor_key: number
  /** `runtime`: what the checks say. `config`: what a person set. */
  kind: 'runtime' | 'config'
  /** Null on the first row of a monitor. */
  from_status: string | null
  to_status: string
  reason: string
  /** Who did it; null when the engine did. */
  actor_id: string | null
  started_at: number
  /** Null while it lasts. */
  ended_at: number | null
}

/** What one region last said of one monitor. */
export interface CheckStatesTable {
  monitor_key: number
  region: number
  opinion: 'up' | 'down' | 'unknown'
  failures: number
  passes: number
  slow: number
  /** Since when the region has been up, down or slow; null when unknown. */
  opinion_since: Generated<number | null>
  /** Since when checks contradict that without confirmation; null when none do, or when unknown. */
  run_since: Generated<number | null>
  /** Time of the newest result that moved this row; older ones are history only. */
  last_scheduled_at: number
  /** When the newest check was finished. */
  last_check_at: number
  last_success_at: number | null
  last_failure_at: number | null
  fresh_until: number
  error_type: string | null
  error_message: string | null
  /** First ms of the hour whose results are not rolled up yet. */
  open_hour: number
  /** Grows by one with every write: whoever read an older one must read again. */
  version: number
}

/** Narrow and clustered by monitor and time: there are as many rows as checks were ever run. */
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
  /** JSON of error type and message; null where nothing is wrong. */
  error: string | null
}

/** Results of one monitor and region within one UTC hour or day. */
export interface RollupsTable {
  monitor_key: number
  region: number
  /** First ms of the hour or day. */
  starts_at: number
  up: number
  down: number
  degraded: number
  inconclusive: number
  /** How many of them were due on the grid; the others are fast re-checks and checks asked for by hand. */
  on_grid: number
  /** Over the `latency_count` results that measured one, microseconds. */
  latency_count: number
  latency_sum_us: number
  latency_min_us: number
  latency_max_us: number
  /** Mergeable sketches, see `core/results/sketch.ts`. */
  latency_sketch: Uint8Array
  lateness_sketch: Uint8Array
}

/** What failing targets answered, when it was news. Its key is that of the result it came with. */
interface FailureResponsesTable {
  monitor_key: number
  region: number
  scheduled_at: number
  /** When the check began. */
  seen_at: number
  /** JSON of `FailureResponse` in `core/results/failure-response.ts`. */
  response: string
}
