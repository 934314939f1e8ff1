/** The outbox: deliveries are claimed with a lease, tried outside of any transaction, and settled. */
import { setImmediate as turn } from 'node:timers/promises'
import {
  afterAttempt,
  type Delivery,
  type NotificationTarget,
  type Outcome,
  reasonOf,
  type Settlement,
  type TargetHealth,
  UNTOLD,
} from '../../core/notifications/delivery.ts'
import { incidentsToEnd, withEnds } from '../../core/notifications/late-event.ts'
import { provenBy, receiverOf, SUBSCRIBER_MAIL_SERVER, waitsFor } from '../../core/notifications/receiver.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { listWaitingEnds } from '../../store/notifications/deliveries.ts'
import { holdsClaim, listMembers } from '../../store/notifications/folds.ts'
import { disableTargets, listTargets } from '../../store/notifications/notification-targets.ts'
import {
  type Busy,
  claimDeliveries,
  type Due,
  listDue,
  nextDeliveryAt,
  nextUndecidedAt,
  parkDeliveries,
  releaseFollowers,
  saveSettlements,
} from '../../store/notifications/outbox.ts'
import { saveHealth } from '../../store/notifications/target-health.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { tellFallbacks } from './fallbacks.ts'
import { nextReceiverTrial, noteFindings, tryReceivers } from './receivers.ts'
import { closeFolds } from './storms.ts'

/**
 * How long a claim holds: far more than an attempt may take. After a crash between sending and settling, the same delivery
 * goes out again, under the same id, when the server starts again or this time is over.
 */
export const LEASE_MS = MINUTE_MS

/** Due deliveries looked at in one go. */
const WINDOW = 200

/** A delivery that is ours until its `nextAttemptAt`. */
export interface Claim {
  delivery: Delivery
  /** As it is now; null when it has been deleted. */
  target: NotificationTarget | null
  /** Others are told with it; see `completeFold`. */
  leads: boolean
}

/** What the claimer can still take. */
export interface Room {
  total: number
  perTarget: number
  /** Deliveries under way by target id. */
  underWay: ReadonlyMap<string, number>
  /** The same of organizations; absent: one may have all of the places. */
  organizations?: { most: number; underWay: ReadonlyMap<string, number> }
}

/** Many servers may compete: no delivery is claimed by two at a time, and none overtakes an earlier one of its incident. */
export async function claimDue(
  { store, now, serverId: server }: Pick<Context, 'store' | 'now' | 'serverId'>,
  room: Room,
): Promise<Claim[]> {
  return store.transact(async (tx) => {
    const at = now()
    const due = await listDue(tx, at, busyOnes(room), WINDOW)
    const open = await closeFolds(tx, choose(due.filter(isHead), room), at)
    const waiting = due.map((delivery) => ({ ...delivery, waitsUntil: open.get(delivery.id) ?? delivery.waitsUntil }))
    await parkDeliveries(tx, waiting.filter(isWaiting), at)
    const chosen = new Map(choose(waiting.filter(isHead), room).map((delivery) => [delivery.id, delivery]))
    const places = new Map([...chosen.keys()].map((id, place) => [id, place]))
    const claimed = await claimDeliveries(tx, [...chosen.keys()], { server, until: at + LEASE_MS }, at)
    claimed.sort((a, b) => places.get(a.id)! - places.get(b.id)!) // the oldest first, as PostgreSQL does not return them
    const targets = await listTargets(tx, [...new Set(claimed.map((delivery) => delivery.targetId))])
    return claimed.map((delivery) => ({
      delivery,
      target: targets.get(delivery.targetId) ?? null,
      leads: chosen.get(delivery.id)!.leads,
    }))
  })
}

/**
 * The delivery as it is sent when an earlier attempt failed: a beginning says that it is over, when the end waits behind it.
 * An attempt that may have arrived is the same message to its receiver, by its id.
 */
export async function asLate({ store }: Pick<Context, 'store'>, delivery: Delivery): Promise<Delivery> {
  if (delivery.errorMessage === null) return delivery
  const ends = await listWaitingEnds(store.db, delivery.targetId, incidentsToEnd(delivery.event))
  return { ...delivery, event: withEnds(delivery.event, ends) }
}

const isHead = ({ waitsUntil }: Due): boolean => waitsUntil === null

const isWaiting = (due: Due): due is Due & { waitsUntil: number } => due.waitsUntil !== null

const idsWith = (least: number, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].filter(([, count]) => count >= least).map(([id]) => id)

const busyOnes = ({ perTarget, underWay, organizations }: Room): Busy => ({
  targets: idsWith(perTarget, underWay),
  organizations: organizations ? idsWith(organizations.most, organizations.underWay) : [],
})

/** Those that there is room for, at their target and for their organization too. @param due heads of lines, in order */
function choose(due: readonly Due[], { total, perTarget, underWay, organizations }: Room): Due[] {
  const [ofTargets, ofOrganizations] = [new Map(underWay), new Map(organizations?.underWay)]
  const perOrganization = organizations?.most ?? total
  const chosen: Due[] = []
  for (const delivery of due) {
    const { targetId, organizationId } = delivery
    const [there, all] = [ofTargets.get(targetId) ?? 0, ofOrganizations.get(organizationId) ?? 0]
    if (there >= perTarget || all >= perOrganization || chosen.length >= total) continue
    ofTargets.set(targetId, there + 1)
    ofOrganizations.set(organizationId, all + 1)
    chosen.push(delivery)
  }
  return chosen
}

/** Receivers of alerts. */
const OF_ALERTS = { except: SUBSCRIBER_MAIL_SERVER }

/** Sends what waits longest to receivers that are away, when it is time to see whether they are back. */
export const tryAwayReceivers = (context: Pick<Context, 'store' | 'now'>): Promise<void> =>
  tryReceivers(context, OF_ALERTS)

/** When there is something to claim, or to gather, next, Unix ms; null when nothing is pending. */
export async function nextClaimAt({ store }: Pick<Context, 'store'>, room: Room): Promise<number | null> {
  const times = [
    await nextUndecidedAt(store.db),
    await nextDeliveryAt(store.db, busyOnes(room)),
    await nextReceiverTrial({ store }, OF_ALERTS),
  ]
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** A try that has come to its end. */
export interface Ended extends Pick<Claim, 'delivery' | 'leads'> {
  outcome: Outcome
  /** Somebody was asked: nothing else tells how the target is. */
  wasTried: boolean
}

interface Settled extends Ended {
  settlement: Settlement
}

/**
 * Writes how tries went. A claim that was void by then changes nothing: whoever has it now settles it.
 *
 * @param random 0 to 1
 * @returns what becomes of each, in the same order
 */
export async function settle(
  context: Pick<Context, 'store' | 'now' | 'newId'>,
  ended: readonly Ended[],
  random: () => number,
): Promise<Settlement[]> {
  const at = context.now()
  const settled = ended.map((one) => ({ ...one, settlement: afterAttempt(one.delivery, one.outcome, at, random) }))
  const isFold = ({ leads, settlement }: Settled) => leads && settlement.status !== 'pending'
  const [single, folds] = [settled.filter((one) => !isFold(one)), settled.filter(isFold)]
  if (single.length > 0) await context.store.transact((tx) => settleSome(tx, context, single, at))
  for (const fold of folds) await settleFold(context, fold, at)
  return settled.map(({ settlement }) => settlement)
}

/** In SQLite nothing else can be done while a transaction goes on: so many take about 5 ms. */
const MEMBERS_AT_ONCE = 100

/**
 * The members of a fold first, some at a time, and the one that leads them last: after a crash in between it is told
 * once more, under the same id, and the rest is settled then.
 */
async function settleFold(context: Pick<Context, 'store' | 'now' | 'newId'>, fold: Settled, at: number): Promise<void> {
  const { store } = context
  for (let more = true; more; ) {
    more = await store.transact((tx) => settleMembers(tx, context, fold, at))
    await turn()
  }
  await store.transact((tx) => settleSome(tx, context, [fold], at))
}

/** @returns whether there may be more of them */
async function settleMembers(
  tx: Tx,
  context: Pick<Context, 'now' | 'newId'>,
  fold: Settled,
  at: number,
): Promise<boolean> {
  if (!(await holdsClaim(tx, fold.delivery))) return false
  const members = await listMembers(tx, fold.delivery.id, MEMBERS_AT_ONCE)
  await settleSome(
    tx,
    context,
    members.map((delivery) => ({ ...fold, delivery, wasTried: false })),
    at,
  )
  return members.length === MEMBERS_AT_ONCE
}

async function settleSome(
  tx: Tx,
  context: Pick<Context, 'now' | 'newId'>,
  settled: readonly Settled[],
  at: number,
): Promise<void> {
  const held = await saveSettlements(
    tx,
    settled.map(({ delivery, outcome, settlement }) => ({
      claimed: delivery,
      settlement,
      waitsFor: waitsFor(delivery, outcome),
    })),
    at,
  )
  const ours = settled.filter(({ delivery }) => held.has(delivery.id))
  const unwanted = ours.filter(({ outcome }) => !outcome.delivered && outcome.disableTarget)
  await disableTargets(tx, [...new Set(unwanted.map(({ delivery }) => delivery.targetId))], 'receiver_gone', at)
  await saveHealth(tx, healthAfter(ours, at))
  const tried = ours.filter(({ wasTried }) => wasTried)
  const findings = tried.map(({ delivery, outcome }) => ({
    receiver: receiverOf(delivery),
    proves: provenBy(delivery),
    outcome,
  }))
  await noteFindings(tx, findings, at)
  const lost = ours.filter(({ settlement: { status } }) => status === 'failed' || status === 'bounced')
  await giveUp(tx, context, lost, false)
  await giveUp(tx, context, lost, true)
  const done = ours.filter(({ settlement }) => settlement.status !== 'pending')
  await releaseFollowers(
    tx,
    done.map(({ delivery }) => delivery),
    at,
    at + LEASE_MS, // a claim that has been settled ended by then, and nobody is parked for longer
  )
}

/** @param together of those that were told with others */
async function giveUp(
  tx: Tx,
  context: Pick<Context, 'now' | 'newId'>,
  lost: readonly Settled[],
  together: boolean,
): Promise<void> {
  const given = lost
    .filter(({ leads }) => leads === together)
    .map(({ delivery, settlement }) => ({ delivery, reason: settlement.errorMessage ?? 'no reason given' }))
  await tellFallbacks(tx, context, given, together)
}

/** How targets are after tries of theirs, by their id. */
function healthAfter(settled: readonly Settled[], at: number): Map<string, TargetHealth> {
  const health = new Map<string, TargetHealth>()
  for (const { delivery, outcome, wasTried } of settled) {
    if (!wasTried) continue
    const before = health.get(delivery.targetId) ?? UNTOLD
    const now = outcome.delivered ? { lastDeliveredAt: at } : { lastFailedAt: at, lastError: reasonOf(outcome.message) }
    health.set(delivery.targetId, { ...before, ...now })
  }
  return health
}
