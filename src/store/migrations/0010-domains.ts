import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, key, nullable, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const small = (traits.name === 'postgres' ? sql`smallint` : 'integer') as ColumnDataType
  await traits
    .updatedOften(
      table(db, 'domains', {
        name: key,
        tld: 'text',
        is_registered: nullable(small),
        source: nullable('text'),
        server: nullable('text'),
        registrar: nullable('text'),
        registered_at: nullable('bigint'),
        expires_at: nullable('bigint'),
        statuses: 'text',
        name_servers: 'text',
        missing_since: nullable('bigint'),
        checked_at: nullable('bigint'),
        known_at: nullable('bigint'),
        failures: 'integer',
        error: nullable('text'),
        quiet_until: nullable('bigint'),
        next_check_at: 'bigint',
        claimed_until: nullable('bigint'),
        abandoned_at: nullable('bigint'),
      }),
    )
    .execute()
  await index(db, 'domains_due', 'domains (next_check_at)')
  await index(db, 'domains_of_tld', 'domains (tld, next_check_at)')
  await table(db, 'domain_watches', {
    monitor_key: ['integer', (column) => column.primaryKey()],
    domain: 'text',
  }).execute()
  await index(db, 'domain_watches_of', 'domain_watches (domain, monitor_key)')
}
