import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface NotificationTables {
  notification_targets: NotificationTargetsTable
  target_fallbacks: TargetFallbacksTable
  target_health: TargetHealthTable
  deliveries: DeliveriesTable
  alert_groups: AlertGroupsTable
  receiver_outages: ReceiverOutagesTable
}

export interface NotificationTargetsTable {
  id: string
  organization_id: string
  project_id: string
  name: string
  channel: string
  /** JSON, as the channel's settings schema has it. */
  config: string
  is_default: Flag
  is_enabled: Flag
  /** Null when people switched it off, and while it is on. */
  disabled_reason: string | null
  created_at: number
  updated_at: number
}

/** Who is told instead. Stays when the target is deleted: what was on its way to it goes to the other. */
interface TargetFallbacksTable {
  target_id: string
  fallback_target_id: string
}

interface TargetHealthTable {
  target_id: string
  last_delivered_at: number | null
  last_failed_at: number | null
  /** Why it failed then. */
  last_error: string | null
}

/** The outbox and the notification log in one: a row is due while it is `pending`. */
export interface DeliveriesTable {
  id: string
  organization_id: string
  project_id: string
  incident_id: string | null
  /** Of the incident. */
  monitor_key: Generated<number | null>
  /** The incident update that caused it; with the target it is unique, so nothing is told twice. */
  event_id: string
  target_id: string
  channel: string
  recipient: string
  /** The target that could not be reached, when this one is told instead. */
  fallback_for: Generated<string | null>
  /** The delivery in whose message it is told: itself, or another of the same target; null until that is decided. */
  leader_id: Generated<string | null>
  event_type: string
  /** JSON of the event, complete when it was written: later changes do not rewrite what is told. */
  payload: string
  status: 'pending' | 'delivered' | 'failed' | 'bounced'
  delivered_at: number | null
  error_message: string | null
  retry_count: number
  max_retries: number
  last_retry_at: number | null
  /** While it waits after a failed attempt: when the next of its retries is due. */
  retry_at: Generated<number | null>
  /** While it waits after a failed attempt: the receiver whose next success makes it due; null: none does. */
  waits_for: Generated<string | null>
  /** While `pending`: when to try, and when a claim that was never settled is void. */
  next_attempt_at: number
  /** The server that is sending it; null: none is. */
  claimed_by: Generated<string | null>
  created_at: number
  updated_at: number
}

/** What each target was sent lately, by topic. */
interface AlertGroupsTable {
  target_id: string
  /** See `findTopicKey` in `core/notifications/alert-group.ts`. */
  topic: string
  /** JSON of `Storm` there. */
  state: string
}

/** Receivers that are away. All times are Unix ms. */
interface ReceiverOutagesTable {
  /** See `receiverOf` in `core/notifications/receiver.ts`. */
  receiver: string
  since: number
  /** When the oldest of what waits for it is sent again. */
  trial_at: number
}
