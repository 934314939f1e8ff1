/** The notification log: its deliveries, and the log of a monitor. */
import Type, { type Static } from 'typebox'
import { EVENT_TYPES } from '../../core/incidents/event.ts'
import { CHANNEL_NAMES, DELIVERY_STATUSES, type Delivery } from '../../core/notifications/delivery.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { listDeliveries } from '../../store/notifications/deliveries.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { OffsetQuery, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project', session: true }

export const registerMonitorNotificationRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/notifications',
    {
      config: { access: VIEW, compressed: true, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'List the notifications about the incidents of a monitor, newest first',
        description:
          'Includes only incidents of the monitor itself. `GET /api/incidents/{id}/notifications` lists ' +
          'notifications of incidents that only affect it.',
        params: UuidParams('id'),
        querystring: Type.Object({
          ...OffsetQuery,
          status: Type.Optional(OneOf(DELIVERY_STATUSES, { description: 'Filter by delivery status' })),
          channel: Type.Optional(OneOf(CHANNEL_NAMES, { description: 'Filter by channel' })),
        }),
        response: { 200: toPageSchema('notifications', DeliverySchema) },
      },
    },
    async ({ project, params, query }) => {
      const { key } = await getMonitor(db, project.id, params.id)
      const { deliveries, total } = await listDeliveries(db, { monitorKey: key }, query, query)
      const page = toPagination(query, total, deliveries.length)
      return toEnvelope({ notifications: deliveries.map(toDelivery), pagination: page })
    },
  )
}

export const DeliverySchema = Type.Object({
  id: Uuid,
  incident_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'Null for a test notification' })),
  event_type: OneOf(EVENT_TYPES, { description: 'Event of the message, as in the body of a webhook' }),
  escalation_step: Nullable(
    Type.Integer({
      description: 'Step of the escalation policy that sent it; null for the first step and other messages',
    }),
  ),
  escalation_sent_by: Nullable(
    Type.String({ description: 'Name of the user who sent the step early; null for other messages' }),
  ),
  reminder_number: Nullable(Type.Integer({ description: '1 for the first reminder; null for other messages' })),
  update_message: Nullable(Type.String({ description: 'Text of the incident update that the message contains' })),
  channel: OneOf(CHANNEL_NAMES),
  recipient: Type.String({ description: 'Email address or channel name; for a contact method the name of its user' }),
  message_id: Type.Unsafe<string>({
    ...Uuid,
    description:
      'Message ID as seen by the recipient, such as the `webhook-id`. Incidents sent in one message share it',
  }),
  fallback_for_target_id: Nullable(
    Type.Unsafe<string>({
      ...Uuid,
      description: 'Target that could not be reached, if this delivery went to its fallback',
    }),
  ),
  status: OneOf(DELIVERY_STATUSES),
  delivered_at: NullableIsoTime,
  error_message: Nullable(Type.String({ description: 'Reason of the last failed attempt' })),
  retry_count: Type.Integer({ description: 'Attempts after the first' }),
  max_retries: Type.Integer(),
  last_retry_at: NullableIsoTime,
  next_attempt_at: {
    ...NullableIsoTime,
    description: 'Time of the next attempt; null once the delivery has succeeded or failed permanently',
  },
  created_at: IsoTime,
  updated_at: IsoTime,
})

export const toDelivery = (delivery: Delivery): Static<typeof DeliverySchema> => ({
  id: delivery.id,
  incident_id: delivery.incidentId,
  event_type: delivery.event.type,
  escalation_step: delivery.event.data.escalation?.step ?? null,
  escalation_sent_by: (delivery.event.data.escalation && delivery.event.data.update?.user_name) ?? null,
  reminder_number: delivery.event.data.reminder?.number ?? null,
  update_message: delivery.event.data.update?.message ?? null,
  channel: delivery.channel,
  recipient: delivery.recipient,
  message_id: delivery.leaderId ?? delivery.id,
  fallback_for_target_id: delivery.fallbackFor,
  status: delivery.status,
  delivered_at: toIsoOrNull(delivery.deliveredAt),
  error_message: delivery.errorMessage,
  retry_count: delivery.retryCount,
  max_retries: delivery.maxRetries,
  last_retry_at: toIsoOrNull(delivery.lastRetryAt),
  next_attempt_at: delivery.status === 'pending' ? toIso(delivery.nextAttemptAt) : null,
  created_at: toIso(delivery.createdAt),
  updated_at: toIso(delivery.updatedAt),
})
