/**
 * Deliveries that are held during the quiet hours of their targets. They are pending, have no leader, and are due at
 * the end of the quiet hours.
 */
import { type Selectable, sql } from 'kysely'
import type { Event } from '../../core/incidents/event.ts'
import type { Incident } from '../../core/incidents/incident.ts'
import type { Delivery, NotificationTarget } from '../../core/notifications/delivery.ts'
import type { QuietHours } from '../../core/notifications/quiet-hours.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { DeliveriesTable } from '../tables/notifications.ts'
import { toDelivery } from './deliveries.ts'

/** A literal, not a bound value: only then can the planner use the partial indexes. */
const PENDING = sql.lit('pending' as const)

/** Fields of a target that decide when and how its messages are sent. */
export interface MessageRoute extends Pick<NotificationTarget, 'channel' | 'config'> {
  /** Null without quiet hours. */
  quietHours: QuietHours | null
}

/** Returns the routes of notification targets and contact methods, by id. Secrets in the config are encrypted. */
export async function listRoutes(db: Reader, targetIds: readonly string[]): Promise<Map<string, MessageRoute>> {
  const routes = new Map<string, MessageRoute>()
  for (const table of ['notification_targets', 'contact_methods'] as const) {
    const rest = targetIds.filter((id) => !routes.has(id))
    if (rest.length === 0) break
    const rows = await db
      .selectFrom(table)
      .select(['id', 'channel', 'config', 'quiet_hours'])
      .where('id', 'in', rest)
      .execute()
    for (const row of rows)
      routes.set(row.id, {
        channel: row.channel as NotificationTarget['channel'],
        config: JSON.parse(row.config),
        quietHours: row.quiet_hours === null ? null : JSON.parse(row.quiet_hours),
      })
  }
  return routes
}

const hold = bulk(
  { id: 'text', until: 'int8' },
  `update deliveries set next_attempt_at = k.until, quiet_until = k.until from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.leader_id is null`,
)

/** Holds due deliveries until a time, Unix ms. */
export async function holdDeliveries(tx: Tx, held: readonly { id: string; until: number }[]): Promise<void> {
  await hold(
    tx,
    held.map(({ id, until }) => [id, until]),
  )
}

/** Makes the held deliveries of a target due, because its quiet hours changed. */
export async function releaseHeldDeliveries(tx: Tx, targetId: string, now: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ next_attempt_at: now, quiet_until: now })
    .where('status', '=', PENDING)
    .where('leader_id', 'is', null)
    .where('target_id', '=', targetId)
    .where('quiet_until', '>', now)
    .execute()
}

/** Messages of a target that were held and may be sent as one message. */
export interface HeldQueue {
  targetId: string
  /** Project of the messages of a contact method; null for a notification target. */
  scope: string | null
  /** The unreachable target that they replace; null for messages of the target itself. */
  fallbackFor: string | null
}

/** Ids of the deliveries whose hold has ended, in the order of their events. */
export async function listReleased(
  tx: Tx,
  { targetId, scope, fallbackFor }: HeldQueue,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('status', '=', PENDING)
    .where('leader_id', 'is', null)
    .where('target_id', '=', targetId)
    .$if(scope !== null, (query) => query.where('project_id', '=', scope!))
    .where('fallback_for', fallbackFor === null ? 'is' : '=', fallbackFor)
    .where('quiet_until', '<=', now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deliveries of a message, with the leader. */
const selectMessage = (db: Reader, leaderId: string) =>
  db
    .selectFrom('deliveries as g')
    .where('g.status', '=', PENDING)
    .where((eb) => eb.or([eb('g.id', '=', leaderId), eb('g.leader_id', '=', leaderId)]))

export async function countHeldIncidents(db: Reader, leaderId: string): Promise<number> {
  const { total } = await selectMessage(db, leaderId)
    .select((eb) => eb.fn.count<number>('g.incident_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The latest delivery about each incident of a message to the same target, whether or not it was held. */
export async function listLatestStates(db: Reader, leader: Delivery, limit: number): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('deliveries as d')
    .selectAll('d')
    .where('d.target_id', '=', leader.targetId)
    .where(
      'd.incident_id',
      'in',
      selectMessage(db, leader.id).select('g.incident_id').where('g.incident_id', 'is not', null),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries as n')
            .select('n.id')
            .whereRef('n.incident_id', '=', 'd.incident_id')
            .whereRef('n.target_id', '=', 'd.target_id')
            .whereRef('n.created_at', '>', 'd.created_at'),
        ),
      ),
    )
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()
  return rows.map((row: Selectable<DeliveriesTable>) => toDelivery(row))
}

/** The event of the latest delivered message about the incident that is later than a delivery; null for none. */
export async function findOvertakingEvent(
  db: Reader,
  { incidentId, targetId, createdAt }: Pick<Delivery, 'incidentId' | 'targetId' | 'createdAt'>,
): Promise<Event | null> {
  const row = await db
    .selectFrom('deliveries')
    .select('payload')
    .where('incident_id', '=', incidentId)
    .where('target_id', '=', targetId)
    .where('created_at', '>', createdAt)
    .where('status', '=', 'delivered')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? JSON.parse(row.payload) : null
}

/** Deliveries of a message that belong to no incident, in the order of their events. */
export async function listHeldOthers(db: Reader, leaderId: string, limit: number): Promise<Delivery[]> {
  const rows = await selectMessage(db, leaderId)
    .selectAll('g')
    .where('g.incident_id', 'is', null)
    .orderBy('g.created_at')
    .orderBy('g.id')
    .limit(limit)
    .execute()
  return rows.map((row: Selectable<DeliveriesTable>) => toDelivery(row))
}

/** The deferred deliveries of one incident. */
interface DeferredDelivery {
  incident: Pick<Incident, 'id' | 'affectedMonitorIds'> & { monitor: { id: string } | null }
  /** Due time. */
  until: UnixMs
}

const selectDueAtMoments = (db: Reader, moments: readonly number[]) =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('incidents as i', 'i.id', 'd.incident_id')
    .leftJoin('monitors as m', 'm.key', 'i.monitor_key')
    .select(['i.id', 'i.affected_monitor_ids as affected', 'm.id as monitorId', 'd.next_attempt_at as until'])
    .distinct()
    .where('d.status', '=', PENDING)
    .where('d.next_attempt_at', 'in', moments)

/**
 * Deliveries deferred to the end of maintenance: pending deliveries that are due at exactly that time.
 *
 * @param moments Unix ms
 */
export async function listDeferredDeliveries(tx: Tx, moments: readonly number[]): Promise<DeferredDelivery[]> {
  if (moments.length === 0) return []
  // One query per partial index. Together these indexes contain all pending deliveries that lead or have no group
  const ungrouped = await selectDueAtMoments(tx, moments).where('d.leader_id', 'is', null).execute()
  const grouped = await selectDueAtMoments(tx, moments).whereRef('d.leader_id', '=', 'd.id').execute()
  const rows = new Map([...ungrouped, ...grouped].map((row) => [`${row.id} ${row.until}`, row]))
  return [...rows.values()].map(({ id, affected, monitorId, until }) => ({
    incident: { id, affectedMonitorIds: JSON.parse(affected), monitor: monitorId === null ? null : { id: monitorId } },
    until,
  }))
}

const move = bulk(
  { incident_id: 'text', from_at: 'int8', to_at: 'int8' },
  `update deliveries set next_attempt_at = k.to_at from k
   where deliveries.incident_id = k.incident_id and deliveries.status = 'pending'
     and deliveries.next_attempt_at = k.from_at`,
)

const moveDelayed = bulk(
  { incident_id: 'text', from_at: 'int8', to_at: 'int8' },
  `update deliveries set next_attempt_at = next_attempt_at + k.to_at - k.from_at from k
   where deliveries.incident_id = k.incident_id and deliveries.status = 'pending'
     and deliveries.next_attempt_at > k.from_at and deliveries.claimed_by is null
     and deliveries.error_message is null and deliveries.target_id in (select c.id from contact_methods c)`,
)

/**
 * Moves deliveries that are deferred to one time to another time. Deliveries to contact methods keep their delay after
 * this time.
 */
export async function rescheduleDeferredDeliveries(
  tx: Tx,
  moves: readonly { incidentId: string; from: number; to: number }[],
): Promise<void> {
  const rows = moves.map(({ incidentId, from, to }) => [incidentId, from, to])
  await moveDelayed(tx, rows) // first, because a later end would move a delivery again
  await move(tx, rows)
}
