/** The outbox: deliveries are claimed with a lease, tried outside of any transaction, and settled. */
import {
  afterAttempt,
  type Delivery,
  type NotificationTarget,
  type Outcome,
  type Settlement,
} from '../core/delivery.ts'
import { MINUTE_MS } from '../core/time.ts'
import { disableTargets, listTargets } from '../store/notification-targets.ts'
import {
  claimDeliveries,
  type Due,
  listDue,
  nextDeliveryAt,
  parkDeliveries,
  releaseFollowers,
  saveSettlements,
} from '../store/outbox.ts'
import type { Context } from './context.ts'

/**
 * How long a claim holds. Far more than a try may take; after a crash between sending and settling, the same delivery
 * goes out again, under the same id, when this is over.
 */
export const LEASE_MS = MINUTE_MS

/** Due deliveries looked at in one go. */
const WINDOW = 200

/** A delivery that is ours until its `nextAttemptAt`. */
export interface Claim {
  delivery: Delivery
  /** As it is now; null when it has been deleted. */
  target: NotificationTarget | null
}

/** What the claimer can still take. */
export interface Room {
  total: number
  perTarget: number
  /** Deliveries under way by target id. */
  underWay: ReadonlyMap<string, number>
}

/** Many servers may compete: no delivery is claimed by two at a time, and none overtakes an earlier one of its incident. */
export async function claimDue({ store, now }: Pick<Context, 'store' | 'now'>, room: Room): Promise<Claim[]> {
  return store.transact(async (tx) => {
    const at = now()
    const due = await listDue(tx, at, busyTargets(room), WINDOW)
    await parkDeliveries(tx, due.filter(isWaiting), at)
    const chosen = choose(due, room)
    const claimed = await claimDeliveries(tx, chosen, at + LEASE_MS, at)
    const targets = await listTargets(tx, [...new Set(claimed.map((delivery) => delivery.targetId))])
    return claimed.map((delivery) => ({ delivery, target: targets.get(delivery.targetId) ?? null }))
  })
}

const isWaiting = (due: Due): due is Due & { waitsUntil: number } => due.waitsUntil !== null

const busyTargets = ({ perTarget, underWay }: Room): string[] =>
  [...underWay].filter(([, count]) => count >= perTarget).map(([id]) => id)

/** Heads of lines, in order, as far as there is room for them and for their target. */
function choose(due: readonly Due[], { total, perTarget, underWay }: Room): string[] {
  const counts = new Map(underWay)
  const chosen: string[] = []
  for (const { id, targetId, waitsUntil } of due) {
    const count = counts.get(targetId) ?? 0
    if (waitsUntil !== null || count >= perTarget || chosen.length >= total) continue
    counts.set(targetId, count + 1)
    chosen.push(id)
  }
  return chosen
}

/** When there is something to claim next, Unix ms; null when nothing is pending. */
export const nextClaimAt = ({ store }: Pick<Context, 'store'>, room: Room): Promise<number | null> =>
  nextDeliveryAt(store.db, busyTargets(room))

/** A try that has come to its end. */
export interface Ended {
  delivery: Delivery
  outcome: Outcome
}

/**
 * Writes how tries went, all in one transaction. A claim that was void by then changes nothing: whoever has it now
 * settles it.
 *
 * @param random 0 to 1
 * @returns what becomes of each, in the same order
 */
export async function settle(
  { store, now }: Pick<Context, 'store' | 'now'>,
  ended: readonly Ended[],
  random: () => number,
): Promise<Settlement[]> {
  const at = now()
  const settled = ended.map(({ delivery, outcome }) => {
    return { claimed: delivery, outcome, settlement: afterAttempt(delivery, outcome, at, random) }
  })
  await store.transact(async (tx) => {
    const held = await saveSettlements(tx, settled, at)
    const ours = settled.filter(({ claimed }) => held.has(claimed.id))
    const unwanted = ours.filter(({ outcome }) => !outcome.delivered && outcome.disableTarget)
    await disableTargets(tx, [...new Set(unwanted.map(({ claimed }) => claimed.targetId))], 'receiver_gone', at)
    const done = ours.filter(({ settlement }) => settlement.status !== 'pending')
    await releaseFollowers(
      tx,
      done.map(({ claimed }) => claimed),
      at,
    )
  })
  return settled.map(({ settlement }) => settlement)
}
