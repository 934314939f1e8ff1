/** Openings of incidents in the notification log, and the last status that recipients were notified of. */
import { sql } from 'kysely'
import { type Event, FLAPPING_EVENTS, OPENING_EVENTS } from '../../core/incidents/event.ts'
import type { NotifiedStatus } from '../../core/incidents/silence.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { toOwnEvent } from '../../core/notifications/grouped-event.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { listTargets } from './notification-targets.ts'

interface SentOpening {
  /** Facts of the event about the step; absent for the first step. */
  escalation?: { round: number; step: number }
  sentAt: UnixMs
  recipients: OpeningRecipient[]
}

/** A notification target, or a user with contact methods. */
interface OpeningRecipient {
  /** Null after the deletion of the target. */
  name: string | null
  /** Null for a notification target. */
  userId: string | null
}

/**
 * Finds the newest opening that was enqueued since a time, Unix ms, with each recipient once, by name. Fallback targets are
 * left out.
 */
export async function findNewestOpening(db: Reader, incidentId: string, since: number): Promise<SentOpening | null> {
  const newest = await db
    .selectFrom('deliveries')
    .select(['event_id', 'payload', 'created_at'])
    .where('incident_id', '=', incidentId)
    .where('created_at', '>=', since)
    .where('event_type', 'in', OPENING_EVENTS)
    // A message that a user asked for is no step. In a text, JSON escapes the quotation marks
    .where('payload', 'not like', '%"requested_by":%')
    .orderBy('created_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return null
  const rows = await db
    .selectFrom('deliveries')
    .leftJoin('notification_targets', 'notification_targets.id', 'deliveries.target_id')
    .leftJoin('contact_methods', 'contact_methods.id', 'deliveries.target_id')
    .leftJoin('users', 'users.id', 'contact_methods.user_id')
    .select(['notification_targets.name as target_name', 'users.name as user_name', 'users.id as user_id'])
    .where('event_id', '=', newest.event_id)
    .where('incident_id', '=', incidentId)
    .where('fallback_for', 'is', null)
    .orderBy('target_name')
    .orderBy('user_name')
    .orderBy('deliveries.id')
    .execute()
  const recipients = rows.map((row) => ({ name: row.target_name ?? row.user_name, userId: row.user_id }))
  return {
    escalation: JSON.parse(newest.payload).data.escalation,
    sentAt: newest.created_at,
    // A user may have several contact methods
    recipients: recipients.filter(
      ({ userId }, at) => userId === null || recipients.findIndex((other) => other.userId === userId) === at,
    ),
  }
}

/**
 * Returns whether an opening of the incident was enqueued for one of these targets after a time, Unix ms. A failed one
 * reached no recipient.
 */
export async function hasOpeningSince(
  db: Reader,
  { incidentId, targetIds }: { incidentId: string; targetIds: readonly string[] },
  since: UnixMs,
): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('incident_id', '=', incidentId)
    .where('target_id', 'in', targetIds)
    .where('event_type', 'in', OPENING_EVENTS)
    .where('created_at', '>', since)
    .where('status', 'not in', ['failed', 'bounced'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Events that state the status of their incident; an update without a change of the status does not. */
const STATUS_BY_EVENT: Readonly<Record<string, NotifiedStatus>> = {
  'incident.acknowledged': 'acknowledged',
  'incident.resolved': 'resolved',
}

const INFORMATION = ['incident.updated', ...FLAPPING_EVENTS].map((type) => `'${type}'`).join(', ')

const selectNotified = bulk<{ id: string; event_type: string | null }>(
  { id: 'text' },
  `select k.id, (select d.event_type from deliveries d where d.incident_id = k.id and d.event_type not in (${INFORMATION})
     order by d.created_at desc, d.id desc limit 1) as event_type
   from k where exists (select 1 from deliveries d where d.incident_id = k.id)`,
)

/** Lists the status that recipients were last notified of, sent or not yet. Incidents without notifications are left out. */
export async function listNotifiedStatuses(
  db: Reader,
  incidentIds: readonly string[],
): Promise<Map<string, NotifiedStatus>> {
  const { rows } = await selectNotified(
    db,
    incidentIds.map((id) => [id]),
  )
  return new Map(rows.map(({ id, event_type }) => [id, STATUS_BY_EVENT[event_type ?? ''] ?? 'open']))
}

/** @param services values of `config.service` */
export async function listRepeatedTargets(db: Reader, services: readonly string[]): Promise<NotificationTarget[]> {
  const isRepeated = services.map((service) => sql<boolean>`config like ${`%"service":"${service}"%`}`)
  const rows = await db
    .selectFrom('notification_targets')
    .select('id')
    .where('channel', '=', 'webhook')
    .where('is_enabled', '=', 1)
    .where((eb) => eb.or(isRepeated))
    .execute()
  const targets = await listTargets(
    db,
    rows.map(({ id }) => id),
  )
  // A text in another setting may contain the same words
  return [...targets.values()].filter(({ config }) => services.includes(String(config.service)))
}

export interface DeliveredOpening {
  incidentId: string
  /** The opening, or a later update. About this incident only, also if the delivery was part of an alert group. */
  event: Event
}

/** The newest incidents; Alertmanager would not show more. */
const MAX_OPENINGS = 1_000

/** Lists the last delivered opening or update of each open incident, the newest first. */
export async function listDeliveredOpenings(db: Reader, targetId: string): Promise<DeliveredOpening[]> {
  const rows = await db
    .selectFrom('incidents as i')
    .innerJoin('deliveries as d', 'd.incident_id', 'i.id')
    .select(['i.id as incidentId', 'd.payload'])
    // The index of open incidents has the same conditions
    .where('i.status', '<>', 'resolved')
    .where('i.deleted_at', 'is', null)
    .where('d.id', '=', (eb) =>
      eb
        .selectFrom('deliveries as last')
        .select('last.id')
        .whereRef('last.incident_id', '=', 'i.id')
        .where('last.target_id', '=', targetId)
        .where('last.status', '=', 'delivered')
        .where('last.event_type', 'in', ['incident.opened', 'incident.reopened', 'incident.updated'])
        .orderBy('last.created_at', 'desc')
        .limit(1),
    )
    .orderBy('d.created_at', 'desc')
    .limit(MAX_OPENINGS)
    .execute()
  return rows.map(({ incidentId, payload }) => ({ incidentId, event: toOwnEvent(JSON.parse(payload), incidentId) }))
}

interface MessageThread {
  incidentId: string
  targetId: string
  /** Id of the message at the service. */
  threadId: string
}

const upsert = bulk(
  { incident_id: 'text', target_id: 'text', thread_id: 'text' },
  `insert into message_threads (incident_id, target_id, thread_id)
   select k.incident_id, k.target_id, k.thread_id from k join incidents i on i.id = k.incident_id where true
   on conflict (incident_id, target_id) do update set thread_id = excluded.thread_id`,
)

/** Saves threads. Incidents that retention has deleted have none. */
export async function saveThreads(tx: Tx, threads: readonly MessageThread[]): Promise<void> {
  await upsert(
    tx,
    threads.map(({ incidentId, targetId, threadId }) => [incidentId, targetId, threadId]),
  )
}

/** @returns null when no message of the target began a thread */
export async function findThread(
  db: Reader,
  { incidentId, targetId }: Pick<MessageThread, 'incidentId' | 'targetId'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('message_threads')
    .select('thread_id')
    .where('incident_id', '=', incidentId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  return row?.thread_id ?? null
}

export async function deleteThreadsOf(tx: Tx, targetId: string): Promise<void> {
  await tx.deleteFrom('message_threads').where('target_id', '=', targetId).execute()
}
