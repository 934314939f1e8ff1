/** Adds why a receiver changed the settings of a target. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('target_health').addColumn('config_note', 'text').execute()
}
