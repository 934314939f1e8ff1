/** Adds the events of a notification target. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('notification_targets').addColumn('events', 'text').execute()
}
