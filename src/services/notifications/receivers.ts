/**
 * Tracks unavailable receivers, and makes their waiting messages due when they return: see
 * `core/notifications/receiver.ts`.
 */
import type { Outcome } from '../../core/notifications/delivery.ts'
import { computeNextTrialAt, isAway, MIN_PACE_MS } from '../../core/notifications/receiver.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import {
  claimTrials,
  deleteOutages,
  findNextTrialAt,
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
  const since = await lockOutages(tx, [...away.keys()], now)
  await saveTrials(
    tx,
    new Map([...away].map(([name, outcome]) => [name, computeNextTrialAt(since.get(name)!, outcome, now)])),
  )
  const back = [...new Set(findings.flatMap(({ outcome, proves }) => (outcome.delivered ? proves : [])))].sort()
  if (back.length === 0) return 0
  await deleteOutages(tx, back)
  const deliveries = await releaseDeliveries(tx, back, now, MIN_PACE_MS)
  return deliveries + (await releaseEmails(tx, back, now))
}

/** Longer than an attempt takes. If the server crashes, another message becomes the next trial. */
const TRIAL_LEASE_MS = 20 * SECOND_MS

/** Makes the oldest waiting message due for each receiver with a due trial. Safe with several servers. */
export async function scheduleTrials(
  { store, now }: Pick<Context, 'store' | 'now'>,
  filter: TrialFilter,
): Promise<void> {
  const nextAt = await findNextTrialAt(store.db, filter)
  if (nextAt === null || nextAt > now()) return
  await store.transact(async (tx) => {
    const at = now()
    const receivers = await claimTrials(tx, filter, at, at + TRIAL_LEASE_MS)
    const [deliveries, emails] = [
      await scheduleOldestDeliveries(tx, receivers, at),
      await scheduleOldestEmails(tx, receivers, at),
    ]
    await deleteOutages(
      tx,
      receivers.filter((receiver) => !deliveries.has(receiver) && !emails.has(receiver)),
    )
  })
}

/** Returns when the next receiver trial is due, Unix ms; null when all receivers are available. */
export const getNextTrialAt = ({ store }: Pick<Context, 'store'>, filter: TrialFilter): Promise<number | null> =>
  findNextTrialAt(store.db, filter)
