import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { table, uniqueIndex } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const small = (traits.name === 'postgres' ? sql`smallint` : 'integer') as ColumnDataType
  await table(db, 'kept_responses', {
    monitor_key: 'integer',
    region: small,
    scheduled_at: 'bigint',
    seen_at: 'bigint',
    response: 'text',
  }).execute()
  await uniqueIndex(db, 'kept_responses_by_result', 'kept_responses (monitor_key, region, scheduled_at)')
}
