/** Progress of the runs over all stored data, and the retention terms of each organization. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { RetentionTerms } from '../../core/retention/retention.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockFreeRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface RetentionRun {
  /** Start of the UTC day of the run, or of the hour of a compaction, Unix ms; 0 before the first run. */
  startsAt: number
  stage: string
  /** Last item that the stage processed; empty at its start. */
  cursor: string
  /** Start of the previous run; 0 when there was none. */
  previousStart: number
  /** Rows by table. */
  deleted: Record<string, number>
}

/**
 * Locks the run to the end of the transaction; null while another server holds the lock.
 *
 * @param id 1 for retention, 2 for compaction
 */
export async function lockRetentionRun(tx: Tx, id: number): Promise<RetentionRun | null> {
  const query = tx.selectFrom('retention_run').selectAll().where('id', '=', id)
  const row = await lockFreeRows(tx, query).executeTakeFirst()
  if (!row) return null
  const { stage, cursor } = row
  return {
    startsAt: row.day,
    stage,
    cursor,
    previousStart: row.previous_day,
    deleted: JSON.parse(row.deleted) as RetentionRun['deleted'],
  }
}

/** Start of the day of the last retention run, finished or not, Unix ms; 0 before the first run. */
export async function getRetentionRunDay(db: Reader): Promise<number> {
  const { day } = await db.selectFrom('retention_run').select('day').where('id', '=', 1).executeTakeFirstOrThrow()
  return day
}

export async function saveRetentionRun(
  tx: Tx,
  id: number,
  { startsAt, stage, cursor, previousStart, deleted }: RetentionRun,
): Promise<void> {
  await tx
    .updateTable('retention_run')
    .set({ day: startsAt, stage, cursor, previous_day: previousStart, deleted: JSON.stringify(deleted) })
    .where('id', '=', id)
    .execute()
}

/** An organization and its present retention terms. */
interface RetentionOrganization {
  id: string
  plan: string
  terms: RetentionTerms | null
}

/** A page of all organizations, including deleted ones. */
export async function listOrganizationTerms(
  db: Reader,
  cursor: string,
  limit: number,
): Promise<RetentionOrganization[]> {
  const rows = await db
    .selectFrom('organizations as o')
    .leftJoin('retention_terms as t', 't.organization_id', 'o.id')
    .select(['o.id', 'o.plan', 't.raw_result_days', 't.rollup_days', 't.since', 't.shrinks_at'])
    .select(['t.plan_raw_result_days', 't.plan_rollup_days'])
    .where('o.id', '>', cursor)
    .orderBy('o.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    plan: row.plan,
    terms:
      row.since === null
        ? null
        : {
            rawResultDays: row.raw_result_days!,
            rollupDays: row.rollup_days!,
            since: row.since,
            planned: { rawResultDays: row.plan_raw_result_days!, rollupDays: row.plan_rollup_days! },
            shrinksAt: row.shrinks_at,
          },
  }))
}

const upsertTerms = bulk(
  {
    organization_id: 'text',
    raw_result_days: 'int4',
    rollup_days: 'int4',
    since: 'int8',
    plan_raw_result_days: 'int4',
    plan_rollup_days: 'int4',
    shrinks_at: 'int8',
  },
  `insert into retention_terms
     (organization_id, raw_result_days, rollup_days, since, plan_raw_result_days, plan_rollup_days, shrinks_at)
   select * from k where true
   on conflict (organization_id) do update set
     raw_result_days = excluded.raw_result_days, rollup_days = excluded.rollup_days, since = excluded.since,
     plan_raw_result_days = excluded.plan_raw_result_days, plan_rollup_days = excluded.plan_rollup_days,
     shrinks_at = excluded.shrinks_at`,
)

export async function saveTerms(
  tx: Tx,
  organizations: readonly { id: string; terms: RetentionTerms }[],
): Promise<void> {
  await upsertTerms(
    tx,
    organizations.map(({ id, terms }) => [
      id,
      terms.rawResultDays,
      terms.rollupDays,
      terms.since,
      terms.planned.rawResultDays,
      terms.planned.rollupDays,
      terms.shrinksAt,
    ]),
  )
}

/**
 * Longest raw result retention of any organization, in days; null when there is none.
 *
 * @param goneBefore ignores organizations that were deleted before this time
 */
export async function findLongestRawResultDays(db: Reader, goneBefore: UnixMs): Promise<number | null> {
  const row = await db
    .selectFrom('retention_terms as t')
    .innerJoin('organizations as o', 'o.id', 't.organization_id')
    .select('t.raw_result_days')
    .where((eb) => eb.or([eb('o.deleted_at', 'is', null), eb('o.deleted_at', '>=', goneBefore)]))
    .orderBy('t.raw_result_days', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.raw_result_days ?? null
}
