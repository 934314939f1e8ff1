import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { key, table } from './schema.ts'

/** Names at which the service is reached, which no status page may take. */
export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'service_hosts', { name: key, seen_at: 'bigint' }).execute()
}
