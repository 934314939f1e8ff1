/** How far the walk over everything that is kept has come, and what each organization's history is kept by. */
import type { RetentionTerms } from '../../core/retention/retention.ts'
import { bulk, getDialect } from '../platform/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface RetentionRun {
  /** The UTC day that it is made for, as its first ms; 0 before there was any. */
  day: number
  stage: string
  /** What the stage did last; empty at its beginning. */
  cursor: string
  /** The day of the walk before it; 0 when there was none. */
  previousDay: number
  /** Rows by table. */
  deleted: Record<string, number>
}

/** Keeps the walk to the end of the transaction; null while another server is at it. */
export async function lockRetentionRun(tx: Tx): Promise<RetentionRun | null> {
  const query = tx.selectFrom('retention_run').selectAll().where('id', '=', 1)
  const row = await (getDialect(tx) === 'postgres' ? query.forUpdate().skipLocked() : query).executeTakeFirst()
  if (!row) return null
  const { day, stage, cursor } = row
  return {
    day,
    stage,
    cursor,
    previousDay: row.previous_day,
    deleted: JSON.parse(row.deleted) as RetentionRun['deleted'],
  }
}

/** Returns the day of the last walk, whether it is over or not, as its first ms; 0 before there was any. */
export async function getRetentionRunDay(db: Reader): Promise<number> {
  const { day } = await db.selectFrom('retention_run').select('day').executeTakeFirstOrThrow()
  return day
}

export async function saveRetentionRun(
  tx: Tx,
  { day, stage, cursor, previousDay, deleted }: RetentionRun,
): Promise<void> {
  await tx
    .updateTable('retention_run')
    .set({ day, stage, cursor, previous_day: previousDay, deleted: JSON.stringify(deleted) })
    .where('id', '=', 1)
    .execute()
}

/** An organization, and what is kept of it so far. */
interface RetentionOrganization {
  id: string
  plan: string
  terms: RetentionTerms | null
}

/** A page of all organizations, deleted ones too. */
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
            wanted: { rawResultDays: row.plan_raw_result_days!, rollupDays: row.plan_rollup_days! },
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
      terms.wanted.rawResultDays,
      terms.wanted.rollupDays,
      terms.shrinksAt,
    ]),
  )
}

/**
 * The longest time for which anybody's raw results are kept, days; null when there is nobody.
 *
 * @param goneBefore organizations that were deleted before this moment count no more, Unix ms
 */
export async function findLongestRawResultDays(db: Reader, goneBefore: number): Promise<number | null> {
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
