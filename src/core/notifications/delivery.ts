/** A delivery: sending one event to one target, until it succeeds or a retry cannot help. */
import type { Event } from '../incidents/event.ts'
import type { Managed } from '../platform/fields/resource.ts'
import { toOneLine } from '../platform/text/plain-text.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import type { QuietHours } from './quiet-hours.ts'
import type { Subscription } from './target-events.ts'

export const CHANNEL_NAMES = ['email', 'webhook', 'slack'] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]

/** `bounced`: the mail server rejected the recipient permanently. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'bounced'] as const
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Why the service disabled a target that no user disabled. */
export const DISABLED_REASONS = ['receiver_gone', 'unsubscribed'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** A destination for alerts. */
export interface NotificationTarget extends Managed {
  id: string
  organizationId: string
  projectId: string
  name: string
  channel: ChannelName
  /** Validated by the channel's settings schema. */
  config: Record<string, unknown>
  /** Used for new monitors that name no targets. */
  isDefault: boolean
  isEnabled: boolean
  /** Kinds of messages that it receives; absent for all. */
  events?: Subscription
  /** Absent or null without quiet hours. */
  quietHours?: QuietHours | null
  /** Present only while the target is disabled. */
  disabledReason?: DisabledReason
  createdAt: UnixMs
  updatedAt: number
}

/** Results of the latest deliveries to a target; null without any. Unix ms. */
export interface TargetHealth {
  lastDeliveredAt: number | null
  lastFailedAt: number | null
  /** Error of the last failure. */
  lastError: string | null
  /** Why a receiver changed the settings; null when they are as a user entered them. */
  configNote: string | null
}

/** Health of a target without deliveries. */
export const NO_HEALTH: TargetHealth = {
  lastDeliveredAt: null,
  lastFailedAt: null,
  lastError: null,
  configNote: null,
}

/** A target with all fields that users see. */
export interface TargetInUse extends NotificationTarget, TargetHealth {
  /** Target that receives the alerts that this target could not receive. */
  fallbackTargetId: string | null
  /** Number of monitors that use the target. */
  monitorCount: number
}

/** All times are Unix ms. */
export interface Delivery {
  /** The same for every attempt, so that the receiver can detect a repeat. */
  id: string
  organizationId: string
  projectId: string
  /** Null for a test notification. */
  incidentId: string | null
  /** The incident update that caused it. Unique together with the target, so no notification is sent twice. */
  eventId: string
  targetId: string
  channel: ChannelName
  recipient: string
  /** Id of the target that could not be reached, when this target is its fallback. */
  fallbackFor: string | null
  /** The delivery that carries this alert: itself, or the leader of its alert group. Null until that is decided. */
  leaderId: string | null
  event: Event
  /** End of the quiet hours for which the delivery was held; absent when it was not held. */
  quietUntil?: number
  status: DeliveryStatus
  deliveredAt: number | null
  /** Error of the last failed attempt; null before the first failure. */
  errorMessage: string | null
  /** Attempts after the first. */
  retryCount: number
  /** Whether an attempt handed the whole message to the receiver, which may have accepted it. Absent means no. */
  wasHandedOver?: boolean
  maxRetries: number
  lastRetryAt: number | null
  /**
   * Due time of the next retry. An earlier attempt only tests whether the receiver is back. Null before the first
   * failure, and after the delivery has ended.
   */
  retryAt: number | null
  /** While `pending`: due time of the next attempt, or the timeout of a claim. */
  nextAttemptAt: number
  createdAt: number
  updatedAt: number
}

/**
 * State of the receiver after a failed attempt.
 *
 * - `away`: no connection.
 * - `unavailable`: a connection that carries no message, or a response that every message would get. Examples are 502,
 *   503, 504 or 52x of a proxy, and a mail server that currently accepts no mail.
 * - `silent`: it received the whole message, and no complete response came back. It may have accepted the message.
 * - `limiting`: it accepts fewer messages (429).
 * - `answering`: it responded, so the message itself may be the reason.
 */
export type ReceiverState = 'away' | 'unavailable' | 'silent' | 'limiting' | 'answering'

/** A setting of a target that its receiver replaced. */
export interface ReplacedSetting {
  /** Field of `config`. */
  field: string
  before: unknown
  /** An empty text removes the setting. */
  after: unknown
  /** Reason, for users. */
  note: string
}

/** Result of one attempt. */
export type Outcome = { replaced?: readonly ReplacedSetting[] } & (
  | {
      delivered: true
      /** Id of the sent message, if later messages about the incident can answer it. */
      threadId?: string
    }
  | {
      delivered: false
      message: string
      /** A retry cannot help. */
      permanent: boolean
      /** The recipient does not exist; implies `permanent`. */
      bounced: boolean
      /** Wait that the receiver asked for. */
      retryAfterMs: number | null
      /** The receiver accepts no further messages of this target. */
      disableTarget: boolean
      receiver: ReceiverState
      /** Whether the receiver got the whole message, whatever its answer. Absent means no. */
      handedOver?: boolean
    }
)

/** Fields of a delivery that an attempt changes. */
export type Settlement = Pick<
  Delivery,
  | 'status'
  | 'deliveredAt'
  | 'errorMessage'
  | 'retryCount'
  | 'wasHandedOver'
  | 'lastRetryAt'
  | 'retryAt'
  | 'nextAttemptAt'
>

/** Waits before the retries. */
const BACKOFF_MS = [10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]

export const MAX_RETRIES = BACKOFF_MS.length

/**
 * Share of a wait that is added or subtracted at random, so that simultaneous failures are not retried simultaneously.
 */
const JITTER = 0.2

/** Maximum wait that `Retry-After` may cause: the next events of the incident wait behind this one. */
const MAX_WAIT_MS = HOUR_MS

/** The notification log limits reasons to this many characters. */
const REASON_LIMIT = 500

/** The text comes from receivers, and PostgreSQL accepts no NUL character in a text. */
const toReason = (message: string): string => toOneLine(message.slice(0, REASON_LIMIT)) || 'no reason given'

/** Returns the health of a target after an attempt. */
export const computeHealthAfter = (before: TargetHealth, outcome: Outcome, at: number): TargetHealth =>
  outcome.delivered
    ? { ...before, lastDeliveredAt: at }
    : { ...before, lastFailedAt: at, lastError: toReason(outcome.message) }

/**
 * An attempt before the next retry is due counts as a retry when it succeeds, or when it hands the message over once
 * more. It then takes the place of that retry. A receiver therefore gets a message at most `1 + maxRetries` times.
 *
 * @param random 0 to 1
 */
export function applyOutcome(
  delivery: Pick<Delivery, 'errorMessage' | 'retryCount' | 'maxRetries' | 'wasHandedOver' | 'lastRetryAt' | 'retryAt'>,
  outcome: Outcome,
  now: number,
  random: () => number,
): Settlement {
  // A delivery that has failed before has an error message, so this attempt was a repeat
  const isRepeat = delivery.errorMessage !== null
  const isEarly = isRepeat && delivery.retryAt !== null && now < delivery.retryAt
  const { wasHandedOver: wasSent = false } = delivery
  const isSent = outcome.delivered || outcome.handedOver === true
  // The receiver gets the message for the first time with an early attempt that finds it back
  const isInstead = isEarly && isSent && wasSent
  const isRetry = isRepeat && (outcome.delivered || !isEarly || isInstead)
  const retryCount = delivery.retryCount + (isRetry ? 1 : 0)
  const lastRetryAt = isRepeat ? now : delivery.lastRetryAt
  const wasHandedOver = isSent || wasSent
  const tried = { retryCount, wasHandedOver, lastRetryAt, retryAt: null, nextAttemptAt: now, deliveredAt: null }
  if (outcome.delivered) return { ...tried, status: 'delivered', deliveredAt: now, errorMessage: null }
  const errorMessage = toReason(outcome.message)
  if (outcome.bounced) return { ...tried, status: 'bounced', errorMessage }
  if (outcome.permanent || retryCount >= delivery.maxRetries) return { ...tried, status: 'failed', errorMessage }
  const own = isEarly && !isInstead ? delivery.retryAt! : now + computeBackoffMs(retryCount, random)
  const retryAt = Math.max(own, now + Math.min(outcome.retryAfterMs ?? 0, MAX_WAIT_MS))
  return { ...tried, status: 'pending', errorMessage, retryAt, nextAttemptAt: retryAt }
}

function computeBackoffMs(retriesMade: number, random: () => number): number {
  const backoff = BACKOFF_MS[Math.min(retriesMade, BACKOFF_MS.length - 1)]!
  return Math.round(backoff * (1 - JITTER + 2 * JITTER * random()))
}
