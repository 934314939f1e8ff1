import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('notification_targets').addColumn('disabled_reason', 'text').execute()
}
