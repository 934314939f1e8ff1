import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { changedInPlace, index, keyOf, nullable, singleRow, table } from '../schema.ts'

export async function createRetention(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'retention_terms', {
    organization_id: keyOf('organizations.id'),
    raw_result_days: 'integer',
    rollup_days: 'integer',
    since: 'bigint',
    plan_raw_result_days: 'integer',
    plan_rollup_days: 'integer',
    shrinks_at: nullable('bigint'),
  }).execute()
  await index(db, 'retention_terms_longest', 'retention_terms (raw_result_days)')

  await table(db, 'retention_run', {
    id: singleRow,
    day: 'bigint',
    stage: 'text',
    cursor: 'text',
    previous_day: 'bigint',
    deleted: 'text',
  }).execute()
  await traits.tune(db, 'retention_run', changedInPlace(20))
  await sql`insert into retention_run (id, day, stage, cursor, previous_day, deleted)
    values (1, 0, 'over', '', 0, '{}'), (2, 0, 'over', '', 0, '{}')`.execute(db)
}
