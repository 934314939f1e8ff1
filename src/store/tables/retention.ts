export interface RetentionTables {
  retention_terms: RetentionTermsTable
  retention_run: RetentionRunTable
}

/** What an organization's history is kept by: its plan, but what is taken away by a smaller one waits for a while. */
interface RetentionTermsTable {
  organization_id: string
  /** In force. */
  raw_result_days: number
  rollup_days: number
  /** Since when they are, Unix ms. */
  since: number
  /** What the plan allowed when it was last looked at. */
  plan_raw_result_days: number
  plan_rollup_days: number
  /** When less is kept than now; null when the plan allows all that is in force. */
  shrinks_at: number | null
}

/** One row: how far the walk over everything that is kept has come. */
interface RetentionRunTable {
  id: number
  /** The UTC day that it is made for, as its first ms; 0 before there was any. */
  day: number
  /** See `STAGES` in `services/retention/retention.ts`. */
  stage: string
  /** What the stage did last: an id, or the key of a monitor. */
  cursor: string
  /** The day of the walk before, which came to its end; 0 before there was any. */
  previous_day: number
  /** JSON: rows by table. */
  deleted: string
}
