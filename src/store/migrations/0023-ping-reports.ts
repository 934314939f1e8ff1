/** Adds the reports in the parameters of pings. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('heartbeat_pings').addColumn('report', 'text').execute()
}
