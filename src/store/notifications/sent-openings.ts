/** Openings of incidents in the notification log, and the last status that recipients were notified of. */
import { FLAPPING_EVENTS, OPENING_EVENTS } from '../../core/incidents/event.ts'
import type { NotifiedStatus } from '../../core/incidents/silence.ts'
import { bulk } from '../platform/bulk.ts'
import type { Reader } from '../platform/store.ts'

interface SentOpening {
  /** Facts of the event about the step; absent for the first step. */
  escalation?: { round: number; step: number }
  /** Unix ms. */
  sentAt: number
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
