/** A single row: where the timeline of the stored times is. */
export interface ServiceClockTable {
  id: 1
  /** Service time when a server last looked, Unix ms; 0 before the first look. */
  seen_at: number
  /** Sum of all shifts of the stored times, ms. */
  shifted_ms: number
  /** The latest of these shifts, ms. */
  last_shift_ms: number
}
