import type { Generated } from 'kysely'
import type { Flag, ManagedColumns } from './columns.ts'

export interface NotificationTables {
  notification_targets: NotificationTargetsTable
  target_fallbacks: TargetFallbacksTable
  target_health: TargetHealthTable
  deliveries: DeliveriesTable
  alert_groups: AlertGroupsTable
  receiver_outages: ReceiverOutagesTable
  escalation_policies: EscalationPoliciesTable
  message_threads: MessageThreadsTable
}

export interface NotificationTargetsTable extends ManagedColumns {
  id: string
  organization_id: string
  project_id: string
  name: string
  channel: string
  /** JSON in the form of the channel's settings schema. */
  config: string
  is_default: Flag
  is_enabled: Flag
  /** Null while it is enabled, or when a user disabled it. */
  disabled_reason: string | null
  /** JSON of `TargetEvent[]` in `core/notifications/target-events.ts`; null for all events. */
  events: Generated<string | null>
  /** JSON of `QuietHours` in `core/notifications/quiet-hours.ts`; null without quiet hours. */
  quiet_hours: Generated<string | null>
  created_at: number
  updated_at: number
}

/**
 * Fallbacks of targets. A row stays when its target is deleted, because queued deliveries to that target go to the
 * fallback.
 */
interface TargetFallbacksTable {
  target_id: string
  fallback_target_id: string
}

/** First message about an incident to a target. Deleted with the incident, and when the address of the target changes. */
interface MessageThreadsTable {
  incident_id: string
  target_id: string
  /** Id of the message at the service. */
  thread_id: string
}

interface TargetHealthTable {
  target_id: string
  last_delivered_at: number | null
  last_failed_at: number | null
  /** Error of the last failure. */
  last_error: string | null
  /** Why a receiver changed the settings; null when they are as a user entered them. */
  config_note: string | null
}

/** Outbox and notification log in one: a row is due while it is `pending`. */
export interface DeliveriesTable {
  id: string
  organization_id: string
  project_id: string
  incident_id: string | null
  /** Monitor of the incident. */
  monitor_key: Generated<number | null>
  /** Incident update that caused the delivery. Unique with the target, so that no notification is sent twice. */
  event_id: string
  target_id: string
  channel: string
  recipient: string
  /** The unreachable target that this delivery replaces. */
  fallback_for: Generated<string | null>
  /**
   * Delivery whose message includes this delivery: itself, or another delivery to the same target. Null until this is
   * decided.
   */
  leader_id: Generated<string | null>
  event_type: string
  /** JSON of the event. Complete when it is written: later changes do not alter the message. */
  payload: string
  status: 'pending' | 'delivered' | 'failed' | 'bounced'
  delivered_at: number | null
  error_message: string | null
  retry_count: number
  max_retries: number
  /** 1 after an attempt that handed the whole message to the receiver. */
  handed_over: Generated<number>
  last_retry_at: number | null
  /** After a failed attempt: due time of the next retry. */
  retry_at: Generated<number | null>
  /** After a failed attempt: receiver whose next success makes the delivery due; null when there is none. */
  waits_for: Generated<string | null>
  /** While `pending`: time of the next attempt, or expiry of an unfinished claim. */
  next_attempt_at: number
  /** End of the quiet hours of the target for which it was held; null when it was not held. */
  quiet_until: Generated<number | null>
  /** Server that is sending the delivery; null when none is. */
  claimed_by: Generated<string | null>
  created_at: number
  updated_at: number
}

/** Recent messages to each target, by topic. */
interface AlertGroupsTable {
  target_id: string
  /** See `findTopicKey` in `core/notifications/grouped-event.ts`. */
  topic: string
  /** JSON of `GroupingState` in the same file. */
  state: string
}

/** Receivers with an outage. All times are Unix ms. */
interface ReceiverOutagesTable {
  /** See `core/notifications/receiver.ts`. */
  receiver: string
  since: number
  /** Time at which the oldest waiting delivery is retried. */
  trial_at: number
}

export interface EscalationPoliciesTable extends ManagedColumns {
  id: string
  organization_id: string
  project_id: string
  name: string
  /** JSON of `EscalationStep[]`; see `core/notifications/escalation-policy.ts`. */
  steps: string
  repeat_count: number
  repeat_after_minutes: number
  created_at: number
  updated_at: number
}
