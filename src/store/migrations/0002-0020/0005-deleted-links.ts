/** Adds the dependencies that a monitor had when it was deleted, so that a restored monitor gets them back. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('monitors').addColumn('deleted_links', 'text').execute()
}
