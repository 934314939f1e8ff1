import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, key, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const windows = table(db, 'rate_windows', { who: key, count: 'integer', reset_at: 'bigint' })
  // Room on the page: a count goes up without the index hearing of it
  await traits.updatedOften(traits.unlogged(windows)).execute()
  await index(db, 'rate_windows_ends', 'rate_windows (reset_at)')
}
