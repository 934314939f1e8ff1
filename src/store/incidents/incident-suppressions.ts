/**
 * Suppressions of incidents. A transaction may write a row only while it holds the lock of the incident. Other
 * transactions change only the review time; they skip locked rows and therefore never wait.
 */

import { type Selectable, sql } from 'kysely'
import type { IncidentStatus, UpdateKind } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import type { Suppression } from '../../core/incidents/suppression.ts'
import { unpackKeys } from '../monitors/monitor-dependencies.ts'
import { bulk, getDialect } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { IncidentSuppressionsTable } from '../tables/incidents.ts'

/** A suppression with the name of its dependency, deleted or not. */
export interface StoredSuppression extends Suppression {
  parentId: string
  parentName: string
}

interface SuppressionRow extends Selectable<IncidentSuppressionsTable> {
  parent_id: string
  parent_name: string
}

const load = bulk<SuppressionRow>(
  { incident_id: 'text' },
  `select h.incident_id, h.monitor_key, h.parent_key, h.phase, h.entry_id, h.since, h.cleared_at, h.wait_until,
     h.review_at, m.id as parent_id, m.name as parent_name
   from k join incident_suppressions h on h.incident_id = k.incident_id join monitors m on m.key = h.parent_key`,
)

/** Lists suppressions by incident. Incidents without a suppression are left out. */
export async function listSuppressions(
  db: Reader,
  incidentIds: readonly string[],
): Promise<Map<string, StoredSuppression>> {
  const { rows } = await load(
    db,
    incidentIds.map((id) => [id]),
  )
  return new Map(rows.map((row) => [row.incident_id, toSuppression(row)]))
}

const toSuppression = (row: SuppressionRow): StoredSuppression => ({
  incidentId: row.incident_id,
  monitorKey: row.monitor_key,
  parentKey: row.parent_key,
  phase: row.phase,
  entryId: row.entry_id,
  since: row.since,
  clearedAt: row.cleared_at,
  waitUntil: row.wait_until,
  reviewAt: row.review_at,
  parentId: row.parent_id,
  parentName: row.parent_name,
})

const COLUMNS = {
  incident_id: 'text',
  monitor_key: 'int4',
  parent_key: 'int4',
  phase: 'text',
  entry_id: 'text',
  since: 'int8',
  cleared_at: 'int8',
  wait_until: 'int8',
  review_at: 'int8',
} as const

const NAMES = Object.keys(COLUMNS)

const upsert = bulk(
  COLUMNS,
  `insert into incident_suppressions (${NAMES.join(', ')}) select * from k where true
   on conflict (incident_id) do update set ${NAMES.slice(1)
     .map((name) => `${name} = excluded.${name}`)
     .join(', ')}`,
)

export async function saveSuppressions(tx: Tx, suppressions: readonly Suppression[]): Promise<void> {
  await upsert(
    tx,
    suppressions.map((suppression) => [
      suppression.incidentId,
      suppression.monitorKey,
      suppression.parentKey,
      suppression.phase,
      suppression.entryId,
      suppression.since,
      suppression.clearedAt,
      suppression.waitUntil,
      suppression.reviewAt,
    ]),
  )
}

const remove = bulk(
  { incident_id: 'text' },
  'delete from incident_suppressions where incident_id in (select incident_id from k)',
)

export async function deleteSuppressions(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await remove(
    tx,
    incidentIds.map((id) => [id]),
  )
}

const selectDue = prepareQuery((db: Reader, now: number, limit: number) =>
  db
    .selectFrom('incident_suppressions')
    .select('incident_id')
    .where('review_at', '<=', now)
    .orderBy('review_at')
    .limit(limit),
)

/** Lists the ids of incidents whose suppression is due for review, the longest overdue first. */
export const listDueSuppressions = async (db: Reader, now: number, limit: number): Promise<string[]> =>
  (await selectDue(db, now, limit)).map((row) => row.incident_id)

const selectNext = prepareQuery((db: Reader) =>
  db.selectFrom('incident_suppressions').select('review_at').orderBy('review_at').limit(1),
)

/** Finds the time of the next review, Unix ms; null when nothing is suppressed. */
export const findNextReviewAt = async (db: Reader): Promise<number | null> =>
  (await selectNext(db))[0]?.review_at ?? null

/**
 * Makes the suppressions of these monitors and of all their dependents due for review now. In the common case without
 * any suppression, the query ends after one index lookup.
 */
export async function markSuppressionsDue(tx: Tx, monitorKeys: readonly number[], now: number): Promise<void> {
  const locking = getDialect(tx) === 'postgres' ? sql`for update of h skip locked` : sql``
  await sql`with recursive walked (key) as (
      select * from ${unpackKeys(tx, JSON.stringify(monitorKeys))} as listed where exists (select 1 from incident_suppressions)
      union select d.monitor_key from walked join monitor_dependencies d on d.parent_key = walked.key
    )
    update incident_suppressions set review_at = ${now} where incident_id in (
      select h.incident_id from walked join incident_suppressions h on h.monitor_key = walked.key
      where h.review_at > ${now} ${locking}
    )`.execute(tx)
}

const selectEntries = bulk<{ id: string; kind: UpdateKind; message: string; from_status: IncidentStatus | null }>(
  { id: 'text' },
  'select u.id, u.kind, u.message, u.from_status from k join incident_updates u on u.id = k.id',
)

/** Lists timeline entries whose notifications were suppressed, by id. */
export async function listSuppressedEntries(
  db: Reader,
  entryIds: readonly string[],
): Promise<Map<string, Pick<IncidentUpdate, 'kind' | 'message' | 'fromStatus'>>> {
  const { rows } = await selectEntries(
    db,
    entryIds.map((id) => [id]),
  )
  return new Map(rows.map(({ id, kind, message, from_status }) => [id, { kind, message, fromStatus: from_status }]))
}

const selectNotified = bulk<{ id: string }>(
  { id: 'text' },
  'select k.id from k where exists (select 1 from deliveries d where d.incident_id = k.id)',
)

/** Lists which of the given incidents have already sent notifications. */
export async function listNotifiedIncidents(db: Reader, incidentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await selectNotified(
    db,
    incidentIds.map((id) => [id]),
  )
  return new Set(rows.map(({ id }) => id))
}
