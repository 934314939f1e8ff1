/** Holds messages during quiet hours, and sends them as one message: see `core/notifications/quiet-hours.ts`. */
import { canGroup } from '../../channels/index.ts'
import { MAX_GROUP_SIZE } from '../../core/notifications/alert-group.ts'
import type { Delivery, NotificationTarget } from '../../core/notifications/delivery.ts'
import { findTopicKey, MAX_LISTED, toScopedKey } from '../../core/notifications/grouped-event.ts'
import { findHoldEnd, isQuietHoursEvent, toQuietHoursEvent } from '../../core/notifications/quiet-hours.ts'
import {
  countMembers,
  type GroupingKey,
  lockGroupingStates,
  NEVER,
  replaceEvent,
  saveLeaders,
  toMapKey,
} from '../../store/notifications/alert-groups.ts'
import {
  countHeldIncidents,
  findOvertakingEvent,
  type HeldQueue,
  holdDeliveries,
  listHeldOthers,
  listLatestStates,
  listReleased,
  listRoutes,
  type MessageRoute,
  releaseHeldDeliveries,
} from '../../store/notifications/held-deliveries.ts'
import type { UngroupedDelivery } from '../../store/notifications/outbox.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'

/**
 * Holds due deliveries to targets in quiet hours, and combines deliveries whose quiet hours ended.
 *
 * @returns the other deliveries, which may be grouped, and those that are sent separately
 */
export async function holdDue(
  tx: Tx,
  ungrouped: readonly UngroupedDelivery[],
  at: number,
): Promise<{ groupable: UngroupedDelivery[]; separate: UngroupedDelivery[] }> {
  const routes = await listRoutes(tx, [...new Set(ungrouped.map(({ targetId }) => targetId))])
  const held = ungrouped.flatMap((delivery) => {
    const until = findHoldEnd(routes.get(delivery.targetId)?.quietHours ?? null, delivery, at)
    return until === null ? [] : [{ id: delivery.id, until }]
  })
  await holdDeliveries(tx, held)
  const heldIds = new Set(held.map(({ id }) => id))
  const due = ungrouped.filter(({ id }) => !heldIds.has(id))
  const isGrouped = ({ targetId }: UngroupedDelivery) => mayGroup(routes.get(targetId))
  const isReleased = (delivery: UngroupedDelivery) => delivery.quietUntil !== null && isGrouped(delivery)
  const rest = due.filter((delivery) => !isReleased(delivery))
  const groupable = rest.filter((one) => isGrouped(one) && findTopicKey(one.type, one.fallbackFor) !== null)
  await combineReleased(tx, due.filter(isReleased), groupable, at)
  const others = new Set(groupable)
  return { groupable, separate: rest.filter((delivery) => !others.has(delivery)) }
}

/** A deleted target receives nothing, and its fallback groups again. */
const mayGroup = (route: MessageRoute | undefined): boolean => route === undefined || canGroup(route)

const toQuietKey = ({ targetId, scope, fallbackFor }: HeldQueue): GroupingKey => ({
  targetId,
  topic: toScopedKey(`quiet hours${fallbackFor === null ? '' : ` instead of ${fallbackFor}`}`, scope),
})

/**
 * Makes the released deliveries of each target one message. The grouping states serve as locks, so one server combines
 * all of them.
 *
 * @param next deliveries that are grouped in the same transaction, whose states are locked in the same order
 */
async function combineReleased(
  tx: Tx,
  released: readonly HeldQueue[],
  next: readonly UngroupedDelivery[],
  at: number,
): Promise<void> {
  const queues = new Map(released.map((queue) => [toMapKey(toQuietKey(queue)), queue]))
  if (queues.size === 0) return
  const others = next.map((one) => ({
    targetId: one.targetId,
    topic: toScopedKey(findTopicKey(one.type, one.fallbackFor)!, one.scope),
  }))
  await lockGroupingStates(tx, [...[...queues.values()].map(toQuietKey), ...others])
  for (const queue of queues.values()) {
    const ids = await listReleased(tx, queue, at, MAX_GROUP_SIZE)
    const leaderId = ids[0]!
    if (leaderId === undefined) continue
    await saveLeaders(
      tx,
      ids.map((id) => ({ id, leaderId, nextAttemptAt: id === leaderId ? at : NEVER })),
    )
  }
}

type Quiet = Pick<NotificationTarget, 'id' | 'quietHours'>

/**
 * Makes held messages due when the quiet hours of their target changed. The courier holds them again if necessary. The
 * caller must wake the courier after the commit.
 */
export async function applyQuietHours(tx: Tx, before: Quiet, after: Quiet, now: number): Promise<void> {
  if (JSON.stringify(before.quietHours ?? null) === JSON.stringify(after.quietHours ?? null)) return
  await releaseHeldDeliveries(tx, after.id, now)
}

/**
 * Builds the message about all deliveries that were held together. A delivery that was held by itself keeps its event,
 * unless its target has meanwhile received a later event of the incident.
 *
 * @param leader a claimed delivery
 * @returns null when the claim was lost in the meantime
 */
export async function completeHeld({ store }: Pick<Context, 'store'>, leader: Delivery): Promise<Delivery | null> {
  if (isQuietHoursEvent(leader.event)) return leader
  const { db } = store
  const count = 1 + (await countMembers(db, leader.id))
  const latest = await listLatestStates(db, leader, MAX_LISTED)
  if (count === 1 && latest.every(({ id }) => id === leader.id)) return leader
  const others = await listHeldOthers(db, leader.id, MAX_LISTED)
  const held = {
    count,
    incidentCount: await countHeldIncidents(db, leader.id),
    latest: latest.map(({ event }) => event),
    others: others.map(({ event }) => event),
  }
  const event = toQuietHoursEvent(leader.event, held, leader.quietUntil!)
  const isClaimed = await store.transact((tx) => replaceEvent(tx, leader, event))
  return isClaimed ? { ...leader, event } : null
}

/**
 * Returns a held delivery to a receiver that tracks each incident. If an urgent event of the incident was sent in the
 * quiet hours, the delivery repeats it, which changes nothing. A held reminder would otherwise trigger a resolved alert.
 */
export async function completeSeparate({ store }: Pick<Context, 'store'>, held: Delivery): Promise<Delivery> {
  const event = held.incidentId === null ? null : await findOvertakingEvent(store.db, held)
  return event ? { ...held, event } : held
}
