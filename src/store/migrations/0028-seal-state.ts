import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { key, nullable, table } from './schema.ts'

/** With which key the secrets in the database are sealed, and how far that has come. */
export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'seal_state', {
    name: key,
    key_id: 'text',
    canary: 'text',
    seals_from: 'bigint',
    place: 'text',
    done_at: nullable('bigint'),
  }).execute()
}
