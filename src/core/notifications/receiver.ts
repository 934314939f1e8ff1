/**
 * Detects that a receiver is back. While deliveries wait for an unreachable receiver, it is tried at a steady pace, in
 * addition to their own retries. A trial sends the oldest message that the receiver never got. If it got all of them, the
 * trial is an inquiry: a request without a message. The first success makes all waiting deliveries due.
 */
import { hasSealedSecrets } from '../platform/sealing/sealed-fields.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import type { Delivery, NotificationTarget, Outcome, ReceiverState } from './delivery.ts'

/**
 * The server of the installation, which is the receiver of all email that it sends. Every other target is a separate
 * receiver, including an email target with a mail server of its own.
 */
export const MAIL_SERVER = 'mail-server'

/** The same server for emails to subscribers, which have a separate outbox. */
export const SUBSCRIBER_MAIL_SERVER = 'mail-server/subscribers'

/** Minimum time between two messages to a receiver, unless a retry is due. */
export const MIN_PACE_MS = 10 * SECOND_MS
const MAX_PACE_MS = MINUTE_MS

/**
 * Time between two trials, as a share of the outage's age. It stays at 10 s for ten minutes without any connection, and
 * for two minutes otherwise.
 */
const PACE_SHARES: Partial<Record<ReceiverState, number>> = { away: 1 / 60, unavailable: 1 / 12 }

/** A delivery, and whether its target has a mail server of its own. */
export interface Sent extends Pick<Delivery, 'channel' | 'targetId'> {
  hasOwnServer?: boolean | undefined
}

/** The address of the server is a secret, which may be unreadable. */
export const hasOwnMailServer = ({ channel, config }: Pick<NotificationTarget, 'channel' | 'config'>): boolean =>
  channel === 'email' && (config.smtp_url !== undefined || hasSealedSecrets(config))

const usesSharedServer = ({ channel, hasOwnServer }: Sent): boolean => channel === 'email' && !hasOwnServer

export const getReceiver = (sent: Sent): string => (usesSharedServer(sent) ? MAIL_SERVER : sent.targetId)

/**
 * An inquiry shows less than an accepted message does. It is therefore trusted once in an outage, and again after this
 * time.
 */
export const INQUIRY_PAUSE_MS = HOUR_MS

/** Returns whether a receiver is tried before the next retry. A `Retry-After` of the receiver takes precedence. */
export const isAway = (outcome: Outcome): boolean =>
  !outcome.delivered && outcome.retryAfterMs === null && PACE_SHARES[outcome.receiver] !== undefined

/**
 * Returns when an unreachable receiver is tried again.
 *
 * @param since when it was first unreachable
 * @param outcome of the last attempt
 * @param trialAt time of the next trial before the attempt, Unix ms
 * @returns Unix ms
 */
export function computeNextTrialAt(since: UnixMs, outcome: Outcome, now: number, trialAt = now): number {
  // An inquiry was answered, but the message was not accepted: another inquiry would show the same
  if (!outcome.delivered && outcome.handedOver && trialAt > now + MAX_PACE_MS) return trialAt
  const share = (outcome.delivered ? undefined : PACE_SHARES[outcome.receiver]) ?? 1
  return now + Math.round(Math.min(MAX_PACE_MS, Math.max(MIN_PACE_MS, (now - since) * share)))
}

/**
 * Returns the receiver whose next success ends the wait of a failed delivery; null when it must wait for its own retry.
 * A receiver that limits the rate would reject all deliveries that arrive at once.
 */
export function findAwaitedReceiver(sent: Sent, outcome: Outcome): string | null {
  if (outcome.delivered || outcome.receiver === 'limiting') return null
  return PACE_SHARES[outcome.receiver] ? getReceiver(sent) : sent.targetId
}

/** Returns the receivers that are proven reachable when this delivery succeeds. */
export const listProvenReceivers = (sent: Sent): string[] =>
  usesSharedServer(sent) ? [sent.targetId, MAIL_SERVER, SUBSCRIBER_MAIL_SERVER] : [sent.targetId]
