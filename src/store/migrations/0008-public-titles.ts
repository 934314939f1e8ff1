/** The title of an incident on status pages. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('incidents').addColumn('public_title', 'text').execute()
}
