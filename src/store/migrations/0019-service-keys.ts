/** Adds keys of the service that all servers share, and that do not derive from its secret. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'
import { key, table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'service_keys', { id: key, content: 'text', created_at: 'bigint' }).execute()
}
