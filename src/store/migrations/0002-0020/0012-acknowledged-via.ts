/** Adds the name of the notification target whose link acknowledged an incident. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('incidents').addColumn('acknowledged_via', 'text').execute()
}
