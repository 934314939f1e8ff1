/**
 * Tracks unavailable receivers, and makes their waiting messages due when they return: see
 * `core/notifications/receiver.ts`.
 */
import type { DeliveryTarget } from '../../core/notifications/contact-method.ts'
import type { Delivery, Outcome } from '../../core/notifications/delivery.ts'
import { computeNextTrialAt, INQUIRY_PAUSE_MS, isAway, MIN_PACE_MS } from '../../core/notifications/receiver.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { loadDeliveryTargets } from '../../store/notifications/notification-targets.ts'
import {
  claimTrials,
  deleteOutages,
  findNextTrialAt,
  listOldestWaiting,
  lockOutages,
  releaseDeliveries,
  saveTrials,
  scheduleOldestDeliveries,
  type TrialFilter,
} from '../../store/notifications/receivers.ts'
import type { Tx } from '../../store/platform/store.ts'
import { releaseEmails, scheduleOldestEmails } from '../../store/status-pages/subscriber-emails.ts'
import type { Context } from '../platform/context.ts'

/** The outcome of an attempt and its receiver. */
export interface ReceiverFinding {
  receiver: string
  /** The receivers that a successful attempt proves available. */
  proves: readonly string[]
  outcome: Outcome
}

/**
 * Records which receivers are unavailable, and makes messages due for receivers that are back.
 *
 * @returns how many waiting messages are due now
 */
export async function recordFindings(tx: Tx, findings: readonly ReceiverFinding[], now: number): Promise<number> {
  const away = new Map(findings.filter(({ outcome }) => isAway(outcome)).map((one) => [one.receiver, one.outcome]))
  const outages = await lockOutages(tx, [...away.keys()], now)
  await saveTrials(
    tx,
    new Map(
      [...away].map(([name, outcome]) => {
        const { since, trialAt } = outages.get(name)!
        return [name, computeNextTrialAt(since, outcome, now, trialAt)]
      }),
    ),
  )
  const back = [...new Set(findings.flatMap(({ outcome, proves }) => (outcome.delivered ? proves : [])))].sort()
  if (back.length === 0) return 0
  await deleteOutages(tx, back)
  const deliveries = await releaseDeliveries(tx, back, now, MIN_PACE_MS)
  return deliveries + (await releaseEmails(tx, back, now))
}

/** Longer than an attempt usually takes. If the server crashes, another message becomes the next trial. */
const TRIAL_LEASE_MS = 45 * SECOND_MS

/** A trial without a message, and the delivery that waits for its receiver. */
export interface Inquiry {
  receiver: string
  delivery: Delivery
  target: DeliveryTarget
}

/**
 * Makes the oldest message that was never handed over due for each receiver with a due trial. Safe with several servers.
 *
 * @returns receivers that got all waiting messages already, so that none of the messages may be the trial. The mail server
 *   of the installation is left out: the next email tries it.
 */
export async function scheduleTrials(
  { store, now }: Pick<Context, 'store' | 'now'>,
  filter: TrialFilter,
): Promise<Inquiry[]> {
  const nextAt = await findNextTrialAt(store.db, filter)
  if (nextAt === null || nextAt > now()) return []
  return store.transact(async (tx) => {
    const at = now()
    const receivers = await claimTrials(tx, filter, at, at + TRIAL_LEASE_MS)
    const [deliveries, emails] = [
      await scheduleOldestDeliveries(tx, receivers, at),
      await scheduleOldestEmails(tx, receivers, at),
    ]
    const others = receivers.filter((receiver) => !deliveries.has(receiver) && !emails.has(receiver))
    const inquiries = await listInquiries(tx, others)
    const asked = new Set(inquiries.map(({ receiver }) => receiver))
    await deleteOutages(
      tx,
      others.filter((receiver) => !asked.has(receiver)),
    )
    return inquiries
  })
}

async function listInquiries(tx: Tx, receivers: readonly string[]): Promise<Inquiry[]> {
  const oldest = await listOldestWaiting(tx, receivers)
  const findTarget = await loadDeliveryTargets(tx, [...oldest.values()])
  return [...oldest].flatMap(([receiver, delivery]) => {
    const target = findTarget(delivery)
    return target && delivery.channel !== 'email' ? [{ receiver, delivery, target }] : []
  })
}

/**
 * Records the outcome of an inquiry. If the receiver answered, all messages that wait for it are due.
 *
 * @returns how many waiting messages are due now
 */
export async function recordInquiry(
  { store, now }: Pick<Context, 'store' | 'now'>,
  receiver: string,
  outcome: Outcome,
): Promise<number> {
  return store.transact(async (tx) => {
    const at = now()
    const { since } = (await lockOutages(tx, [receiver], at)).get(receiver)!
    const nextAt = outcome.delivered ? at + INQUIRY_PAUSE_MS : computeNextTrialAt(since, outcome, at)
    await saveTrials(tx, new Map([[receiver, nextAt]]))
    return outcome.delivered ? releaseDeliveries(tx, [receiver], at, MIN_PACE_MS) : 0
  })
}

/** Returns when the next receiver trial is due, Unix ms; null when all receivers are available. */
export const getNextTrialAt = ({ store }: Pick<Context, 'store'>, filter: TrialFilter): Promise<number | null> =>
  findNextTrialAt(store.db, filter)
