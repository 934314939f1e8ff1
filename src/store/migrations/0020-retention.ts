import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, nullable, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void> {
  await table(db, 'retention_terms', {
    organization_id: ['text', (column) => column.primaryKey().references('organizations.id').onDelete('cascade')],
    raw_result_days: 'integer',
    rollup_days: 'integer',
    since: 'bigint',
    wanted_raw_result_days: 'integer',
    wanted_rollup_days: 'integer',
    shrinks_at: nullable('bigint'),
  }).execute()
  await table(db, 'retention_walk', {
    id: ['integer', (column) => column.primaryKey()],
    day: 'bigint',
    stage: 'text',
    after: 'text',
    previous_day: 'bigint',
    deleted: 'text',
  }).execute()
  await db
    .insertInto('retention_walk')
    .values({ id: 1, day: 0, stage: 'over', after: '', previous_day: 0, deleted: '{}' })
    .execute()
  await indexes(db)
  await traits.space.divide(db, now)
}

/** By which what is too old is found. */
async function indexes(db: Kysely<Database>): Promise<void> {
  await index(db, 'retention_terms_longest', 'retention_terms (raw_result_days)')
  await index(db, 'sessions_by_end', 'sessions (expires_at)')
  await index(db, 'refresh_tokens_by_use', 'refresh_tokens (used_at)', 'used_at is not null')
  await index(db, 'password_resets_by_end', 'password_resets (expires_at)')
  await index(db, 'invitations_by_end', 'invitations (expires_at)')
  await index(db, 'incidents_deleted', 'incidents (deleted_at)', 'deleted_at is not null')
  await index(db, 'deliveries_of_no_incident', 'deliveries (organization_id, created_at)', 'incident_id is null')
}
