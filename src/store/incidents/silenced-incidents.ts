/**
 * Incidents with alerts that a silence holds. A transaction may write a row only while it holds the lock of the
 * incident. Other transactions change only the review time; they skip locked rows and therefore never wait.
 */

import { FLAPPING_EVENTS } from '../../core/incidents/event.ts'
import type { Person } from '../../core/incidents/incident.ts'
import type { EventOverride } from '../../core/incidents/incident-update.ts'
import type { NotifiedStatus } from '../../core/incidents/silence.ts'
import { bulk, getDialect } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** Alerts of one incident that a silence holds. */
export interface SilencedIncident {
  incidentId: string
  projectId: string
  /** User who silenced the monitors. */
  by: Person
  /** The last held incident update that did not change the status; null when there is none. */
  informationId: string | null
  /** The last held expiry warning; null when there is none. */
  warning: EventOverride | null
  /** Time of the next review, Unix ms. */
  reviewAt: number
}

interface SilencedIncidentRow {
  incident_id: string
  project_id: string
  user_id: string
  user_name: string | null
  information_id: string | null
  warning: string | null
  review_at: number
}

const load = bulk<SilencedIncidentRow>(
  { incident_id: 'text' },
  `select s.*, u.name as user_name from k join silenced_incidents s on s.incident_id = k.incident_id
   left join users u on u.id = s.user_id`,
)

/** Lists held alerts by incident. Incidents without held alerts are left out. */
export async function listSilencedIncidents(
  db: Reader,
  incidentIds: readonly string[],
): Promise<Map<string, SilencedIncident>> {
  const { rows } = await load(
    db,
    incidentIds.map((id) => [id]),
  )
  return new Map(rows.map((row) => [row.incident_id, toSilencedIncident(row)]))
}

const toSilencedIncident = (row: SilencedIncidentRow): SilencedIncident => ({
  incidentId: row.incident_id,
  projectId: row.project_id,
  by: { id: row.user_id, name: row.user_name },
  informationId: row.information_id,
  warning: row.warning === null ? null : JSON.parse(row.warning),
  reviewAt: row.review_at,
})

const upsert = bulk(
  {
    incident_id: 'text',
    project_id: 'text',
    user_id: 'text',
    information_id: 'text',
    warning: 'text',
    review_at: 'int8',
  },
  `insert into silenced_incidents (incident_id, project_id, user_id, information_id, warning, review_at)
   select * from k where true
   on conflict (incident_id) do update set user_id = excluded.user_id, information_id = excluded.information_id,
     warning = excluded.warning, review_at = excluded.review_at`,
)

export async function saveSilencedIncidents(tx: Tx, silenced: readonly SilencedIncident[]): Promise<void> {
  await upsert(
    tx,
    silenced.map(({ incidentId, projectId, by, informationId, warning, reviewAt }) => [
      incidentId,
      projectId,
      by.id,
      informationId,
      warning && JSON.stringify(warning),
      reviewAt,
    ]),
  )
}

const remove = bulk(
  { incident_id: 'text' },
  'delete from silenced_incidents where incident_id in (select incident_id from k)',
)

export async function deleteSilencedIncidents(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await remove(
    tx,
    incidentIds.map((id) => [id]),
  )
}

/**
 * Makes the held alerts of projects due for review. Call it when a silence ended early, after all other changes of the
 * transaction.
 */
export async function markSilencedIncidentsDue(tx: Tx, projectIds: readonly string[], now: number): Promise<void> {
  const held = tx
    .selectFrom('silenced_incidents')
    .select('incident_id')
    .where('project_id', 'in', projectIds)
    .where('review_at', '>', now)
  await tx
    .updateTable('silenced_incidents')
    .set({ review_at: now })
    .where('incident_id', 'in', getDialect(tx) === 'postgres' ? held.forUpdate().skipLocked() : held)
    .execute()
}

const selectDue = prepareQuery((db: Reader, now: number, limit: number) =>
  db
    .selectFrom('silenced_incidents')
    .select('incident_id')
    .where('review_at', '<=', now)
    .orderBy('review_at')
    .limit(limit),
)

/** Lists the ids of incidents whose held alerts are due for review, the longest overdue first. */
export const listDueSilencedIncidents = async (db: Reader, now: number, limit: number): Promise<string[]> =>
  (await selectDue(db, now, limit)).map((row) => row.incident_id)

const selectNext = prepareQuery((db: Reader) =>
  db.selectFrom('silenced_incidents').select('review_at').orderBy('review_at').limit(1),
)

/** Finds the time of the next review, Unix ms; null when no alert is held. */
export const findNextSilenceReview = async (db: Reader): Promise<number | null> =>
  (await selectNext(db))[0]?.review_at ?? null

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
