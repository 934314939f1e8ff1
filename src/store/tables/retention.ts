import type { UnixMs } from '../../core/platform/time/time.ts'

export interface RetentionTables {
  retention_terms: RetentionTermsTable
  retention_run: RetentionRunTable
}

/**
 * Retention terms of an organization. They follow its plan, but after a downgrade the longer terms stay in force for a
 * while.
 */
interface RetentionTermsTable {
  organization_id: string
  /** Terms that are in force. */
  raw_result_days: number
  rollup_days: number
  /** Start of these terms. */
  since: UnixMs
  /** Terms of the plan when it was last read. */
  plan_raw_result_days: number
  plan_rollup_days: number
  /** Time at which the terms become shorter; null when the plan allows all terms in force. */
  shrinks_at: number | null
}

/** A single row: the progress of the retention run over all stored data. */
interface RetentionRunTable {
  id: number
  /** Start of the UTC day of the run, Unix ms; 0 before the first run. */
  day: number
  /** See `STAGES` in `services/retention/retention.ts`. */
  stage: string
  /** Last item that the stage processed: an id, or the key of a monitor. */
  cursor: string
  /** Day of the last finished run; 0 before the first. */
  previous_day: number
  /** JSON: number of deleted rows by table. */
  deleted: string
}
