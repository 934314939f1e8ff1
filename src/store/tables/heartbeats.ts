export interface HeartbeatTables {
  heartbeats: HeartbeatsTable
  heartbeat_pings: HeartbeatPingsTable
  heartbeat_intake: HeartbeatIntakeTable
}

/** One row per heartbeat monitor: the token that its job pings, and the state of the job. */
export interface HeartbeatsTable {
  monitor_key: number
  /** The monitor's target: a random UUID. */
  token: string
  /** Time of the newest row that this heartbeat has written to any table. The next row gets a later time. */
  last_at: number
  last_ping_at: number | null
  last_run_ms: number | null
  /** JSON, see `OpenRun` in `core/heartbeats/heartbeat-state.ts`. */
  open_runs: string
  armed_at: number | null
  /** Null while no ping is expected. */
  due_at: number | null
  /** Number of pings ever received. */
  pings: number
}

/** The newest pings of each heartbeat. */
export interface HeartbeatPingsTable {
  monitor_key: number
  /** Unique within the heartbeat. */
  at: number
  /** Index in `PING_KINDS`. */
  kind: number
  exit_status: number | null
  run_id: string | null
  duration_ms: number | null
  /** The first 10 KiB. */
  body: string | null
  /** Number of body bytes that were read. */
  body_bytes: number
  source: string
  /** JSON, see `Report` in `store/heartbeats/heartbeat-pings.ts`; null when the ping has none of its values. */
  report: string | null
}

/** One row: the last time at which a server was ready to receive pings. */
interface HeartbeatIntakeTable {
  id: number
  seen_at: number
}
