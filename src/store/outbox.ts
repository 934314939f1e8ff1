/** The pending rows of the notification log: claimed when they are due, and settled. */
import type { Selectable } from 'kysely'
import type { Delivery, Settlement } from '../core/delivery.ts'
import { bulk, dialectOf } from './bulk.ts'
import { deliveryOf } from './deliveries.ts'
import type { Reader, Tx } from './store.ts'
import type { DeliveriesTable } from './tables.ts'

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

const postpone = bulk<Selectable<DeliveriesTable>>(
  { id: 'text', until: 'int8', now: 'int8' },
  `update deliveries set next_attempt_at = k.until from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.next_attempt_at <= k.now
   returning *`, // of SQLite the columns of `deliveries`; of PostgreSQL those of `k`, too
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

const updateSettled = bulk<{ id: string }>(
  {
    id: 'text',
    claimed_until: 'int8',
    status: 'text',
    delivered_at: 'int8',
    error_message: 'text',
    retry_count: 'int4',
    last_retry_at: 'int8',
    next_attempt_at: 'int8',
    updated_at: 'int8',
  },
  `update deliveries
   set status = k.status, delivered_at = k.delivered_at, error_message = k.error_message, retry_count = k.retry_count,
     last_retry_at = k.last_retry_at, next_attempt_at = k.next_attempt_at, updated_at = k.updated_at
   from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.next_attempt_at = k.claimed_until
   returning deliveries.id as id`,
)

/**
 * Writes what became of claimed deliveries.
 *
 * @returns the ids of those whose claim still held; the others are somebody else's by now
 */
export async function saveSettlements(
  tx: Tx,
  settled: readonly { claimed: Delivery; settlement: Settlement }[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await updateSettled(
    tx,
    settled.map(({ claimed, settlement }) => [
      claimed.id,
      claimed.nextAttemptAt,
      settlement.status,
      settlement.deliveredAt,
      settlement.errorMessage,
      settlement.retryCount,
      settlement.lastRetryAt,
      settlement.nextAttemptAt,
      Math.max(now, claimed.createdAt),
    ]),
  )
  return new Set(rows.map((row) => row.id))
}

const release = bulk(
  { incident_id: 'text', target_id: 'text', created_at: 'int8', now: 'int8' },
  `update deliveries set next_attempt_at = k.now from k
   where deliveries.incident_id = k.incident_id and deliveries.target_id = k.target_id
     and deliveries.created_at > k.created_at and deliveries.status = 'pending' and deliveries.next_attempt_at > k.now`,
)

/** Later events of the same incident to the same target need wait no longer. */
export async function releaseFollowers(tx: Tx, settled: readonly Delivery[], now: number): Promise<void> {
  const ofIncidents = settled.filter(({ incidentId }) => incidentId !== null)
  await release(
    tx,
    ofIncidents.map(({ incidentId, targetId, createdAt }) => [incidentId, targetId, createdAt, now]),
  )
}
