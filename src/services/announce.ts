/** What happens to an incident is written down and told: entry and deliveries go into the same transaction. */
import { recipientOf } from '../channels/index.ts'
import { eventOf } from '../core/alert.ts'
import { type Delivery, MAX_RETRIES, type NotificationTarget } from '../core/delivery.ts'
import type { Event } from '../core/event.ts'
import type { IncidentUpdate } from '../core/incident.ts'
import { insertDeliveries } from '../store/deliveries.ts'
import { insertIncidentUpdates } from '../store/incident-updates.ts'
import { listAudiences } from '../store/notification-targets.ts'
import type { Tx } from '../store/store.ts'
import type { Context } from './context.ts'

/**
 * Three queries, however many updates. After the commit somebody has to wake the courier.
 *
 * @param updates those of one incident in the order in which they happened
 */
export async function announce(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  updates: readonly IncidentUpdate[],
): Promise<void> {
  if (updates.length === 0) return
  const entries = updates.map((update) => ({ ...update, id: context.newId() }))
  await insertIncidentUpdates(tx, entries)
  const keys = new Set(entries.flatMap(({ incident }) => (incident.monitor ? [incident.monitor.key] : [])))
  const audiences = await listAudiences(tx, [...keys])
  const deliveries = entries.flatMap((entry) => {
    const audience = entry.incident.monitor ? audiences.get(entry.incident.monitor.key) : undefined
    if (!audience) return []
    const event = eventOf(entry)
    return audience.map((target) => deliveryOf(entry, event, target, context))
  })
  await insertDeliveries(tx, deliveries)
}

function deliveryOf(
  { id: eventId, incident }: IncidentUpdate & { id: string },
  event: Event,
  target: NotificationTarget,
  context: Pick<Context, 'newId' | 'now'>,
): Delivery {
  return {
    id: context.newId(),
    organizationId: incident.organizationId,
    projectId: incident.projectId,
    incidentId: incident.id,
    eventId,
    targetId: target.id,
    channel: target.channel,
    recipient: recipientOf(target),
    event,
    status: 'pending',
    deliveredAt: null,
    errorMessage: null,
    retryCount: 0,
    maxRetries: MAX_RETRIES,
    lastRetryAt: null,
    nextAttemptAt: context.now(),
    // Of one incident no two are equal: the courier goes by it
    createdAt: incident.updatedAt,
    updatedAt: incident.updatedAt,
  }
}
