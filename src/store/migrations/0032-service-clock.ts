import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { table } from './schema.ts'

/** The time by which the stored times were written last, and by how much they were shifted since. */
export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'service_clock', {
    id: ['integer', (column) => column.primaryKey()],
    seen_at: 'bigint',
    shifted_ms: 'bigint',
    last_shift_ms: 'bigint',
  }).execute()
  await traits.tune(db, 'service_clock', { fillfactor: 20 })
}
