/** The outbox. Deliveries are claimed with a lease, sent outside any transaction, and settled. */
import type { DeliveryTarget } from '../../core/notifications/contact-method.ts'
import {
  applyOutcome,
  computeHealthAfter,
  type Delivery,
  NO_HEALTH,
  type Outcome,
  type Settlement,
  type TargetHealth,
} from '../../core/notifications/delivery.ts'
import { listOpenedIncidents, withEnds } from '../../core/notifications/grouped-event.ts'
import { isQuietHoursEvent } from '../../core/notifications/quiet-hours.ts'
import {
  findAwaitedReceiver,
  getReceiver,
  listProvenReceivers,
  type Sent,
  SUBSCRIBER_MAIL_SERVER,
} from '../../core/notifications/receiver.ts'
import { hasClaim, listMembers } from '../../store/notifications/alert-groups.ts'
import { listWaitingEnds } from '../../store/notifications/deliveries.ts'
import { disableTargets, loadDeliveryTargets } from '../../store/notifications/notification-targets.ts'
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
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import { closeGroups } from './alert-groups.ts'
import { LEASE_MS } from './claims.ts'
import { notifyFallbacks, recordThreads, storeReplacedSettings } from './delivery-effects.ts'
import { getNextTrialAt, type Inquiry, recordFindings, scheduleTrials } from './receivers.ts'

/** Due deliveries read at once. */
const WINDOW = 200

/** A delivery claimed by this server until its `nextAttemptAt`. */
export interface ClaimedDelivery {
  delivery: Delivery
  /** Current state of the target; null when it was deleted. */
  target: DeliveryTarget | null
  /** Whether other deliveries are sent with it; see `completeMessage`. */
  isLeader: boolean
}

/** Deliveries the claiming server can still send. */
export interface ClaimCapacity {
  total: number
  perTarget: number
  /** Running deliveries by target id. */
  inFlight: ReadonlyMap<string, number>
  /** Limit and running deliveries per organization; absent: no limit per organization. */
  organizations?: { most: number; inFlight: ReadonlyMap<string, number> }
}

/**
 * Claims due deliveries. No delivery is claimed by two servers at once, and none overtakes an earlier delivery of its
 * incident.
 */
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
    claimed.sort((a, b) => positions.get(a.id)! - positions.get(b.id)!) // oldest first; PostgreSQL returns no order
    const findTarget = await loadDeliveryTargets(tx, claimed)
    return claimed.map((delivery) => ({
      delivery,
      target: findTarget(delivery),
      isLeader: chosen.get(delivery.id)!.isLeader,
    }))
  })
}

/**
 * Loads the message of a retry, or of a delivery that was held. If the incident resolved in the meantime, the opening
 * message states it. The id stays the same, so a receiver that got the earlier attempt can deduplicate.
 */
export async function loadLateDelivery({ store }: Pick<Context, 'store'>, delivery: Delivery): Promise<Delivery> {
  if (delivery.event.data.edit || (delivery.errorMessage === null && delivery.quietUntil === undefined)) return delivery
  const ends = await listWaitingEnds(store.db, delivery.targetId, listOpenedIncidents(delivery.event))
  return { ...delivery, event: withEnds(delivery.event, ends) }
}

const isHead = ({ waitsUntil }: DueDelivery): boolean => waitsUntil === null

const isWaiting = (due: DueDelivery): due is DueDelivery & { waitsUntil: number } => due.waitsUntil !== null

const filterByCount = (minCount: number, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].filter(([, count]) => count >= minCount).map(([id]) => id)

const listBusy = ({ perTarget, inFlight, organizations }: ClaimCapacity): BusyIds => ({
  targets: filterByCount(perTarget, inFlight),
  organizations: organizations ? filterByCount(organizations.most, organizations.inFlight) : [],
})

/**
 * Chooses deliveries within the capacity of their target and organization.
 *
 * @param due the first deliveries of their queues, in order
 */
function choose(
  due: readonly DueDelivery[],
  { total, perTarget, inFlight, organizations }: ClaimCapacity,
): DueDelivery[] {
  const [ofTargets, ofOrganizations] = [new Map(inFlight), new Map(organizations?.inFlight)]
  const perOrganization = organizations?.most ?? total
  const chosen: DueDelivery[] = []
  for (const delivery of due) {
    const { targetId, organizationId } = delivery
    const [ofTarget, ofOrganization] = [ofTargets.get(targetId) ?? 0, ofOrganizations.get(organizationId) ?? 0]
    if (ofTarget >= perTarget || ofOrganization >= perOrganization || chosen.length >= total) continue
    ofTargets.set(targetId, ofTarget + 1)
    ofOrganizations.set(organizationId, ofOrganization + 1)
    chosen.push(delivery)
  }
  return chosen
}

/** Receivers of alerts, without the mail server for subscribers. */
const ALERT_RECEIVERS = { except: SUBSCRIBER_MAIL_SERVER }

/** Makes the oldest delivery of each unavailable receiver due when its next trial is due, or returns an inquiry. */
export const scheduleReceiverTrials = (context: Pick<Context, 'store' | 'now'>): Promise<Inquiry[]> =>
  scheduleTrials(context, ALERT_RECEIVERS)

/** Returns when the next delivery can be claimed or grouped, Unix ms; null when none is pending. */
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

/** An attempt that ended. */
export interface FinishedAttempt extends Pick<ClaimedDelivery, 'isLeader'> {
  delivery: ClaimedDelivery['delivery'] & Sent
  outcome: Outcome
  /** Whether the receiver was contacted. Only such attempts change the target's health. */
  wasTried: boolean
}

/** It is included when the message of the leader reports it, also at a fallback. */
type SettledAttempt = FinishedAttempt & { settlement: Settlement; isIncluded?: boolean }

/**
 * Saves the outcomes of attempts. An expired claim changes nothing, because another server may have claimed the
 * delivery.
 *
 * @param random 0 to 1
 * @returns the settlement of each attempt, in the same order
 */
export async function saveOutcomes(
  context: Context,
  ended: readonly FinishedAttempt[],
  random: () => number,
): Promise<Settlement[]> {
  await storeReplacedSettings(context, ended)
  const at = context.now()
  const settled = ended.map((one) => ({ ...one, settlement: applyOutcome(one.delivery, one.outcome, at, random) }))
  const isGroup = ({ isLeader, settlement }: SettledAttempt) => isLeader && settlement.status !== 'pending'
  const [single, groups] = [settled.filter((one) => !isGroup(one)), settled.filter(isGroup)]
  if (single.length > 0) await transactSystem(context, (work) => saveOutcomeBatch(work, single))
  for (const group of groups) await saveGroupOutcome(context, group)
  return settled.map(({ settlement }) => settlement)
}

/** Members per transaction. SQLite does nothing else during a transaction, and 100 deliveries take about 5 ms. */
const MEMBERS_AT_ONCE = 100

/**
 * Settles the members of an alert group in batches, and its leader last. After a crash in between, the group is sent
 * again under the same id, and the remaining members are settled then.
 */
async function saveGroupOutcome(context: Context, group: SettledAttempt): Promise<void> {
  for (let more = true; more; ) more = await transactSystem(context, (work) => saveMemberOutcomes(work, group))
  await transactSystem(context, (work) => saveOutcomeBatch(work, [group]))
}

/** @returns whether more members may remain */
async function saveMemberOutcomes(work: BaseWork, group: SettledAttempt): Promise<boolean> {
  if (!(await hasClaim(work.tx, group.delivery))) return false
  const members = await listMembers(work.tx, group.delivery.id, MEMBERS_AT_ONCE)
  const isIncluded = isQuietHoursEvent(group.delivery.event)
  await saveOutcomeBatch(
    work,
    members.map((delivery) => ({ ...group, delivery, isIncluded, wasTried: false })),
  )
  return members.length === MEMBERS_AT_ONCE
}

async function saveOutcomeBatch(work: BaseWork, settled: readonly SettledAttempt[]): Promise<void> {
  const { tx, at } = work
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
  await recordThreads(tx, validAttempts)
  const unwanted = validAttempts.filter(({ outcome }) => !outcome.delivered && outcome.disableTarget)
  await disableTargets(tx, [...new Set(unwanted.map(({ delivery }) => delivery.targetId))], 'receiver_gone', at)
  const tried = validAttempts.filter(({ wasTried }) => wasTried)
  await saveHealth(tx, computeHealth(tried, at))
  const findings = tried.map(({ delivery, outcome }) => ({
    receiver: getReceiver(delivery),
    proves: listProvenReceivers(delivery),
    outcome,
  }))
  await recordFindings(tx, findings, at)
  const failedAttempts = validAttempts.filter(
    ({ settlement: { status } }) => status === 'failed' || status === 'bounced',
  )
  await notifyFallbacksOf(work, failedAttempts, false)
  await notifyFallbacksOf(work, failedAttempts, true)
  const done = validAttempts.filter(({ settlement }) => settlement.status !== 'pending')
  await releaseFollowers(
    tx,
    done.map(({ delivery }) => delivery),
    at,
    at + LEASE_MS, // the claim of a settled delivery would have ended by then, so no follower waits longer
  )
}

/** @param wasGrouped whether to notify the fallbacks of grouped deliveries, or of the rest */
async function notifyFallbacksOf(
  work: BaseWork,
  failedAttempts: readonly SettledAttempt[],
  wasGrouped: boolean,
): Promise<void> {
  const failed = failedAttempts
    .filter(({ isLeader, isIncluded }) => isLeader === wasGrouped && !isIncluded)
    .map(({ delivery, settlement }) => ({ delivery, reason: settlement.errorMessage ?? 'no reason given' }))
  await notifyFallbacks(work, failed, wasGrouped)
}

/** Computes the health of targets after attempts, by target id. */
function computeHealth(settled: readonly SettledAttempt[], at: number): Map<string, TargetHealth> {
  const health = new Map<string, TargetHealth>()
  for (const { delivery, outcome } of settled)
    health.set(delivery.targetId, computeHealthAfter(health.get(delivery.targetId) ?? NO_HEALTH, outcome, at))
  return health
}
