/** Enqueues notifications as pending deliveries, in the transaction of their cause. */
import { canGroup, describeRecipient } from '../../channels/index.ts'
import type { Event } from '../../core/incidents/event.ts'
import { type Incident, listMonitorIds } from '../../core/incidents/incident.ts'
import { findMaintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import type { Recipient } from '../../core/notifications/contact-method.ts'
import { type Delivery, MAX_RETRIES, type NotificationTarget } from '../../core/notifications/delivery.ts'
import { findTopic } from '../../core/notifications/grouped-event.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { listSpansFrom } from '../../store/maintenance/maintenance-spans.ts'
import { insertDeliveries } from '../../store/notifications/deliveries.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { BaseWork } from '../platform/work.ts'
import { storeAccountEmails } from './account-emails.ts'

/** An event and its recipients. */
export interface Notification {
  /** Event id. Unique per target, so that no event is sent twice. */
  id: string
  event: Event
  /** Null when the event belongs to no incident. */
  incidentId: string | null
  targets: readonly Recipient[]
  /** Unix ms. Unique per incident, because the courier orders by it. */
  at: number
  /** Earliest time of the first attempt, Unix ms; absent: immediately. The delay of a contact method is added to it. */
  notBefore?: number
}

/** Enqueues notifications, and wakes the courier after the commit. */
export async function enqueueNotifications(work: BaseWork, notifications: readonly Notification[]): Promise<void> {
  const deliveries = notifications.flatMap((notification) =>
    notification.targets.map((target) => toDelivery(notification, target, work)),
  )
  const userTargets = notifications.flatMap(({ targets }) => targets.filter(({ userName }) => userName !== undefined))
  await storeAccountEmails(work.tx, [...new Set(userTargets.map(({ id }) => id))].sort())
  await insertDeliveries(work.tx, deliveries)
  if (deliveries.length > 0) work.wake('deliveries')
}

/**
 * Leaves the leader open for groupable events, such as openings and recoveries. Other deliveries lead themselves, and so
 * do all deliveries to receivers that track each incident. Quiet hours are checked when a delivery is due, so all
 * deliveries to a target with quiet hours stay open.
 */
const getInitialLeaderId = (id: string, event: Event, target: NotificationTarget): string | null =>
  !target.quietHours && (findTopic(event.type) === null || !canGroup(target)) ? id : null

const toDelivery = (
  { id: eventId, event, incidentId, at: createdAt, notBefore = 0 }: Notification,
  { delayMinutes = 0, ...target }: Recipient,
  work: DeliveryWork,
): Delivery => {
  const nextAttemptAt = Math.max(work.at, notBefore) + delayMinutes * MINUTE_MS
  return createPendingDelivery(target, { eventId, event, incidentId, createdAt, nextAttemptAt }, work)
}

type DeliveryWork = Pick<BaseWork, 'newId' | 'at'>

type DeliveryDraft = Pick<Delivery, 'eventId' | 'event' | 'incidentId' | 'createdAt'> &
  Partial<Pick<Delivery, 'fallbackFor' | 'nextAttemptAt' | 'updatedAt'>>

/** @param draft the event, and fields that differ from a delivery that is due immediately */
export function createPendingDelivery(target: Recipient, draft: DeliveryDraft, { newId, at }: DeliveryWork): Delivery {
  const id = newId()
  return {
    id,
    organizationId: target.organizationId,
    projectId: target.projectId,
    targetId: target.id,
    channel: target.channel,
    recipient: target.userName ?? describeRecipient(target),
    fallbackFor: null,
    leaderId: getInitialLeaderId(id, draft.event, target),
    status: 'pending',
    deliveredAt: null,
    errorMessage: null,
    retryCount: 0,
    maxRetries: MAX_RETRIES,
    lastRetryAt: null,
    retryAt: null,
    nextAttemptAt: at,
    updatedAt: draft.createdAt,
    ...draft,
  }
}

type QuietIncident = Pick<Incident, 'id' | 'affectedMonitorIds'> & { monitor: { id: string } | null }

/**
 * Creates a function that returns until when notifications of an incident are held, Unix ms; null when they are not
 * held. Incidents without a monitor are never held.
 */
export async function findQuietUntil(
  db: Reader,
  incidents: readonly QuietIncident[],
  now: number,
): Promise<(incident: QuietIncident) => number | null> {
  const spans = await listSpansFrom(db, [...new Set(incidents.flatMap(listMonitorIds))], now)
  return (incident) => {
    const ends = listMonitorIds(incident).map((id) => findMaintenanceAt(spans.get(id) ?? [], now)?.endsAt ?? now)
    const earliest = Math.min(...ends)
    return ends.length > 0 && earliest > now ? earliest : null
  }
}
