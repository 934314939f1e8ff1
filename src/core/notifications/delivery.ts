/** Telling one target of one event, until it has heard or trying again makes no sense. */

import type { Event } from '../incidents/event.ts'
import { toOneLine } from '../platform/plain-text.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'

export const CHANNEL_NAMES = ['email', 'webhook', 'slack'] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]

/** `bounced`: the mail server refused the recipient for good. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'bounced'] as const
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Why a target is off that nobody of the project switched off. */
export const DISABLED_REASONS = ['receiver_gone', 'unsubscribed'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** Where alerts may go. */
export interface NotificationTarget {
  id: string
  organizationId: string
  projectId: string
  name: string
  channel: ChannelName
  /** As the channel's own settings schema has it. */
  config: Record<string, unknown>
  /** Taken for monitors that name no targets of their own when they are made. */
  isDefault: boolean
  isEnabled: boolean
  /** Only while it is off. */
  disabledReason?: DisabledReason
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

/** How telling a target went last; null where it never did. Unix ms. */
export interface TargetHealth {
  lastDeliveredAt: number | null
  lastFailedAt: number | null
  /** Why it failed then. */
  lastError: string | null
}

/** Nothing is known yet. */
export const NO_HEALTH: TargetHealth = { lastDeliveredAt: null, lastFailedAt: null, lastError: null }

/** All that people see of a target. */
export interface TargetInUse extends NotificationTarget, TargetHealth {
  /** Who is told what this one cannot be told. */
  fallbackTargetId: string | null
  /** How many monitors tell it. */
  monitorCount: number
}

/** All times are Unix ms. */
export interface Delivery {
  /** The same on every try, so that the receiver can tell a repeat. */
  id: string
  organizationId: string
  projectId: string
  /** Null for a test. */
  incidentId: string | null
  /** The incident update that caused it; with the target it is unique, so nothing is told twice. */
  eventId: string
  targetId: string
  channel: ChannelName
  recipient: string
  /** The target that could not be reached, when this one is told instead; its id. */
  fallbackFor: string | null
  /**
   * The delivery in whose message it is told: itself, or another of the same target when much happens at once. Null
   * until that is decided.
   */
  leaderId: string | null
  event: Event
  status: DeliveryStatus
  deliveredAt: number | null
  /** Why the last try failed; null until one has. */
  errorMessage: string | null
  /** Tries after the first. */
  retryCount: number
  maxRetries: number
  lastRetryAt: number | null
  /**
   * When the next of its retries is due; an attempt before that only finds out whether the receiver is back. Null before
   * the first failure, and when it is settled.
   */
  retryAt: number | null
  /** While `pending`: when to try next, or when a claim that was never settled is void. */
  nextAttemptAt: number
  createdAt: number
  updatedAt: number
}

/**
 * State of the receiver after a failed attempt. `away`: there was no connection. `unavailable`: there was a connection, but
 * no answer, or an answer that every message would get (a proxy's 502, 503, 504 or 52x; a mail server that takes no mail for
 * now). `limiting`: it takes fewer messages (429). `answering`: it answered, so the message itself may be the reason.
 */
export type ReceiverState = 'away' | 'unavailable' | 'limiting' | 'answering'

/** How one try went. */
export type Outcome =
  | { delivered: true }
  | {
      delivered: false
      message: string
      /** Trying again would not help. */
      permanent: boolean
      /** The recipient does not exist; implies `permanent`. */
      bounced: boolean
      /** How long the receiver asked us to wait. */
      retryAfterMs: number | null
      /** The receiver wants no more of these. */
      disableTarget: boolean
      receiver: ReceiverState
    }

/** What becomes of a delivery after a try. */
export type Settlement = Pick<
  Delivery,
  'status' | 'deliveredAt' | 'errorMessage' | 'retryCount' | 'lastRetryAt' | 'retryAt' | 'nextAttemptAt'
>

/** Waits before the tries after the first. */
const BACKOFF_MS = [10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]

export const MAX_RETRIES = BACKOFF_MS.length

/** Up to this much is added to or taken from a wait, so that what failed together is not tried again together. */
const JITTER = 0.2

/** The longest wait that `Retry-After` may ask for: the next events of the incident wait behind this one. */
const MAX_WAIT_MS = HOUR_MS

/** The notification log bounds reasons to this many characters. */
const REASON_LIMIT = 500

/** Receivers choose their words, and the log is text: PostgreSQL takes no NUL in it. */
export const toReason = (message: string): string => toOneLine(message.slice(0, REASON_LIMIT)) || 'no reason given'

/**
 * An attempt before the next retry is due counts as a retry only when it succeeds.
 *
 * @param random 0 to 1
 */
export function applyOutcome(
  delivery: Pick<Delivery, 'errorMessage' | 'retryCount' | 'maxRetries' | 'lastRetryAt' | 'retryAt'>,
  outcome: Outcome,
  now: number,
  random: () => number,
): Settlement {
  // A delivery that has failed before carries the reason, so this attempt was a repeat
  const isRepeat = delivery.errorMessage !== null
  const isEarly = isRepeat && delivery.retryAt !== null && now < delivery.retryAt
  const isRetry = isRepeat && (outcome.delivered || !isEarly)
  const retryCount = delivery.retryCount + (isRetry ? 1 : 0)
  const lastRetryAt = isRepeat ? now : delivery.lastRetryAt
  const tried = { retryCount, lastRetryAt, retryAt: null, nextAttemptAt: now, deliveredAt: null }
  if (outcome.delivered) return { ...tried, status: 'delivered', deliveredAt: now, errorMessage: null }
  const errorMessage = toReason(outcome.message)
  if (outcome.bounced) return { ...tried, status: 'bounced', errorMessage }
  if (outcome.permanent || retryCount >= delivery.maxRetries) return { ...tried, status: 'failed', errorMessage }
  const own = isEarly ? delivery.retryAt! : now + computeBackoffMs(retryCount, random)
  const retryAt = Math.max(own, now + Math.min(outcome.retryAfterMs ?? 0, MAX_WAIT_MS))
  return { ...tried, status: 'pending', errorMessage, retryAt, nextAttemptAt: retryAt }
}

function computeBackoffMs(retriesMade: number, random: () => number): number {
  const backoff = BACKOFF_MS[Math.min(retriesMade, BACKOFF_MS.length - 1)]!
  return Math.round(backoff * (1 - JITTER + 2 * JITTER * random()))
}
