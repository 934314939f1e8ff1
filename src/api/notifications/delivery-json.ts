/** Deliveries, as the notification log shows them. */
import Type, { type Static } from 'typebox'
import { CHANNEL_NAMES, DELIVERY_STATUSES, type Delivery } from '../../core/notifications/delivery.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'

export const DeliverySchema = Type.Object({
  id: Uuid,
  incident_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'Null for a test' })),
  channel: OneOf(CHANNEL_NAMES),
  recipient: Type.String({ description: 'Address or channel name' }),
  message_id: Type.Unsafe<string>({
    ...Uuid,
    description: 'As the receiver sees it, `webhook-id` for one; incidents that were told in one message share it',
  }),
  instead_of_target_id: Nullable(
    Type.Unsafe<string>({ ...Uuid, description: 'The target that could not be reached, when this is its fallback' }),
  ),
  status: OneOf(DELIVERY_STATUSES),
  delivered_at: NullableIsoTime,
  error_message: Nullable(Type.String({ description: 'Why the last try failed' })),
  retry_count: Type.Integer({ description: 'Tries after the first' }),
  max_retries: Type.Integer(),
  last_retry_at: NullableIsoTime,
  next_attempt_at: { ...NullableIsoTime, description: 'When it is tried next; null once it is settled' },
  created_at: IsoTime,
  updated_at: IsoTime,
})

export const toDelivery = (delivery: Delivery): Static<typeof DeliverySchema> => ({
  id: delivery.id,
  incident_id: delivery.incidentId,
  channel: delivery.channel,
  recipient: delivery.recipient,
  message_id: delivery.sentAs ?? delivery.id,
  instead_of_target_id: delivery.insteadOf,
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
