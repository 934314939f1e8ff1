/** The outbox and the notification log in one: a row is due while it is `pending`. */
import type { Delivery } from '../core/delivery.ts'
import { bulk } from './bulk.ts'
import type { Tx } from './store.ts'

const insert = bulk(
  {
    id: 'text',
    organization_id: 'text',
    project_id: 'text',
    incident_id: 'text',
    event_id: 'text',
    target_id: 'text',
    channel: 'text',
    recipient: 'text',
    event_type: 'text',
    payload: 'text',
    status: 'text',
    retry_count: 'int4',
    max_retries: 'int4',
    next_attempt_at: 'int8',
    created_at: 'int8',
    updated_at: 'int8',
  },
  `insert into deliveries (id, organization_id, project_id, incident_id, event_id, target_id, channel, recipient,
     event_type, payload, status, retry_count, max_retries, next_attempt_at, created_at, updated_at)
   select * from k`,
)

/** New ones: nothing has been tried yet. */
export async function insertDeliveries(tx: Tx, deliveries: readonly Delivery[]): Promise<void> {
  // Targets of one incident share the event, so it is written out once
  const texts = new Map<unknown, string>()
  const textOf = (event: unknown): string => {
    const text = texts.get(event) ?? JSON.stringify(event)
    texts.set(event, text)
    return text
  }
  await insert(
    tx,
    deliveries.map((delivery) => [
      delivery.id,
      delivery.organizationId,
      delivery.projectId,
      delivery.incidentId,
      delivery.eventId,
      delivery.targetId,
      delivery.channel,
      delivery.recipient,
      delivery.event.type,
      textOf(delivery.event),
      delivery.status,
      delivery.retryCount,
      delivery.maxRetries,
      delivery.nextAttemptAt,
      delivery.createdAt,
      delivery.updatedAt,
    ]),
  )
}
