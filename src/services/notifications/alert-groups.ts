/** Grouping of alerts into messages, and the content of grouped messages: see `core/notifications/alert-group.ts`. */
import { canGroup } from '../../channels/index.ts'
import { type CauseFacts, findCommonCauses, NO_FACTS } from '../../core/incidents/cause.ts'
import {
  closeGroup,
  type DueAlert as GroupableAlert,
  groupAcknowledgements,
  groupAlerts,
  listOpenGroups,
  NO_GROUPING,
} from '../../core/notifications/alert-group.ts'
import type { Delivery, NotificationTarget } from '../../core/notifications/delivery.ts'
import { findTopicKey, MAX_LISTED, toGroupedEvent, toScopedKey } from '../../core/notifications/grouped-event.ts'
import {
  countMembers,
  type GroupedMonitor,
  type GroupingKey,
  listGroupedMonitors,
  listMembers,
  listMonitorsOfDeliveries,
  lockGroupingStates,
  lockKnownGroupingStates,
  NEVER,
  replaceEvent,
  saveGroupingStates,
  saveLeaders,
  toMapKey,
} from '../../store/notifications/alert-groups.ts'
import {
  type DueDelivery,
  findNextUngroupedAt,
  listUngrouped,
  listUngroupedIds,
  rescheduleWaiting,
  type UngroupedDelivery,
} from '../../store/notifications/outbox.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { listCauseFacts } from './cause-facts.ts'
import { completeHeld, completeSeparate, holdDue } from './quiet-hours.ts'

/** Deliveries per transaction. SQLite does nothing else during a transaction, and 100 deliveries take about 4 ms. */
const CHUNK = 100

/** A due delivery and its grouping key. */
type DueAlert = Pick<UngroupedDelivery, 'id' | 'targetId' | 'scope' | 'type' | 'fallbackFor' | 'nextAttemptAt'> & {
  /** Absent when unknown. */
  about?: AlertFacts | undefined
}

/** The facts of a delivery that matter for grouping. */
type AlertFacts = Pick<GroupableAlert, 'monitor' | 'facts'>

const UNKNOWN_FACTS: AlertFacts = { monitor: null, facts: NO_FACTS }

/**
 * Decides which due deliveries are sent separately and which are grouped with others of the same cause.
 *
 * @returns whether more deliveries may be waiting
 */
export async function groupDue({ store, now }: Pick<Context, 'store' | 'now'>): Promise<boolean> {
  const nextAt = await findNextUngroupedAt(store.db)
  if (nextAt === null || nextAt > now()) return false
  // Outside the transaction, during which SQLite can do nothing else
  const ids = await listUngroupedIds(store.db, now(), CHUNK)
  const about = await listAlertFacts(store.db, ids, now())
  return store.transact(async (tx) => {
    const at = now()
    const ungrouped = await listUngrouped(tx, at, CHUNK)
    const { groupable, separate } = await holdDue(tx, ungrouped, at)
    await saveLeaders(
      tx,
      separate.map(({ id, nextAttemptAt }) => ({ id, leaderId: id, nextAttemptAt })),
    )
    const waiting = groupable.flatMap(({ id, waitsUntil }) => (waitsUntil === null ? [] : [{ id, waitsUntil }]))
    await rescheduleWaiting(tx, waiting, at)
    const heads = groupable.filter(({ waitsUntil }) => waitsUntil === null)
    const known = heads.filter(({ id }) => about.has(id)).map((one) => ({ ...one, about: about.get(one.id) }))
    await groupAll(tx, known, at, false)
    return ungrouped.length === CHUNK || known.length < heads.length
  })
}

/** @returns facts by delivery id, including deliveries without a monitor */
async function listAlertFacts(db: Reader, ids: readonly string[], now: number): Promise<Map<string, AlertFacts>> {
  const monitors = await listMonitorsOfDeliveries(db, ids)
  const facts = await listCauseFacts(db, monitors, now)
  const known = monitors.map(({ deliveryId, monitorKey: monitor, incidentType }, index): [string, AlertFacts] => {
    const { certificate, ...rest } = facts[index]!
    // Many sites share a certificate, so it explains only TLS errors
    return [deliveryId, { monitor, facts: { ...rest, certificate: incidentType === 'ssl_error' ? certificate : null } }]
  })
  return new Map([...ids.map((id): [string, AlertFacts] => [id, UNKNOWN_FACTS]), ...known])
}

/**
 * Groups alerts.
 *
 * @param wasGrouped whether the alerts were one message before and stay together
 */
export async function groupAll(tx: Tx, alerts: readonly DueAlert[], at: number, wasGrouped: boolean): Promise<void> {
  const byKey = Map.groupBy(alerts, (alert) => toMapKey(toGroupingKey(alert)))
  const states = await lockGroupingStates(tx, alerts.map(toGroupingKey))
  const grouped = [...byKey].map(([key, group]) => {
    const state = states.get(key) ?? NO_GROUPING
    const known = group.map(({ id, about = UNKNOWN_FACTS }) => ({ id, ...about }))
    const decided =
      group[0]!.type === 'incident.acknowledged'
        ? groupAcknowledgements(state, known, at)
        : groupAlerts(state, known, at, wasGrouped)
    return { ...toGroupingKey(group[0]!), group, ...decided }
  })
  await saveGroupingStates(tx, grouped)
  await saveLeaders(
    tx,
    grouped.flatMap(({ group, leaderIds, state }) => {
      const closesAt = new Map(listOpenGroups(state).map((openGroup) => [openGroup.id, openGroup.closesAt]))
      return group.map(({ id, nextAttemptAt }) => {
        const leader = leaderIds.get(id)!
        return { id, leaderId: leader, nextAttemptAt: leader === id ? (closesAt.get(id) ?? nextAttemptAt) : NEVER }
      })
    }),
  )
}

/** Every groupable event type has a topic. Deliveries of other types get their leader when they are written. */
const toGroupingKey = ({
  targetId,
  scope,
  type,
  fallbackFor,
}: Pick<DueDelivery, 'targetId' | 'scope' | 'type' | 'fallbackFor'>): GroupingKey => ({
  targetId,
  topic: toScopedKey(findTopicKey(type, fallbackFor) ?? type, scope),
})

/**
 * Closes the alert groups led by deliveries that are about to be claimed. Later alerts do not join them.
 *
 * @returns deliveries whose groups are still open, with the closing times, Unix ms
 */
export async function closeGroups(tx: Tx, due: readonly DueDelivery[], at: number): Promise<Map<string, number>> {
  const topical = due.filter(({ type, fallbackFor }) => findTopicKey(type, fallbackFor) !== null)
  const states = await lockKnownGroupingStates(tx, [...new Set(topical.map(({ targetId }) => targetId))])
  const open = new Map<string, number>()
  const changed = new Map<string, GroupingKey>()
  for (const delivery of topical) {
    const key = toMapKey(toGroupingKey(delivery))
    const state = states.get(key)
    const openGroup = state && listOpenGroups(state).find(({ id }) => id === delivery.id)
    if (!openGroup) continue
    if (openGroup.closesAt > at) open.set(openGroup.id, openGroup.closesAt)
    else {
      states.set(key, closeGroup(state, openGroup.id, at))
      changed.set(key, toGroupingKey(delivery))
    }
  }
  await saveGroupingStates(
    tx,
    [...changed].map(([key, groupingKey]) => ({ ...groupingKey, state: states.get(key)! })),
  )
  return open
}

/**
 * Completes the message of a claimed delivery that leads other deliveries or was held.
 *
 * @returns null when the claim was lost in the meantime
 */
export function completeMessage(
  context: Pick<Context, 'store' | 'now'>,
  { delivery, target, isLeader }: { delivery: Delivery; target: NotificationTarget | null; isLeader: boolean },
): Promise<Delivery | null> | Delivery {
  if (delivery.quietUntil !== undefined && target)
    return canGroup(target) ? completeHeld(context, delivery) : completeSeparate(context, delivery)
  return isLeader ? completeGroup(context, delivery) : delivery
}

/**
 * Builds the message of an alert group. It is complete from the first attempt on, and every retry sends the same
 * message.
 *
 * @param leader a claimed delivery with group members
 * @returns null when the claim was lost in the meantime
 */
async function completeGroup(
  { store, now }: Pick<Context, 'store' | 'now'>,
  leader: Delivery,
): Promise<Delivery | null> {
  if (leader.event.data.alert_group) return leader
  const { db } = store
  const count = 1 + (await countMembers(db, leader.id))
  const others = await listMembers(db, leader.id, MAX_LISTED - 1)
  const causes = findCommonCauses(await listGroupFacts(db, leader.id, now()))
  const event = toGroupedEvent(
    leader.event,
    others.map((other) => other.event),
    count,
    causes,
  )
  const isClaimed = await store.transact((tx) => replaceEvent(tx, leader, event))
  return isClaimed ? { ...leader, event } : null
}

/** Reads page by page. */
async function listGroupFacts(db: Reader, leaderId: string, now: number): Promise<CauseFacts[]> {
  const facts = await listCauseFacts(db, await listMonitorsOfDeliveries(db, [leaderId]), now)
  for (let after: GroupedMonitor | null = null; ; ) {
    const page = await listGroupedMonitors(db, leaderId, after, CHUNK)
    for (const fact of await listCauseFacts(db, page, now)) facts.push(fact)
    after = page.at(-1) ?? null
    if (page.length < CHUNK) return facts
  }
}
