/**
 * Deliveries that are told together. One of them leads: its id is the message's, and it is claimed, tried and settled
 * for all. The others, its members, wait out of everybody's way and are settled when it is.
 */
import { sql } from 'kysely'
import type { Event } from '../../core/incidents/event.ts'
import type { MonitorType } from '../../core/monitors/monitor.ts'
import type { Delivery } from '../../core/notifications/delivery.ts'
import type { ErrorType } from '../../core/results/verdict.ts'
import { bulk, dialectOf } from '../platform/bulk.ts'
import { claimedUntil } from '../platform/service-clock.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { deliveryOf } from './deliveries.ts'

/** When a member is due: never by itself. The largest whole number that is exact. */
export const NEVER = Number.MAX_SAFE_INTEGER

const decide = bulk(
  { id: 'text', sent_as: 'text', next_attempt_at: 'int8' },
  `update deliveries set sent_as = k.sent_as, next_attempt_at = k.next_attempt_at from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.sent_as is null`,
)

/** @param decided with which message each is told, and when it is due; of a member `NEVER` */
export async function saveSentAs(
  tx: Tx,
  decided: readonly { id: string; sentAs: string; nextAttemptAt: number }[],
): Promise<void> {
  await decide(
    tx,
    decided.map(({ id, sentAs, nextAttemptAt }) => [id, sentAs, nextAttemptAt]),
  )
}

const PENDING = sql.lit('pending' as const)

/** Pending ones, without the leader. */
const selectMembers = (db: Reader, leaderId: string) =>
  db
    .selectFrom('deliveries as d')
    .where('d.status', '=', PENDING)
    .whereRef('d.sent_as', '<>', 'd.id')
    .where('d.sent_as', '=', leaderId)

export async function countMembers(db: Reader, leaderId: string): Promise<number> {
  const { total } = await selectMembers(db, leaderId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** In the order of their events. */
export async function listMembers(db: Reader, leaderId: string, limit: number): Promise<Delivery[]> {
  const rows = await selectMembers(db, leaderId)
    .selectAll('d')
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()
  return rows.map(deliveryOf)
}

/** What a message is about, as far as it may explain what happened. */
export interface FoldedMonitor {
  deliveryId: string
  /** Unix ms. */
  createdAt: number
  monitorKey: number
  type: MonitorType
  target: string
  groupName: string | null
  /** SHA-256 of the certificate that it showed last. */
  fingerprint: string | null
  incidentType: ErrorType
}

const withMonitors = (query: ReturnType<typeof selectMembers>) =>
  query
    .innerJoin('incidents as i', 'i.id', 'd.incident_id')
    .innerJoin('monitors as m', 'm.key', 'i.monitor_key')
    .leftJoin('groups as g', 'g.id', 'm.group_id')
    .leftJoin('certificates as c', 'c.monitor_key', 'm.key')
    .select(['d.id as deliveryId', 'd.created_at as createdAt', 'm.key as monitorKey', 'm.type', 'm.target'])
    .select(['g.name as groupName', 'c.fingerprint', 'i.type as incidentType'])

/** What these deliveries are about, without those about no monitor. */
export async function listMonitorsOf(db: Reader, deliveryIds: readonly string[]): Promise<FoldedMonitor[]> {
  if (deliveryIds.length === 0) return []
  const rows = await withMonitors(db.selectFrom('deliveries as d').where('d.id', 'in', deliveryIds)).execute()
  return rows as FoldedMonitor[]
}

/** A page of what the members are about. @param after the last one of the page before */
export async function listFoldedMonitors(
  db: Reader,
  leaderId: string,
  after: Pick<FoldedMonitor, 'deliveryId' | 'createdAt'> | null,
  limit: number,
): Promise<FoldedMonitor[]> {
  const rows = await withMonitors(selectMembers(db, leaderId))
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('d.created_at', 'd.id'), '>', eb.tuple(after!.createdAt, after!.deliveryId))),
    )
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()
  return rows as FoldedMonitor[]
}

/**
 * Completes what is told, before it is told for the first time.
 *
 * @param claimed whose claim must still hold @returns whether it did
 */
export async function replaceEvent(tx: Tx, { id, nextAttemptAt }: Delivery, event: Event): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({ event_type: event.type, payload: JSON.stringify(event) })
    .where('id', '=', id)
    .where('status', '=', PENDING)
    .where(claimedUntil('next_attempt_at', nextAttemptAt))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether a claim still holds. PostgreSQL keeps it so to the end of the transaction. */
export async function holdsClaim(tx: Tx, { id, nextAttemptAt }: Delivery): Promise<boolean> {
  const query = tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', PENDING)
    .where(claimedUntil('next_attempt_at', nextAttemptAt))
  return (await (dialectOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()) !== undefined
}
