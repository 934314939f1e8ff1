import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const small = (traits.name === 'postgres' ? sql`smallint` : 'integer') as ColumnDataType
  await table(db, 'certificates', {
    monitor_key: ['integer', (column) => column.primaryKey()],
    region: small,
    endpoint: 'text',
    fingerprint: 'text',
    valid_to: 'bigint',
    certificate: 'text',
    first_seen_at: 'bigint',
    last_seen_at: 'bigint',
  }).execute()
  await index(db, 'certificates_by_end', 'certificates (valid_to)')
}
