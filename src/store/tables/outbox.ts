/** What the outbox knows besides its deliveries. */

/** How much one target is told of one thing just now. */
export interface TargetStormsTable {
  target_id: string
  /** See `topicKey` in `core/storm.ts`. */
  topic: string
  /** JSON of `Storm` there. */
  state: string
}

/** Who is told instead. Stays when the target is deleted: what was on its way to it goes to the other. */
export interface TargetFallbacksTable {
  target_id: string
  fallback_target_id: string
}

export interface TargetHealthTable {
  target_id: string
  last_delivered_at: number | null
  last_failed_at: number | null
  /** Why it failed then. */
  last_error: string | null
}
