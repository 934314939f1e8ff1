/** The notification log. Its pending rows are the outbox, see `outbox.ts`. */
import type { Selectable } from 'kysely'
import type { ChannelName, Delivery } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { DeliveriesTable } from '../tables/notifications.ts'

const insert = bulk<{ id: string }>(
  {
    id: 'text',
    organization_id: 'text',
    project_id: 'text',
    incident_id: 'text',
    event_id: 'text',
    target_id: 'text',
    channel: 'text',
    recipient: 'text',
    fallback_for: 'text',
    leader_id: 'text',
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
     fallback_for, leader_id, event_type, payload, status, retry_count, max_retries, next_attempt_at, created_at, updated_at,
     monitor_key)
   select k.*, (select i.monitor_key from incidents i where i.id = k.incident_id) from k where true
   on conflict do nothing returning deliveries.id as id`,
)

/**
 * Inserts deliveries without attempts. A delivery that its target already has is not inserted again.
 *
 * @returns the ids of the deliveries that were written
 */
export async function insertDeliveries(tx: Tx, deliveries: readonly Delivery[]): Promise<Set<string>> {
  // Targets of one incident share the event, so it is serialized once
  const texts = new Map<unknown, string>()
  const textOf = (event: unknown): string => {
    const text = texts.get(event) ?? JSON.stringify(event)
    texts.set(event, text)
    return text
  }
  const { rows } = await insert(
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
      delivery.fallbackFor,
      delivery.leaderId,
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
  return new Set(rows.map(({ id }) => id))
}

export function toDelivery(row: Selectable<DeliveriesTable>): Delivery {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    incidentId: row.incident_id,
    eventId: row.event_id,
    targetId: row.target_id,
    channel: row.channel as ChannelName,
    recipient: row.recipient,
    fallbackFor: row.fallback_for,
    leaderId: row.leader_id,
    event: JSON.parse(row.payload),
    ...(row.quiet_until !== null && { quietUntil: row.quiet_until }),
    status: row.status,
    deliveredAt: row.delivered_at,
    errorMessage: row.error_message,
    retryCount: row.retry_count,
    maxRetries: row.max_retries,
    wasHandedOver: row.handed_over === 1,
    lastRetryAt: row.last_retry_at,
    retryAt: row.retry_at,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function findDelivery(db: Reader, id: string): Promise<Delivery | null> {
  const row = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toDelivery(row) : null
}

/** Channels that have delivered a notification of each incident, by name; incidents without a delivery are left out. */
export async function listDeliveredChannels(
  db: Reader,
  incidentIds: readonly string[],
): Promise<Map<string, ChannelName[]>> {
  if (incidentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .select(['incident_id', 'channel'])
    .distinct()
    .where('incident_id', 'in', incidentIds)
    .where('status', '=', 'delivered')
    .orderBy('channel')
    .execute()
  const byIncident = Map.groupBy(rows, (row) => row.incident_id!)
  return new Map([...byIncident].map(([id, group]) => [id, group.map((row) => row.channel as ChannelName)]))
}

const selectTransitions = bulk<{ incident_id: string; event_type: string; created_at: number }>(
  { incident_id: 'text', target_id: 'text' },
  `select d.incident_id, d.event_type, d.created_at from k join deliveries d on d.incident_id = k.incident_id
     and d.target_id = k.target_id and d.status = 'pending'
   where d.event_type in ('incident.opened', 'incident.reopened', 'incident.resolved')`,
)

/**
 * End times of incidents whose resolution is still pending for a target, ISO 8601 by incident id. Incidents that were
 * reopened since are left out.
 */
export async function listWaitingEnds(
  db: Reader,
  targetId: string,
  incidentIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await selectTransitions(
    db,
    incidentIds.map((id) => [id, targetId]),
  )
  const last = new Map(rows.sort((a, b) => a.created_at - b.created_at).map((row) => [row.incident_id, row]))
  const ended = [...last.values()].filter((row) => row.event_type === 'incident.resolved')
  return new Map(ended.map((row) => [row.incident_id, new Date(row.created_at).toISOString()]))
}

interface DeliveryFilter {
  status?: Delivery['status'] | undefined
  channel?: ChannelName | undefined
}

/** Owner of the log. */
type DeliveryOwner = { incidentId: string } | { monitorKey: number }

/** Deliveries of one log, newest first. A member of an alert group has the attempts of its group's message. */
export async function listDeliveries(
  db: Reader,
  owner: DeliveryOwner,
  { status, channel }: DeliveryFilter,
  page: { limit: number; offset: number },
): Promise<{ deliveries: Delivery[]; total: number }> {
  const matching = db
    .selectFrom('deliveries as d')
    .where((eb) =>
      'incidentId' in owner ? eb('d.incident_id', '=', owner.incidentId) : eb('d.monitor_key', '=', owner.monitorKey),
    )
    .$if(status !== undefined, (query) => query.where('d.status', '=', status!))
    .$if(channel !== undefined, (query) => query.where('d.channel', '=', channel!))
  const rows = await matching
    .leftJoin('deliveries as l', (join) =>
      join.onRef('l.id', '=', 'd.leader_id').onRef('l.id', '<>', 'd.id').on('d.status', '=', 'pending'),
    )
    .selectAll('d')
    .select((eb) => [
      eb.fn.coalesce('l.error_message', 'd.error_message').as('error_message'),
      eb.fn.coalesce('l.retry_count', 'd.retry_count').as('retry_count'),
      eb.fn.coalesce('l.last_retry_at', 'd.last_retry_at').as('last_retry_at'),
      eb.fn.coalesce('l.next_attempt_at', 'd.next_attempt_at').as('next_attempt_at'),
    ])
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const [counted] = await matching.select((eb) => eb.fn.countAll<number>().as('total')).execute()
  return { deliveries: rows.map(toDelivery), total: Number(counted!.total) }
}

const extend = bulk<{ id: string }>(
  { id: 'text', claimed_until: 'int8', until: 'int8' },
  `update deliveries set next_attempt_at = k.until from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.next_attempt_at = k.claimed_until
   returning deliveries.id as id`,
)

/**
 * Extends claims that have not been taken over.
 *
 * @returns ids of the extended ones
 */
export async function extendClaimsOf(
  tx: Tx,
  claimed: readonly Pick<Delivery, 'id' | 'nextAttemptAt'>[],
  until: number,
): Promise<string[]> {
  const ordered = claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1)) // one lock order on every server
  const { rows } = await extend(
    tx,
    ordered.map(({ id, nextAttemptAt }) => [id, nextAttemptAt, until]),
  )
  return rows.map(({ id }) => id)
}
