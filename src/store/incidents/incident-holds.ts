/**
 * Holds of incidents: one row per incident and reason, with the time of its next review. A transaction may write a row only
 * while it holds the lock of the incident. Other transactions change only the review time; they skip locked rows and
 * therefore never wait.
 */
import { type Selectable, sql } from 'kysely'
import type { SilenceHold } from '../../core/incidents/silence.ts'
import type { SnoozeHold } from '../../core/incidents/snooze.ts'
import type { DependencyKey, Suppression } from '../../core/incidents/suppression.ts'
import { unpackKeys } from '../monitors/monitor-dependencies.ts'
import { bulk, getDialect } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockFreeRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { IncidentHoldsTable } from '../tables/incidents.ts'

export type Hold = Suppression | SilenceHold | SnoozeHold

/** Reasons whose holds are stored. The remaining reasons follow from the state of the monitor. */
export type StoredReason = Hold['reason']

/** A suppression with the name of its dependency, deleted or not. */
export interface StoredSuppression extends Suppression {
  /** Id of the monitor or of the group. */
  parentId: string
  parentName: string
}

/** Holds by reason and incident. */
export interface Holds {
  dependency_down: ReadonlyMap<string, StoredSuppression>
  silenced: ReadonlyMap<string, SilenceHold>
  snoozed: ReadonlyMap<string, SnoozeHold>
}

interface HoldRow extends Selectable<IncidentHoldsTable> {
  parent_id: string | null
  parent_name: string | null
  user_name: string | null
}

const load = bulk<HoldRow>(
  { incident_id: 'text' },
  `select h.*, m.id as parent_id, coalesce(m.name, g.name) as parent_name, u.name as user_name
   from k join incident_holds h on h.incident_id = k.incident_id
     left join monitors m on m.key = h.parent_key left join groups g on g.id = h.parent_group_id
     left join users u on u.id = h.user_id`,
)

/** Lists the holds of incidents. */
export async function listHolds(db: Reader, incidentIds: readonly string[]): Promise<Holds> {
  const { rows } = await load(
    db,
    incidentIds.map((id) => [id]),
  )
  const ofReason = <Kind extends Hold>(reason: Kind['reason'], toHold: (row: HoldRow) => Kind) =>
    new Map(rows.filter((row) => row.reason === reason).map((row) => [row.incident_id, toHold(row)]))
  return {
    dependency_down: ofReason('dependency_down', toSuppression),
    silenced: ofReason('silenced', toSilenceHold),
    snoozed: ofReason('snoozed', toSnoozeHold),
  }
}

const toSuppression = (row: HoldRow): StoredSuppression => ({
  reason: 'dependency_down',
  incidentId: row.incident_id,
  monitorKey: row.monitor_key!,
  parentKey: row.parent_group_id ?? row.parent_key!,
  parentId: row.parent_group_id ?? row.parent_id!,
  parentName: row.parent_name ?? 'deleted group',
  phase: row.phase!,
  entryId: row.update_id!,
  since: row.since!,
  clearedAt: row.cleared_at,
  waitUntil: row.wait_until,
  reviewAt: row.review_at,
})

const toSilenceHold = (row: HoldRow): SilenceHold => ({
  reason: 'silenced',
  incidentId: row.incident_id,
  projectId: row.project_id!,
  by: { id: row.user_id!, name: row.user_name },
  informationId: row.update_id,
  warning: row.warning === null ? null : JSON.parse(row.warning),
  reviewAt: row.review_at,
})

const toSnoozeHold = (row: HoldRow): SnoozeHold => ({
  reason: 'snoozed',
  incidentId: row.incident_id,
  reviewAt: row.review_at,
})

const COLUMNS = {
  incident_id: 'text',
  reason: 'text',
  review_at: 'int8',
  update_id: 'text',
  monitor_key: 'int4',
  parent_key: 'int4',
  parent_group_id: 'text',
  phase: 'text',
  since: 'int8',
  cleared_at: 'int8',
  wait_until: 'int8',
  project_id: 'text',
  user_id: 'text',
  warning: 'text',
} as const

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

const upsert = bulk(
  COLUMNS,
  `insert into incident_holds (${NAMES.join(', ')}) select * from k where true
   on conflict (incident_id, reason) do update set ${NAMES.slice(2)
     .map((name) => `${name} = excluded.${name}`)
     .join(', ')}`,
)

export async function saveHolds(tx: Tx, holds: readonly Hold[]): Promise<void> {
  await upsert(
    tx,
    holds.map((hold) => {
      const row = toRow(hold)
      return NAMES.map((name) => row[name] ?? null)
    }),
  )
}

function toRow(hold: Hold): Partial<Selectable<IncidentHoldsTable>> {
  const { reason, incidentId: incident_id, reviewAt: review_at } = hold
  const common = { incident_id, reason, review_at }
  if (reason === 'snoozed') return common
  if (reason === 'silenced') {
    const { projectId: project_id, by, informationId: update_id, warning } = hold
    return { ...common, project_id, user_id: by.id, update_id, warning: warning && JSON.stringify(warning) }
  }
  return {
    ...common,
    monitor_key: hold.monitorKey,
    ...toParentColumns(hold.parentKey),
    phase: hold.phase,
    update_id: hold.entryId,
    since: hold.since,
    cleared_at: hold.clearedAt,
    wait_until: hold.waitUntil,
  }
}

const toParentColumns = (key: DependencyKey) =>
  typeof key === 'string' ? { parent_group_id: key } : { parent_key: key }

const remove = bulk(
  { incident_id: 'text', reason: 'text' },
  'delete from incident_holds where (incident_id, reason) in (select incident_id, reason from k)',
)

export async function deleteHolds(tx: Tx, holds: readonly Pick<Hold, 'reason' | 'incidentId'>[]): Promise<void> {
  await remove(
    tx,
    holds.map(({ incidentId, reason }) => [incidentId, reason]),
  )
}

/** Deletes the holds of a deleted incident. */
export async function deleteIncidentHolds(tx: Tx, incidentId: string): Promise<void> {
  await tx.deleteFrom('incident_holds').where('incident_id', '=', incidentId).execute()
}

const selectDue = prepareQuery((db: Reader, reason: StoredReason, now: number, limit: number) =>
  db
    .selectFrom('incident_holds')
    .select('incident_id')
    .where('reason', '=', reason)
    .where('review_at', '<=', now)
    .orderBy('review_at')
    .limit(limit),
)

/** Lists the ids of incidents whose hold is due for review, the longest overdue first. */
export const listDueHolds = async (db: Reader, reason: StoredReason, now: number, limit: number): Promise<string[]> =>
  (await selectDue(db, reason, now, limit)).map((row) => row.incident_id)

const selectNextReview = prepareQuery((db: Reader, reason: StoredReason) =>
  db.selectFrom('incident_holds').select('review_at').where('reason', '=', reason).orderBy('review_at').limit(1),
)

/** Finds the time of the next review, Unix ms; null when the reason holds no alert. */
export const findNextHoldReview = async (db: Reader, reason: StoredReason): Promise<number | null> =>
  (await selectNextReview(db, reason))[0]?.review_at ?? null

/** The compiler reports a missing one. */
const STORED_REASONS = Object.keys({
  dependency_down: true,
  silenced: true,
  snoozed: true,
} satisfies Record<StoredReason, true>)

// One subquery per reason, because an index begins with the reason
const REVIEWS = STORED_REASONS.map(
  (reason) => `select min(review_at) as at from incident_holds where reason = '${reason}'`,
)

const selectNextEnd = prepareQuery((db: Reader) => ({
  compile: () =>
    sql<{ at: number | null }>`select min(at) as at from (
        ${sql.raw(REVIEWS.join(' union all '))}
        union all select min(ends_at) from silences
        union all select min(stable_at) from flaps
        union all select min(due_at) from deferred_incidents
      ) as ends`.compile(db),
}))

/** Finds the time at which the next hold may end, whatever its reason, Unix ms; null when nothing is held. */
export const findNextHoldEnd = async (db: Reader): Promise<number | null> => (await selectNextEnd(db))[0]?.at ?? null

/**
 * Makes the suppressions of these monitors and of all their dependents due for review now. Call it after all other
 * incident changes of a transaction: it waits for no lock, but other transactions may wait for the locks it takes. In the
 * common case without any suppression, the query ends after one index lookup.
 */
export async function markSuppressionsDue(tx: Tx, monitorKeys: readonly number[], now: number): Promise<void> {
  if (monitorKeys.length === 0) return
  const locking = getDialect(tx) === 'postgres' ? sql`for update of h skip locked` : sql``
  await sql`with recursive walked (key) as (
      select * from ${unpackKeys(tx, JSON.stringify(monitorKeys))} as listed
        where exists (select 1 from incident_holds where reason = 'dependency_down')
      union select d.monitor_key from walked join monitor_dependencies d on d.parent_key = walked.key
    )
    update incident_holds set review_at = ${now} where reason = 'dependency_down' and incident_id in (
      select h.incident_id from walked join incident_holds h on h.monitor_key = walked.key
      where h.review_at > ${now} ${locking}
    )`.execute(tx)
}

/**
 * Makes the alerts that wait for groups due for review. Call it after all other incident changes of a transaction, as
 * `markSuppressionsDue`.
 */
export async function markGroupHoldsDue(tx: Tx, groupIds: readonly string[], now: number): Promise<void> {
  if (groupIds.length > 0) await markDue(tx, { reason: 'dependency_down', column: 'parent_group_id' }, groupIds, now)
}

/**
 * Makes the silenced alerts of projects due for review. Call it when a silence ended early, after all other changes of the
 * transaction.
 */
export const markSilencedDue = (tx: Tx, projectIds: readonly string[], now: number): Promise<void> =>
  markDue(tx, { reason: 'silenced', column: 'project_id' }, projectIds, now)

async function markDue(
  tx: Tx,
  { reason, column }: { reason: 'dependency_down' | 'silenced'; column: 'parent_group_id' | 'project_id' },
  ids: readonly string[],
  now: number,
): Promise<void> {
  const held = tx
    .selectFrom('incident_holds')
    .select('incident_id')
    .where(column, 'in', ids)
    .where('review_at', '>', now)
  await tx
    .updateTable('incident_holds')
    .set({ review_at: now })
    .where('reason', '=', reason)
    .where('incident_id', 'in', lockFreeRows(tx, held))
    .execute()
}
