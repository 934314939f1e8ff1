/**
 * Finding out that a receiver is back. While deliveries wait for a receiver that is away, the oldest of them is sent to it
 * again at a steady pace, besides its own retries. The first delivery that succeeds makes all the others due.
 */

import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'
import type { Delivery, Outcome, ReceiverState } from './delivery.ts'

/** All mail leaves by one server, so that is the receiver of all mail. Every other target is a receiver of its own. */
export const MAIL_SERVER = 'mail-server'

/** The same server for mails to subscribers, which have an outbox of their own. */
export const SUBSCRIBER_MAIL_SERVER = 'mail-server/subscribers'

/** A message is sent to a receiver again no sooner than this, unless a retry of its own is due. */
export const MIN_PACE_MS = 10 * SECOND_MS
const MAX_PACE_MS = MINUTE_MS

/** Shares of the outage's age: 10 s for ten minutes where nothing answers, for two minutes where something does. */
const PACE_SHARES: Partial<Record<ReceiverState, number>> = { away: 1 / 60, unavailable: 1 / 12 }

export const getReceiver = ({ channel, targetId }: Pick<Delivery, 'channel' | 'targetId'>): string =>
  channel === 'email' ? MAIL_SERVER : targetId

/** Whether a receiver is tried before the next retry. What it asks for with `Retry-After` counts more. */
export const isAway = (outcome: Outcome): boolean =>
  !outcome.delivered && outcome.retryAfterMs === null && PACE_SHARES[outcome.receiver] !== undefined

/**
 * When a receiver that is away is tried again, whatever waits for it.
 *
 * @param since when it was first found away, Unix ms
 * @param outcome of the last attempt
 * @returns Unix ms
 */
export function computeNextTrialAt(since: number, outcome: Outcome, now: number): number {
  const share = (outcome.delivered ? undefined : PACE_SHARES[outcome.receiver]) ?? 1
  return now + Math.round(Math.min(MAX_PACE_MS, Math.max(MIN_PACE_MS, (now - since) * share)))
}

/**
 * Returns the receiver whose next success ends the wait of a delivery that failed; null when only time does. A receiver that
 * limits how much it takes would refuse again what comes all at once.
 */
export function findAwaitedReceiver(delivery: Pick<Delivery, 'channel' | 'targetId'>, outcome: Outcome): string | null {
  if (outcome.delivered || outcome.receiver === 'limiting') return null
  return PACE_SHARES[outcome.receiver] ? getReceiver(delivery) : delivery.targetId
}

/** The receivers that are back when this delivery succeeds. */
export const listProvenReceivers = (delivery: Pick<Delivery, 'channel' | 'targetId'>): string[] =>
  delivery.channel === 'email' ? [delivery.targetId, MAIL_SERVER, SUBSCRIBER_MAIL_SERVER] : [delivery.targetId]
