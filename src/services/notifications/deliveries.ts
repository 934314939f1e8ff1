/** The outbox: deliveries are claimed with a lease, tried outside of any transaction, and settled. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  applyOutcome,
  type Delivery,
  NO_HEALTH,
  type NotificationTarget,
  type Outcome,
  type Settlement,
  type TargetHealth,
  toReason,
} from '../../core/notifications/delivery.ts'
import { listBegunIncidents, withEnds } from '../../core/notifications/late-event.ts'
import {
  findAwaitedReceiver,
  getReceiver,
  listProvenReceivers,
  SUBSCRIBER_MAIL_SERVER,
} from '../../core/notifications/receiver.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { hasClaim, listMembers } from '../../store/notifications/alert-groups.ts'
import { listWaitingEnds } from '../../store/notifications/deliveries.ts'
import { disableTargets, listTargets } from '../../store/notifications/notification-targets.ts'
import {
  type BusyIds,
  claimDeliveries,
  type DueDelivery,
  findNextDeliveryAt,
  findNextUngroupedAt,
  listDue,
  releaseFollowers,
  rescheduleWaiting,
  saveSettlements,
} from '../../store/notifications/outbox.ts'
import { saveHealth } from '../../store/notifications/target-health.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { closeGroups } from './alert-groups.ts'
import { notifyFallbacks } from './fallbacks.ts'
import { getNextTrialAt, recordFindings, scheduleTrials } from './receivers.ts'

/**
 * How long a claim holds: far more than an attempt may take. After a crash between sending and settling, the same delivery
 * goes out again, under the same id, when the server starts again or this time is over.
 */
export const LEASE_MS = MINUTE_MS

/** Due deliveries looked at in one go. */
const WINDOW = 200

/** A delivery that is ours until its `nextAttemptAt`. */
export interface ClaimedDelivery {
  delivery: Delivery
  /** As it is now; null when it has been deleted. */
  target: NotificationTarget | null
  /** Others are told with it; see `completeGroup`. */
  isLeader: boolean
}

/** What the claimer can still take. */
export interface ClaimCapacity {
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
  capacity: ClaimCapacity,
): Promise<ClaimedDelivery[]> {
  return store.transact(async (tx) => {
    const at = now()
    const due = await listDue(tx, at, listBusy(capacity), WINDOW)
    const open = await closeGroups(tx, choose(due.filter(isHead), capacity), at)
    const waiting = due.map((delivery) => ({ ...delivery, waitsUntil: open.get(delivery.id) ?? delivery.waitsUntil }))
    await rescheduleWaiting(tx, waiting.filter(isWaiting), at)
    const chosen = new Map(choose(waiting.filter(isHead), capacity).map((delivery) => [delivery.id, delivery]))
    const positions = new Map([...chosen.keys()].map((id, position) => [id, position]))
    const claimed = await claimDeliveries(tx, [...chosen.keys()], { server, until: at + LEASE_MS }, at)
    claimed.sort((a, b) => positions.get(a.id)! - positions.get(b.id)!) // the oldest first, as PostgreSQL does not return them
    const targets = await listTargets(tx, [...new Set(claimed.map((delivery) => delivery.targetId))])
    return claimed.map((delivery) => ({
      delivery,
      target: targets.get(delivery.targetId) ?? null,
      isLeader: chosen.get(delivery.id)!.isLeader,
    }))
  })
}

/**
 * The delivery as it is sent when an earlier attempt failed: a beginning says that it is over, when the end waits behind it.
 * An attempt that may have arrived is the same message to its receiver, by its id.
 */
export async function loadLateDelivery({ store }: Pick<Context, 'store'>, delivery: Delivery): Promise<Delivery> {
  if (delivery.errorMessage === null) return delivery
  const ends = await listWaitingEnds(store.db, delivery.targetId, listBegunIncidents(delivery.event))
  return { ...delivery, event: withEnds(delivery.event, ends) }
}

const isHead = ({ waitsUntil }: DueDelivery): boolean => waitsUntil === null

const isWaiting = (due: DueDelivery): due is DueDelivery & { waitsUntil: number } => due.waitsUntil !== null

const filterByCount = (minCount: number, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].filter(([, count]) => count >= minCount).map(([id]) => id)

const listBusy = ({ perTarget, underWay, organizations }: ClaimCapacity): BusyIds => ({
  targets: filterByCount(perTarget, underWay),
  organizations: organizations ? filterByCount(organizations.most, organizations.underWay) : [],
})

/** Those that there is room for, at their target and for their organization too. @param due heads of lines, in order */
function choose(
  due: readonly DueDelivery[],
  { total, perTarget, underWay, organizations }: ClaimCapacity,
): DueDelivery[] {
  const [ofTargets, ofOrganizations] = [new Map(underWay), new Map(organizations?.underWay)]
  const perOrganization = organizations?.most ?? total
  const chosen: DueDelivery[] = []
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
const ALERT_RECEIVERS = { except: SUBSCRIBER_MAIL_SERVER }

/** Sends what waits longest to receivers that are away, when it is time to see whether they are back. */
export const scheduleReceiverTrials = (context: Pick<Context, 'store' | 'now'>): Promise<void> =>
  scheduleTrials(context, ALERT_RECEIVERS)

/** When there is something to claim, or to gather, next, Unix ms; null when nothing is pending. */
export async function getNextClaimAt(
  { store }: Pick<Context, 'store'>,
  capacity: ClaimCapacity,
): Promise<number | null> {
  const times = [
    await findNextUngroupedAt(store.db),
    await findNextDeliveryAt(store.db, listBusy(capacity)),
    await getNextTrialAt({ store }, ALERT_RECEIVERS),
  ]
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** A try that has come to its end. */
export interface FinishedAttempt extends Pick<ClaimedDelivery, 'delivery' | 'isLeader'> {
  outcome: Outcome
  /** Somebody was asked: nothing else tells how the target is. */
  wasTried: boolean
}

interface SettledAttempt extends FinishedAttempt {
  settlement: Settlement
}

/**
 * Writes how tries went. A claim that was void by then changes nothing: whoever has it now settles it.
 *
 * @param random 0 to 1
 * @returns what becomes of each, in the same order
 */
export async function saveOutcomes(
  context: Pick<Context, 'store' | 'now' | 'newId'>,
  ended: readonly FinishedAttempt[],
  random: () => number,
): Promise<Settlement[]> {
  const at = context.now()
  const settled = ended.map((one) => ({ ...one, settlement: applyOutcome(one.delivery, one.outcome, at, random) }))
  const isGroup = ({ isLeader, settlement }: SettledAttempt) => isLeader && settlement.status !== 'pending'
  const [single, groups] = [settled.filter((one) => !isGroup(one)), settled.filter(isGroup)]
  if (single.length > 0) await context.store.transact((tx) => saveOutcomeBatch(tx, context, single, at))
  for (const group of groups) await saveGroupOutcome(context, group, at)
  return settled.map(({ settlement }) => settlement)
}

/** In SQLite nothing else can be done while a transaction goes on: so many take about 5 ms. */
const MEMBERS_AT_ONCE = 100

/**
 * The members of a fold first, some at a time, and the one that leads them last: after a crash in between it is told
 * once more, under the same id, and the rest is settled then.
 */
async function saveGroupOutcome(
  context: Pick<Context, 'store' | 'now' | 'newId'>,
  group: SettledAttempt,
  at: number,
): Promise<void> {
  const { store } = context
  for (let more = true; more; ) {
    more = await store.transact((tx) => saveMemberOutcomes(tx, context, group, at))
    await yieldToEventLoop()
  }
  await store.transact((tx) => saveOutcomeBatch(tx, context, [group], at))
}

/** @returns whether there may be more of them */
async function saveMemberOutcomes(
  tx: Tx,
  context: Pick<Context, 'now' | 'newId'>,
  group: SettledAttempt,
  at: number,
): Promise<boolean> {
  if (!(await hasClaim(tx, group.delivery))) return false
  const members = await listMembers(tx, group.delivery.id, MEMBERS_AT_ONCE)
  await saveOutcomeBatch(
    tx,
    context,
    members.map((delivery) => ({ ...group, delivery, wasTried: false })),
    at,
  )
  return members.length === MEMBERS_AT_ONCE
}

async function saveOutcomeBatch(
  tx: Tx,
  context: Pick<Context, 'now' | 'newId'>,
  settled: readonly SettledAttempt[],
  at: number,
): Promise<void> {
  const saved = await saveSettlements(
    tx,
    settled.map(({ delivery, outcome, settlement }) => ({
      claimed: delivery,
      settlement,
      waitsFor: findAwaitedReceiver(delivery, outcome),
    })),
    at,
  )
  const validAttempts = settled.filter(({ delivery }) => saved.has(delivery.id))
  const unwanted = validAttempts.filter(({ outcome }) => !outcome.delivered && outcome.disableTarget)
  await disableTargets(tx, [...new Set(unwanted.map(({ delivery }) => delivery.targetId))], 'receiver_gone', at)
  await saveHealth(tx, computeHealth(validAttempts, at))
  const tried = validAttempts.filter(({ wasTried }) => wasTried)
  const findings = tried.map(({ delivery, outcome }) => ({
    receiver: getReceiver(delivery),
    proves: listProvenReceivers(delivery),
    outcome,
  }))
  await recordFindings(tx, findings, at)
  const failedAttempts = validAttempts.filter(
    ({ settlement: { status } }) => status === 'failed' || status === 'bounced',
  )
  await notifyFallbacksOf(tx, context, failedAttempts, false)
  await notifyFallbacksOf(tx, context, failedAttempts, true)
  const done = validAttempts.filter(({ settlement }) => settlement.status !== 'pending')
  await releaseFollowers(
    tx,
    done.map(({ delivery }) => delivery),
    at,
    at + LEASE_MS, // a claim that has been settled ended by then, and nobody is parked for longer
  )
}

/** @param together of those that were told with others */
async function notifyFallbacksOf(
  tx: Tx,
  context: Pick<Context, 'now' | 'newId'>,
  failedAttempts: readonly SettledAttempt[],
  wasGrouped: boolean,
): Promise<void> {
  const failed = failedAttempts
    .filter(({ isLeader }) => isLeader === wasGrouped)
    .map(({ delivery, settlement }) => ({ delivery, reason: settlement.errorMessage ?? 'no reason given' }))
  await notifyFallbacks(tx, context, failed, wasGrouped)
}

/** How targets are after tries of theirs, by their id. */
function computeHealth(settled: readonly SettledAttempt[], at: number): Map<string, TargetHealth> {
  const health = new Map<string, TargetHealth>()
  for (const { delivery, outcome, wasTried } of settled) {
    if (!wasTried) continue
    const before = health.get(delivery.targetId) ?? NO_HEALTH
    const now = outcome.delivered ? { lastDeliveredAt: at } : { lastFailedAt: at, lastError: toReason(outcome.message) }
    health.set(delivery.targetId, { ...before, ...now })
  }
  return health
}
