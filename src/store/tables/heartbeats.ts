export interface HeartbeatTables {
  heartbeats: HeartbeatsTable
  heartbeat_pings: HeartbeatPingsTable
  heartbeat_intake: HeartbeatIntakeTable
}

/** One row per heartbeat monitor: the token that its job pings, and where the job stands. */
export interface HeartbeatsTable {
  monitor_key: number
  /** The monitor's target: a random UUID. */
  token: string
  /** Of the newest row that this heartbeat wrote anywhere; the next one is later. */
  last_at: number
  last_ping_at: number | null
  last_run_ms: number | null
  /** JSON, see `OpenRun` in `core/heartbeats/heartbeat-state.ts`. */
  open_runs: string
  armed_at: number | null
  /** Null while nothing is expected. */
  due_at: number | null
  /** Pings ever taken. */
  pings: number
}

/** What jobs sent: the newest ones of each heartbeat. */
export interface HeartbeatPingsTable {
  monitor_key: number
  /** Unique within its heartbeat. */
  at: number
  /** Index in `PING_KINDS`. */
  kind: number
  exit_status: number | null
  run_id: string | null
  duration_ms: number | null
  /** The first 10 KiB. */
  body: string | null
  /** As far as it was read. */
  body_bytes: number
  source: string
}

/** One row: when a server last stood ready to take pings. */
interface HeartbeatIntakeTable {
  id: number
  seen_at: number
}
