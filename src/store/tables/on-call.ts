export interface OnCallTables {
  on_call_schedules: OnCallSchedulesTable
  on_call_overrides: OnCallOverridesTable
}

export interface OnCallSchedulesTable {
  id: string
  organization_id: string
  project_id: string
  name: string
  description: string
  /** IANA name. */
  timezone: string
  /** JSON of the layers, see `core/on-call/layer.ts`. */
  layers: string
  /** SHA-256 of the token of the calendar feed, hex; null without a feed. */
  feed_token_hash: string | null
  created_at: number
  updated_at: number
}

interface OnCallOverridesTable {
  id: string
  schedule_id: string
  user_id: string
  starts_at: number
  ends_at: number
  created_at: number
}
