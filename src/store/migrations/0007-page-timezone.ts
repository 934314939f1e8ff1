/** The time zone in which a status page shows times. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('status_pages').addColumn('timezone', 'text').execute()
}
