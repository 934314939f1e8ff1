/** Data under the key of a monitor, and its deletion: always by an index, and in small batches. */

import { sql } from 'kysely'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { Database } from '../tables/index.ts'

/** A monitor, deleted or not, and the retention terms of its history. */
export interface RetentionMonitor {
  key: number
  deletedAt: number | null
  rawResultDays: number
  rollupDays: number
  termsSince: number
}

const selectPage = prepareQuery((db: Reader, after: number, limit: number) =>
  db
    .selectFrom('monitors as m')
    .leftJoin('retention_terms as t', 't.organization_id', 'm.organization_id')
    .select(['m.key', 'm.deleted_at as deletedAt', 't.since as termsSince'])
    .select(['t.raw_result_days as rawResultDays', 't.rollup_days as rollupDays'])
    .where('m.key', '>', after)
    .orderBy('m.key')
    .limit(limit),
)

/**
 * A page of all monitors, by key.
 *
 * @returns monitors with terms, and the last key; null when there are none left. An organization created after the run
 * has passed it has no terms, and is too young to lose data
 */
export async function listRetentionMonitors(
  db: Reader,
  after: number,
  limit: number,
): Promise<{ monitors: RetentionMonitor[]; last: number | null }> {
  const rows = await selectPage(db, after, limit)
  return {
    monitors: rows.filter((row): row is RetentionMonitor => row.termsSince !== null),
    last: rows.at(-1)?.key ?? null,
  }
}

/** Tables of history, with the column that orders them within a monitor. */
const START_COLUMNS = {
  results: 'scheduled_at',
  result_blocks: 'starts_at',
  result_hours: 'starts_at',
  result_days: 'starts_at',
  failure_responses: 'scheduled_at',
  heartbeat_pings: 'at',
  status_changes: 'started_at',
  maintenance_spans: 'starts_at',
} as const

export type HistoryTable = keyof typeof START_COLUMNS

/** Tables whose rows may extend past the horizon: a row stays until it ended before the horizon. */
const END_COLUMNS: Partial<Record<HistoryTable, string>> = { status_changes: 'ended_at', maintenance_spans: 'ends_at' }

/** A period of the history of one monitor; Unix ms. */
export interface RowRange {
  monitorKey: number
  table: HistoryTable
  from: number
  /** Exclusive. */
  before: number
}

/** Ranges that contain rows. Each check reads one index row; there is one query per table. */
export async function listNonEmpty(db: Reader, ranges: readonly RowRange[]): Promise<RowRange[]> {
  const filled: RowRange[] = []
  for (const [table, group] of Map.groupBy(ranges, (range) => range.table)) {
    const { rows } = await selectFilled[table](
      db,
      group.map(({ monitorKey, from, before }) => [monitorKey, from, before]),
    )
    const keys = new Set(rows.map((row) => row.key))
    filled.push(...group.filter(({ monitorKey }) => keys.has(monitorKey)))
  }
  return filled
}

const selectAnyRow = (table: HistoryTable) => {
  const end = END_COLUMNS[table] ? ` and t.${END_COLUMNS[table]} <= k.to_at` : ''
  return bulk<{ key: number }>(
    { key: 'int4', from_at: 'int8', to_at: 'int8' },
    `select k.key as key from k where (select 1 from ${table} t where t.monitor_key = k.key
       and t.${START_COLUMNS[table]} >= k.from_at and t.${START_COLUMNS[table]} < k.to_at${end} limit 1) is not null`,
  )
}

const selectFilled: Record<HistoryTable, ReturnType<typeof selectAnyRow>> = {
  results: selectAnyRow('results'),
  result_blocks: selectAnyRow('result_blocks'),
  result_hours: selectAnyRow('result_hours'),
  result_days: selectAnyRow('result_days'),
  failure_responses: selectAnyRow('failure_responses'),
  heartbeat_pings: selectAnyRow('heartbeat_pings'),
  status_changes: selectAnyRow('status_changes'),
  maintenance_spans: selectAnyRow('maintenance_spans'),
}

/**
 * Deletes the oldest rows of a range.
 *
 * @param limit approximate number of rows; rows with the same time are deleted together
 */
export async function deleteOldest(
  tx: Tx,
  range: RowRange,
  limit: number,
): Promise<{ deleted: number; isEmpty: boolean }> {
  // One type for all of these tables; the columns are written out
  const table = range.table as 'results'
  const at = sql.ref<number>(START_COLUMNS[range.table])
  const cut = await tx
    .selectFrom(table)
    .select(at.as('at'))
    .where(toRangeCondition(range))
    .orderBy(at)
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst()
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where(toRangeCondition(range))
    .$if(cut !== undefined, (query) => query.where(sql<boolean>`${at} <= ${cut!.at}`))
    .executeTakeFirstOrThrow()
  return { deleted: Number(numDeletedRows), isEmpty: cut === undefined }
}

function toRangeCondition({ table, monitorKey, from, before }: RowRange) {
  const at = sql.ref(START_COLUMNS[table])
  const end = END_COLUMNS[table]
  const isOver = end === undefined ? sql`` : sql` and ${sql.ref(end)} <= ${before}`
  return sql<boolean>`monitor_key = ${monitorKey} and ${at} >= ${from} and ${at} < ${before}${isOver}`
}

const deleteSpans = bulk(
  { key: 'int4', before: 'int8' },
  `delete from certificate_spans where (monitor_key, endpoint, fingerprint) in (
     select s.monitor_key, s.endpoint, s.fingerprint from k join certificate_spans s on s.monitor_key = k.key
     where s.last_seen_at < k.before and not exists (
       select 1 from certificates c where c.monitor_key = s.monitor_key and c.fingerprint = s.fingerprint))`,
)

/** Deletes certificates last observed before a time, except the present one. A monitor has a few of them. */
export async function deleteSpansBefore(tx: Tx, monitors: readonly { key: number; before: number }[]): Promise<number> {
  const { written } = await deleteSpans(
    tx,
    monitors.map(({ key, before }) => [key, before]),
  )
  return written
}

/** Tables with the present state and settings of a monitor, a few rows each. They are not read for deleted monitors. */
const SETTINGS_TABLES = [
  'check_states',
  'certificates',
  'certificate_spans',
  'certificate_observations',
  'domain_watches',
  'expiry_watches',
  'flaps',
  'heartbeats',
  'incident_holds',
  'incident_reminders',
  'maintenance_monitors',
  'monitor_dependencies',
  'monitor_tags',
  'monitor_targets',
  'silences',
  'status_page_components',
  'deferred_incidents',
] as const satisfies readonly (keyof Database)[]

/** Deletes everything about deleted monitors except their history and name: settings hold secrets, too. */
export async function purgeSettings(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  for (const table of SETTINGS_TABLES)
    await tx
      .deleteFrom(table as 'check_states')
      .where('monitor_key', 'in', monitorKeys)
      .execute()
  await tx.deleteFrom('monitor_dependencies').where('parent_key', 'in', monitorKeys).execute()
  await tx
    .updateTable('monitors')
    .set({ settings: '{}', ssl_monitoring: null, domain_monitoring: null })
    .where('key', 'in', monitorKeys)
    .where('deleted_at', 'is not', null)
    .where('settings', '<>', '{}')
    .execute()
}

/** Deletes a deleted monitor's memberships, and its row when no incident refers to it any more. */
export async function purgeMonitor(tx: Tx, monitorKey: number): Promise<number> {
  await tx.deleteFrom('status_changes').where('monitor_key', '=', monitorKey).where('ended_at', 'is', null).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('monitors')
    .where('key', '=', monitorKey)
    .where('deleted_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incidents').select('id').where('monitor_key', '=', monitorKey).where('deleted_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
