/** What a target cannot be told is told to its fallback, in the transaction that gives the target up. */

import { findTopic } from '../../core/notifications/alert-group.ts'
import type { Delivery, NotificationTarget } from '../../core/notifications/delivery.ts'
import { insertDeliveries } from '../../store/notifications/deliveries.ts'
import { listTargets } from '../../store/notifications/notification-targets.ts'
import { listFallbacks } from '../../store/notifications/target-fallbacks.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { groupAll } from './alert-groups.ts'
import { createPendingDelivery } from './notify.ts'

/** What could not be told, and why. */
interface FailedDelivery {
  delivery: Delivery
  reason: string
}

/**
 * A fallback hears of each event once, whether it was to hear of it itself or instead of how many others: so targets may
 * stand in for each other in a circle.
 *
 * @param together they were one message, and are to be one again
 */
export async function notifyFallbacks(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  failed: readonly FailedDelivery[],
  wasGrouped: boolean,
): Promise<void> {
  const undelivered = failed.filter(({ delivery }) => delivery.event.type !== 'test')
  const ids = [...new Set(undelivered.map(({ delivery }) => delivery.targetId))]
  const fallbacks = await listFallbacks(tx, ids)
  if (fallbacks.size === 0) return
  const names = await listTargets(tx, [...fallbacks.keys()])
  const copies = undelivered.flatMap(({ delivery, reason }) => {
    const fallback = fallbacks.get(delivery.targetId)
    const name = names.get(delivery.targetId)?.name ?? describeRecipient(delivery)
    return fallback ? [toFallbackDelivery(delivery, fallback, { target_name: name, reason }, context)] : []
  })
  const inserted = await insertDeliveries(tx, copies)
  if (!wasGrouped) return
  const alerts = copies
    .filter(({ id, event }) => inserted.has(id) && findTopic(event.type) !== null)
    .map((copy) => ({ ...copy, type: copy.event.type }))
  await groupAll(tx, alerts, context.now(), true)
}

/** Of an address no more than its host: the rest may be a key, and others read this. */
const describeRecipient = ({ recipient }: Delivery): string => URL.parse(recipient)?.host || recipient

/** Of the same time as the event: what comes later of the incident stays behind it. */
function toFallbackDelivery(
  { event, eventId, incidentId, targetId, createdAt }: Delivery,
  fallback: NotificationTarget,
  fallbackFor: NonNullable<Delivery['event']['data']['fallback_for']>,
  context: Pick<Context, 'newId' | 'now'>,
): Delivery {
  const { alert_group: _, ...data } = event.data
  return createPendingDelivery(
    fallback,
    {
      eventId,
      event: { ...event, data: { ...data, fallback_for: fallbackFor } },
      incidentId,
      createdAt,
      fallbackFor: targetId,
      updatedAt: Math.max(context.now(), createdAt),
    },
    context,
  )
}
