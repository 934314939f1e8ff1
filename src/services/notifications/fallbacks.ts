/** What a target cannot be told is told to its fallback, in the transaction that gives the target up. */
import type { Delivery, NotificationTarget } from '../../core/notifications/delivery.ts'
import { topicOf } from '../../core/notifications/storm.ts'
import { insertDeliveries } from '../../store/notifications/deliveries.ts'
import { listTargets } from '../../store/notifications/notification-targets.ts'
import { listFallbacks } from '../../store/notifications/target-fallbacks.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { gatherAll } from './storms.ts'
import { pendingDelivery } from './tell.ts'

/** What could not be told, and why. */
interface GivenUp {
  delivery: Delivery
  reason: string
}

/**
 * A fallback hears of each event once, whether it was to hear of it itself or instead of how many others: so targets may
 * stand in for each other in a circle.
 *
 * @param together they were one message, and are to be one again
 */
export async function tellFallbacks(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  given: readonly GivenUp[],
  together: boolean,
): Promise<void> {
  const lost = given.filter(({ delivery }) => delivery.event.type !== 'test')
  const ids = [...new Set(lost.map(({ delivery }) => delivery.targetId))]
  const fallbacks = await listFallbacks(tx, ids)
  if (fallbacks.size === 0) return
  const names = await listTargets(tx, [...fallbacks.keys()])
  const copies = lost.flatMap(({ delivery, reason }) => {
    const fallback = fallbacks.get(delivery.targetId)
    const name = names.get(delivery.targetId)?.name ?? placeOf(delivery)
    return fallback ? [copyOf(delivery, fallback, { target_name: name, reason }, context)] : []
  })
  const written = await insertDeliveries(tx, copies)
  if (!together) return
  const arrivals = copies
    .filter(({ id, event }) => written.has(id) && topicOf(event.type) !== null)
    .map((copy) => ({ ...copy, type: copy.event.type }))
  await gatherAll(tx, arrivals, context.now(), true)
}

/** Of an address no more than its host: the rest may be a key, and others read this. */
const placeOf = ({ recipient }: Delivery): string => URL.parse(recipient)?.host || recipient

/** Of the same time as the event: what comes later of the incident stays behind it. */
function copyOf(
  { event, eventId, incidentId, targetId, createdAt }: Delivery,
  fallback: NotificationTarget,
  insteadOf: NonNullable<Delivery['event']['data']['instead_of']>,
  context: Pick<Context, 'newId' | 'now'>,
): Delivery {
  const { folded: _, ...data } = event.data
  return pendingDelivery(
    fallback,
    {
      eventId,
      event: { ...event, data: { ...data, instead_of: insteadOf } },
      incidentId,
      createdAt,
      insteadOf: targetId,
      updatedAt: Math.max(context.now(), createdAt),
    },
    context,
  )
}
