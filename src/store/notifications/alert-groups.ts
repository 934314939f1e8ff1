/**
 * Deliveries that are sent as one message. The leader gives its id to the message and is claimed, tried and settled for
 * all. The other members are excluded from claims, and are settled with the leader.
 */
import { sql } from 'kysely'
import type { Event } from '../../core/incidents/event.ts'
import type { MonitorType } from '../../core/monitors/monitor.ts'
import { type GroupingState, NO_GROUPING } from '../../core/notifications/alert-group.ts'
import type { Delivery } from '../../core/notifications/delivery.ts'
import { isQuietHoursEvent } from '../../core/notifications/quiet-hours.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { ErrorType } from '../../core/results/verdict.ts'
import { toClaimedUntil } from '../platform/clock/service-clock.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { toDelivery } from './deliveries.ts'

/** Due time of a member, which is never sent by itself. The largest exact integer. */
export const NEVER = Number.MAX_SAFE_INTEGER

const updateLeaders = bulk(
  { id: 'text', leader_id: 'text', next_attempt_at: 'int8' },
  `update deliveries set leader_id = k.leader_id, next_attempt_at = k.next_attempt_at from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.leader_id is null`,
)

/** @param assignments leader and due time of each delivery; a member is due `NEVER` */
export async function saveLeaders(
  tx: Tx,
  assignments: readonly { id: string; leaderId: string; nextAttemptAt: number }[],
): Promise<void> {
  await updateLeaders(
    tx,
    assignments.map(({ id, leaderId, nextAttemptAt }) => [id, leaderId, nextAttemptAt]),
  )
}

const PENDING = sql.lit('pending' as const)

/** Pending members, without the leader. */
const selectMembers = (db: Reader, leaderId: string) =>
  db
    .selectFrom('deliveries as d')
    .where('d.status', '=', PENDING)
    .whereRef('d.leader_id', '<>', 'd.id')
    .where('d.leader_id', '=', leaderId)

export async function countMembers(db: Reader, leaderId: string): Promise<number> {
  const { total } = await selectMembers(db, leaderId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Members in the order of their events. */
export async function listMembers(db: Reader, leaderId: string, limit: number): Promise<Delivery[]> {
  const rows = await selectMembers(db, leaderId)
    .selectAll('d')
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

/** The monitor of a delivery, with the fields that may show a common cause. */
export interface GroupedMonitor {
  deliveryId: string
  createdAt: UnixMs
  monitorKey: number
  type: MonitorType
  target: string
  groupName: string | null
  /** SHA-256 of its last certificate. */
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

/** Monitors of these deliveries; deliveries without a monitor are left out. */
export async function listMonitorsOfDeliveries(db: Reader, deliveryIds: readonly string[]): Promise<GroupedMonitor[]> {
  if (deliveryIds.length === 0) return []
  const rows = await withMonitors(db.selectFrom('deliveries as d').where('d.id', 'in', deliveryIds)).execute()
  return rows as GroupedMonitor[]
}

/**
 * A page of the monitors of the members.
 *
 * @param after last monitor of the previous page
 */
export async function listGroupedMonitors(
  db: Reader,
  leaderId: string,
  after: Pick<GroupedMonitor, 'deliveryId' | 'createdAt'> | null,
  limit: number,
): Promise<GroupedMonitor[]> {
  const rows = await withMonitors(selectMembers(db, leaderId))
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('d.created_at', 'd.id'), '>', eb.tuple(after!.createdAt, after!.deliveryId))),
    )
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()
  return rows as GroupedMonitor[]
}

/**
 * Completes the event of a message before its first attempt.
 *
 * @returns whether its claim was still valid; otherwise nothing is written
 */
export async function replaceEvent(tx: Tx, { id, nextAttemptAt }: Delivery, event: Event): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    // The log keeps the type of the delivery: recipients of an opening receive the later events of the incident
    .set({ ...(!isQuietHoursEvent(event) && { event_type: event.type }), payload: JSON.stringify(event) })
    .where('id', '=', id)
    .where('status', '=', PENDING)
    .where(toClaimedUntil('next_attempt_at', nextAttemptAt))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether a claim is still valid. PostgreSQL locks it to the end of the transaction. */
export async function hasClaim(tx: Tx, { id, nextAttemptAt }: Delivery): Promise<boolean> {
  const query = tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', PENDING)
    .where(toClaimedUntil('next_attempt_at', nextAttemptAt))
  return (await lockRows(tx, query).executeTakeFirst()) !== undefined
}

export interface GroupingKey {
  targetId: string
  /** See `findTopicKey` in `core/notifications/grouped-event.ts`. */
  topic: string
}

/** Key for maps. */
export const toMapKey = ({ targetId, topic }: GroupingKey): string => `${targetId} ${topic}`

const COLUMNS = { target_id: 'text', topic: 'text', state: 'text' } as const

const insertMissing = bulk(
  COLUMNS,
  'insert into alert_groups (target_id, topic, state) select * from k where true on conflict do nothing',
)

const update = bulk(
  COLUMNS,
  `update alert_groups set state = k.state from k
   where alert_groups.target_id = k.target_id and alert_groups.topic = k.topic`,
)

/**
 * Returns grouping states. PostgreSQL locks them to the end of the transaction, in one order on every server. One
 * server at a time therefore decides about grouping and sending.
 */
export async function lockGroupingStates(tx: Tx, keys: readonly GroupingKey[]): Promise<Map<string, GroupingState>> {
  if (keys.length === 0) return new Map()
  const ordered = [...new Map(keys.map((key) => [toMapKey(key), key]))].sort(([a], [b]) => (a < b ? -1 : 1))
  await insertMissing(
    tx,
    ordered.map(([, { targetId, topic }]) => [targetId, topic, JSON.stringify(NO_GROUPING)]),
  )
  return lockKnownGroupingStates(tx, [...new Set(keys.map(({ targetId }) => targetId))])
}

/** Locks the grouping states of all topics of these targets, as far as they exist. */
export async function lockKnownGroupingStates(
  tx: Tx,
  targetIds: readonly string[],
): Promise<Map<string, GroupingState>> {
  if (targetIds.length === 0) return new Map()
  const query = tx
    .selectFrom('alert_groups')
    .selectAll()
    .where('target_id', 'in', targetIds)
    .orderBy('target_id')
    .orderBy('topic')
  const rows = await lockRows(tx, query).execute()
  return new Map(
    rows.map((row) => [
      toMapKey({ targetId: row.target_id, topic: row.topic }),
      JSON.parse(row.state) as GroupingState,
    ]),
  )
}

/** @param states locked by this transaction */
export async function saveGroupingStates(
  tx: Tx,
  states: readonly (GroupingKey & { state: GroupingState })[],
): Promise<void> {
  await update(
    tx,
    states.map(({ targetId, topic, state }) => [targetId, topic, JSON.stringify(state)]),
  )
}

export async function deleteGroupingStates(tx: Tx, targetId: string): Promise<void> {
  await tx.deleteFrom('alert_groups').where('target_id', '=', targetId).execute()
}
