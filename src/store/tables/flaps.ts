/** Monitors that change their status too often to be told of each time; a row is gone when it is over. */
export interface FlapsTable {
  monitor_key: number
  since: number
  /** When it is over, unless the status changes again. */
  steady_at: number
  /** How often it is checked; what counts as steady goes by that. */
  interval_ms: number
}
