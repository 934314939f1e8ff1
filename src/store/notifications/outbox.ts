/** The outbox: pending rows of the notification log, claimed when due, then settled. */
import { type Selectable, sql } from 'kysely'
import type { EventType } from '../../core/incidents/event.ts'
import type { Delivery, Settlement } from '../../core/notifications/delivery.ts'
import type { MessageFacts } from '../../core/notifications/quiet-hours.ts'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { isClaimedUntil } from '../platform/clock/service-clock.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockFreeRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { DeliveriesTable } from '../tables/notifications.ts'
import { toDelivery } from './deliveries.ts'

/** A literal, not a bound value: only then can the planner use the partial indexes. */
const PENDING = sql.lit('pending' as const)

/** A due delivery and its place in its queue. */
interface QueuedDelivery {
  id: string
  targetId: string
  /** Project of a delivery to a contact method; null for a notification target, which belongs to one project. */
  scope: string | null
  /**
   * Time until which the delivery waits, Unix ms; null at the head of its queue. A queue holds the pending deliveries
   * of one incident to one target. The time is the next attempt of the last earlier delivery, or of the message of its
   * group. Deliveries that are held during quiet hours block no other.
   */
  waitsUntil: number | null
}

/** A delivery whose grouping is not decided. */
export interface UngroupedDelivery extends QueuedDelivery, Omit<MessageFacts, 'type'> {
  type: EventType
  fallbackFor: string | null
  nextAttemptAt: number
  /** End of the quiet hours for which it was held; null when it was not held. */
  quietUntil: UnixMs | null
}

/** A due delivery that leads a message. */
export interface DueDelivery extends QueuedDelivery {
  organizationId: string
  type: EventType
  fallbackFor: string | null
  /** Whether its message includes other deliveries, the members. */
  isLeader: boolean
}

/** Due deliveries, oldest first. PostgreSQL locks them and skips rows locked by another server. */
const selectDue = (tx: Tx, now: number, limit: number) =>
  tx
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.target_id as targetId', 'd.event_type as type', 'd.fallback_for as fallbackFor'])
    .select((eb) =>
      eb.selectFrom('contact_methods as c').select('d.project_id').whereRef('c.id', '=', 'd.target_id').as('scope'),
    )
    .select((eb) =>
      eb
        .selectFrom('deliveries as e')
        .leftJoin('deliveries as l', 'l.id', 'e.leader_id')
        .select((e) => e.fn.max(e.fn.coalesce('l.next_attempt_at', 'e.next_attempt_at')).as('at'))
        .whereRef('e.incident_id', '=', 'd.incident_id')
        .whereRef('e.target_id', '=', 'd.target_id')
        .whereRef('e.created_at', '<', 'd.created_at')
        .where('e.status', '=', PENDING)
        .where((e) => e.or([e('e.quiet_until', 'is', null), e('e.quiet_until', '<=', now)]))
        .as('waitsUntil'),
    )
    .where('d.status', '=', PENDING)
    .where('d.next_attempt_at', '<=', now)
    .orderBy('d.next_attempt_at')
    .orderBy('d.created_at')
    .limit(limit)
    .$call((query) => lockFreeRows(tx, query, 'd'))

/** Ids of ungrouped due deliveries without a lock, outside a transaction. */
export async function listUngroupedIds(db: Reader, now: number, limit: number): Promise<string[]> {
  const rows = await selectNext(db)
    .select('d.id')
    .where('d.leader_id', 'is', null)
    .where('d.next_attempt_at', '<=', now)
    .clearLimit()
    .orderBy('d.created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function listUngrouped(tx: Tx, now: number, limit: number): Promise<UngroupedDelivery[]> {
  const rows = await selectDue(tx, now, limit)
    .leftJoin('incidents as i', 'i.id', 'd.incident_id')
    .select(['d.next_attempt_at as nextAttemptAt', 'd.quiet_until as quietUntil', 'i.family', 'i.severity'])
    .where('d.leader_id', 'is', null)
    .execute()
  return rows as UngroupedDelivery[]
}

/** Ids of targets and organizations that accept no more deliveries at present. */
export interface BusyIds {
  targets: readonly string[]
  organizations: readonly string[]
}

export async function listDue(tx: Tx, now: number, busy: BusyIds, limit: number): Promise<DueDelivery[]> {
  const rows = await selectDue(tx, now, limit)
    .select('d.organization_id as organizationId')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('deliveries as m')
            .select('m.id')
            .where('m.status', '=', PENDING)
            .whereRef('m.leader_id', '<>', 'm.id')
            .whereRef('m.leader_id', '=', 'd.id'),
        )
        .as('isLeader'),
    )
    .whereRef('d.leader_id', '=', 'd.id')
    .$if(busy.targets.length > 0, (query) => query.where('d.target_id', 'not in', busy.targets))
    .$if(busy.organizations.length > 0, (query) => query.where('d.organization_id', 'not in', busy.organizations))
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as EventType, isLeader: Boolean(row.isLeader) }))
}

const selectNext = (db: Reader) =>
  db
    .selectFrom('deliveries as d')
    .select('d.next_attempt_at as at')
    .where('d.status', '=', PENDING)
    .orderBy('d.next_attempt_at')
    .limit(1)

/** Time at which the next ungrouped delivery is due, Unix ms; null when there is none. */
export async function findNextUngroupedAt(db: Reader): Promise<number | null> {
  const row = await selectNext(db).where('d.leader_id', 'is', null).executeTakeFirst()
  return row?.at ?? null
}

/** Time at which the next message is due, Unix ms; null when none is pending. */
export async function findNextDeliveryAt(db: Reader, busy: BusyIds): Promise<number | null> {
  const row = await selectNext(db)
    .whereRef('d.leader_id', '=', 'd.id')
    .$if(busy.targets.length > 0, (query) => query.where('d.target_id', 'not in', busy.targets))
    .$if(busy.organizations.length > 0, (query) => query.where('d.organization_id', 'not in', busy.organizations))
    .executeTakeFirst()
  return row?.at ?? null
}

const reschedule = bulk<Selectable<DeliveriesTable>>(
  { id: 'text', until: 'int8', server: 'text', now: 'int8' },
  `update deliveries set next_attempt_at = k.until, claimed_by = k.server, waits_for = null from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.next_attempt_at <= k.now
   returning *`, // SQLite returns the columns of `deliveries`; PostgreSQL also returns the columns of `k`
)

/** An unsettled claim expires at `until` (Unix ms), and when the server restarts. */
export interface ClaimTerms {
  server: string
  until: number
}

/** Claims due deliveries. Safe: the due time is in the condition, so a second server claims none of them. */
export async function claimDeliveries(
  tx: Tx,
  ids: readonly string[],
  { server, until }: ClaimTerms,
  now: number,
): Promise<Delivery[]> {
  const { rows } = await reschedule(
    tx,
    ids.map((id) => [id, until, server, now]),
  )
  return rows.map(toDelivery)
}

/**
 * Delay of a delivery behind an earlier one that is due but has no slot yet. In the meantime other deliveries are
 * processed.
 */
const NO_SLOT_MS = 10 * SECOND_MS

/**
 * Maximum wait for an earlier delivery, which may be sent before its next retry when its receiver is available again.
 */
const MAX_WAIT_MS = MINUTE_MS

/**
 * Postpones deliveries until the earlier delivery that they wait for is tried, for a minute at most. The limit is for
 * an earlier delivery that another server settles at this moment: no other event would release its followers.
 */
export async function rescheduleWaiting(
  tx: Tx,
  waiting: readonly { id: string; waitsUntil: number }[],
  now: number,
): Promise<void> {
  await reschedule(
    tx,
    waiting.map(({ id, waitsUntil }) => [
      id,
      waitsUntil > now ? Math.min(waitsUntil, now + MAX_WAIT_MS) : now + NO_SLOT_MS,
      null,
      now,
    ]),
  )
}

/** Makes the unsettled claims of a stopped server due at once; with null, the claims of all servers. */
export async function releaseClaims(tx: Tx, server: string | null, now: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ next_attempt_at: now, claimed_by: null })
    .where('status', '=', PENDING)
    .$call((query) =>
      server === null ? query.where('claimed_by', 'is not', null) : query.where('claimed_by', '=', server),
    )
    .execute()
}

const updateSettled = bulk<{ id: string }>(
  {
    id: 'text',
    claimed_until: 'int8',
    status: 'text',
    delivered_at: 'int8',
    error_message: 'text',
    retry_count: 'int4',
    handed_over: 'int4',
    last_retry_at: 'int8',
    retry_at: 'int8',
    waits_for: 'text',
    next_attempt_at: 'int8',
    updated_at: 'int8',
  },
  `update deliveries
   set status = k.status, delivered_at = k.delivered_at, error_message = k.error_message, retry_count = k.retry_count,
     handed_over = k.handed_over, last_retry_at = k.last_retry_at, retry_at = k.retry_at, waits_for = k.waits_for, next_attempt_at = k.next_attempt_at,
     claimed_by = null, updated_at = k.updated_at
   from k
   where deliveries.id = k.id and deliveries.status = 'pending'
     and ${isClaimedUntil('deliveries.next_attempt_at', 'k.claimed_until')}
   returning deliveries.id as id`,
)

/**
 * Writes the outcomes of claimed deliveries.
 *
 * @returns ids of the deliveries whose claim was still valid; another server has claimed the rest
 */
export async function saveSettlements(
  tx: Tx,
  settled: readonly { claimed: Delivery; settlement: Settlement; waitsFor: string | null }[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await updateSettled(
    tx,
    settled.map(({ claimed, settlement, waitsFor }) => [
      claimed.id,
      claimed.nextAttemptAt,
      settlement.status,
      settlement.deliveredAt,
      settlement.errorMessage,
      settlement.retryCount,
      settlement.wasHandedOver ? 1 : 0,
      settlement.lastRetryAt,
      settlement.retryAt,
      settlement.status === 'pending' ? waitsFor : null,
      settlement.nextAttemptAt,
      Math.max(now, claimed.createdAt),
    ]),
  )
  return new Set(rows.map((row) => row.id))
}

const release = bulk(
  { incident_id: 'text', target_id: 'text', created_at: 'int8', now: 'int8', parked_until: 'int8' },
  `update deliveries set next_attempt_at = k.now from k
   where deliveries.incident_id = k.incident_id and deliveries.target_id = k.target_id
     and deliveries.created_at > k.created_at and deliveries.status = 'pending' and deliveries.next_attempt_at > k.now
     and deliveries.next_attempt_at <= k.parked_until`,
)

/**
 * Releases later deliveries of the same incident to the same target. Deliveries that are held for another reason stay
 * held.
 *
 * @param parkedUntil latest due time of a delivery to release
 */
export async function releaseFollowers(
  tx: Tx,
  settled: readonly Delivery[],
  now: number,
  parkedUntil: UnixMs,
): Promise<void> {
  const ofIncidents = settled.filter(({ incidentId }) => incidentId !== null)
  await release(
    tx,
    ofIncidents.map(({ incidentId, targetId, createdAt }) => [incidentId, targetId, createdAt, now, parkedUntil]),
  )
}
