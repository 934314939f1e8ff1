/** What is to be told becomes pending deliveries, in the transaction of what it is about. */
import { describeRecipient } from '../../channels/index.ts'
import type { Event } from '../../core/incidents/event.ts'
import { findTopic } from '../../core/notifications/alert-group.ts'
import { type Delivery, MAX_RETRIES, type NotificationTarget } from '../../core/notifications/delivery.ts'
import { insertDeliveries } from '../../store/notifications/deliveries.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'

/** One event, and who is told of it. */
export interface Notification {
  /** With a target it is unique, so nothing is told twice. */
  id: string
  event: Event
  /** Null when it is not about one incident. */
  incidentId: string | null
  targets: readonly NotificationTarget[]
  /** Unix ms; of one incident no two are equal: the courier goes by it. */
  at: number
  /** Not told before this, Unix ms; absent: at once. */
  notBefore?: number
}

/** After the commit somebody has to wake the courier. */
export async function enqueueNotifications(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  notifications: readonly Notification[],
) {
  const deliveries = notifications.flatMap((notification) =>
    notification.targets.map((target) => toDelivery(notification, target, context)),
  )
  await insertDeliveries(tx, deliveries)
}

/** Beginnings and recoveries may be told together; of everything else it is plain that it has a message of its own. */
const getInitialLeaderId = (id: string, event: Event): string | null => (findTopic(event.type) === null ? id : null)

const toDelivery = (
  { id: eventId, event, incidentId, at: createdAt, notBefore = 0 }: Notification,
  target: NotificationTarget,
  context: Pick<Context, 'newId' | 'now'>,
): Delivery =>
  createPendingDelivery(
    target,
    { eventId, event, incidentId, createdAt, nextAttemptAt: Math.max(context.now(), notBefore) },
    context,
  )

type DeliveryDraft = Pick<Delivery, 'eventId' | 'event' | 'incidentId' | 'createdAt'> &
  Partial<Pick<Delivery, 'fallbackFor' | 'nextAttemptAt' | 'updatedAt'>>

/** @param occasion the event, and whatever differs from a delivery that is due at once */
export function createPendingDelivery(
  target: NotificationTarget,
  draft: DeliveryDraft,
  context: Pick<Context, 'newId' | 'now'>,
): Delivery {
  const id = context.newId()
  return {
    id,
    organizationId: target.organizationId,
    projectId: target.projectId,
    targetId: target.id,
    channel: target.channel,
    recipient: describeRecipient(target),
    fallbackFor: null,
    leaderId: getInitialLeaderId(id, draft.event),
    status: 'pending',
    deliveredAt: null,
    errorMessage: null,
    retryCount: 0,
    maxRetries: MAX_RETRIES,
    lastRetryAt: null,
    retryAt: null,
    nextAttemptAt: context.now(),
    updatedAt: draft.createdAt,
    ...draft,
  }
}
