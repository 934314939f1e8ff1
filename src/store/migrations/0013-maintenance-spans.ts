import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await traits
    .clustered(
      table(db, 'maintenance_spans', {
        monitor_key: 'integer',
        starts_at: 'bigint',
        window_id: 'text',
        ends_at: 'bigint',
      }).addPrimaryKeyConstraint('maintenance_spans_key', ['monitor_key', 'starts_at', 'window_id']),
    )
    .execute()
  await index(db, 'maintenance_spans_by_window', 'maintenance_spans (window_id, starts_at)')
}
