/** The outbox and the notification log in one: a row is due while it is `pending`. */
import type { ChannelName, Delivery, Settlement } from '../core/delivery.ts'
import { bulk, dialectOf } from './bulk.ts'
import type { Reader, Tx } from './store.ts'
import type { DeliveriesTable } from './tables.ts'

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

/** A delivery that is due. */
export interface Due {
  id: string
  targetId: string
  /**
   * When the last of the earlier events of the same incident to the same target, still pending, is tried next; null
   * when this one is at the head of its line. Unix ms.
   */
  waitsUntil: number | null
}

/**
 * Oldest first. PostgreSQL locks them, and leaves out those that another server is about to claim.
 *
 * @param busyTargets targets that take no more just now
 */
export async function listDue(tx: Tx, now: number, busyTargets: readonly string[], limit: number): Promise<Due[]> {
  const query = tx
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.target_id as targetId'])
    .select((eb) =>
      eb
        .selectFrom('deliveries as e')
        .select((e) => e.fn.max('e.next_attempt_at').as('at'))
        .whereRef('e.incident_id', '=', 'd.incident_id')
        .whereRef('e.target_id', '=', 'd.target_id')
        .whereRef('e.created_at', '<', 'd.created_at')
        .where('e.status', '=', 'pending')
        .as('waitsUntil'),
    )
    .where('d.status', '=', 'pending')
    .where('d.next_attempt_at', '<=', now)
    .$if(busyTargets.length > 0, (qb) => qb.where('d.target_id', 'not in', busyTargets))
    .orderBy('d.next_attempt_at')
    .orderBy('d.created_at')
    .limit(limit)
  return (dialectOf(tx) === 'postgres' ? query.forUpdate('d').skipLocked() : query).execute()
}

/** When the next delivery is due, Unix ms; null when none is pending. */
export async function nextDeliveryAt(db: Reader, busyTargets: readonly string[]): Promise<number | null> {
  const row = await db
    .selectFrom('deliveries')
    .select('next_attempt_at')
    .where('status', '=', 'pending')
    .$if(busyTargets.length > 0, (qb) => qb.where('target_id', 'not in', busyTargets))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? null
}

const postpone = bulk<DeliveriesTable>(
  { id: 'text', until: 'int8', now: 'int8' },
  `update deliveries set next_attempt_at = k.until from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.next_attempt_at <= k.now
   returning deliveries.*`,
)

/**
 * Takes due deliveries until a moment. Safe because the due time is in the condition: whoever comes second takes none.
 *
 * @param until Unix ms; a claim that is not settled by then is void
 */
export async function claimDeliveries(tx: Tx, ids: readonly string[], until: number, now: number): Promise<Delivery[]> {
  const { rows } = await postpone(
    tx,
    ids.map((id) => [id, until, now]),
  )
  return rows.map(deliveryOf)
}

/** Takes those that wait for an earlier one out of the way until that one is tried. */
export async function parkDeliveries(
  tx: Tx,
  waiting: readonly { id: string; waitsUntil: number }[],
  now: number,
): Promise<void> {
  await postpone(
    tx,
    waiting.map(({ id, waitsUntil }) => [id, waitsUntil, now]),
  )
}

/**
 * Writes what became of a claimed delivery.
 *
 * @returns false when the claim was void: somebody else has it by now
 */
export async function saveSettlement(tx: Tx, claimed: Delivery, settled: Settlement, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({
      status: settled.status,
      delivered_at: settled.deliveredAt,
      error_message: settled.errorMessage,
      retry_count: settled.retryCount,
      last_retry_at: settled.lastRetryAt,
      next_attempt_at: settled.nextAttemptAt,
      updated_at: Math.max(now, claimed.createdAt),
    })
    .where('id', '=', claimed.id)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '=', claimed.nextAttemptAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Later events of the same incident to the same target need wait no longer. */
export async function releaseFollowers(tx: Tx, settled: Delivery, now: number): Promise<void> {
  if (settled.incidentId === null) return
  await tx
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('incident_id', '=', settled.incidentId)
    .where('target_id', '=', settled.targetId)
    .where('created_at', '>', settled.createdAt)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .execute()
}

function deliveryOf(row: DeliveriesTable): Delivery {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    incidentId: row.incident_id,
    eventId: row.event_id,
    targetId: row.target_id,
    channel: row.channel as ChannelName,
    recipient: row.recipient,
    event: JSON.parse(row.payload),
    status: row.status,
    deliveredAt: row.delivered_at,
    errorMessage: row.error_message,
    retryCount: row.retry_count,
    maxRetries: row.max_retries,
    lastRetryAt: row.last_retry_at,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The channels by which each incident has reached somebody, by name; an incident that reached nobody is left out. */
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
