/**
 * Fallbacks of targets. They receive the deliveries a target could not receive, in the transaction that records the
 * failure.
 */

import type { Delivery, NotificationTarget } from '../../core/notifications/delivery.ts'
import { findTopic } from '../../core/notifications/grouped-event.ts'
import { isQuietHoursEvent } from '../../core/notifications/quiet-hours.ts'
import { insertDeliveries } from '../../store/notifications/deliveries.ts'
import { listTargets } from '../../store/notifications/notification-targets.ts'
import { listFallbacks } from '../../store/notifications/target-fallbacks.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { groupAll } from './alert-groups.ts'
import { createPendingDelivery } from './notify.ts'

/** An undelivered message and the reason. */
interface FailedDelivery {
  delivery: Delivery
  reason: string
}

/**
 * Enqueues failed deliveries for the fallbacks of their targets, except tests and changes of sent messages. A fallback receives each event once, however many
 * targets it replaces, so fallbacks may form a cycle.
 *
 * @param wasGrouped whether the deliveries were one message and stay together
 */
export async function notifyFallbacks(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  failed: readonly FailedDelivery[],
  wasGrouped: boolean,
): Promise<void> {
  const undelivered = failed.filter(({ delivery: { event } }) => event.type !== 'test' && !event.data.edit)
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
    .filter(({ id, event, leaderId }) => inserted.has(id) && leaderId === null && findTopic(event.type) !== null)
    .map((copy) => ({ ...copy, scope: null, type: copy.event.type }))
  await groupAll(tx, alerts, context.now(), true)
}

/** Returns only the host of an address: the rest may be a secret, and other users read this text. */
const describeRecipient = ({ recipient }: Delivery): string => URL.parse(recipient)?.host || recipient

/**
 * Creates the fallback delivery with the creation time of the original. Later deliveries of the incident stay behind
 * it.
 */
function toFallbackDelivery(
  { event, eventId, incidentId, targetId, createdAt }: Delivery,
  fallback: NotificationTarget,
  fallbackFor: NonNullable<Delivery['event']['data']['fallback_for']>,
  context: Pick<Context, 'newId' | 'now'>,
): Delivery {
  const { alert_group, ...rest } = event.data
  const data = isQuietHoursEvent(event) ? { ...rest, ...(alert_group && { alert_group }) } : rest
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
