import type { Generated } from 'kysely'
import type { Flag, ManagedColumns } from './columns.ts'

export interface OnCallTables {
  on_call_schedules: OnCallSchedulesTable
  on_call_overrides: OnCallOverridesTable
  contact_methods: ContactMethodsTable
}

interface OnCallSchedulesTable extends ManagedColumns {
  id: string
  organization_id: string
  project_id: string
  name: string
  description: string
  /** IANA name. */
  timezone: string
  /** JSON of the layers, see `core/on-call/schedule.ts`. */
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

/** Personal notification targets. The account email has the id of its user. */
export interface ContactMethodsTable {
  id: string
  user_id: string
  name: string
  channel: string
  /** JSON in the form of the channel's settings schema, sealed like the config of a notification target. */
  config: string
  delay_minutes: number
  is_enabled: Flag
  /** Null while it is enabled, or when the user disabled it. */
  disabled_reason: string | null
  /** JSON as in `NotificationTargetsTable`. */
  quiet_hours: Generated<string | null>
  created_at: number
  updated_at: number
}
