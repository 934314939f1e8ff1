/** Adds the time at which the pause of a monitor ends by itself. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { index } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('monitors').addColumn('paused_until', 'bigint').execute()
  await index(db, 'monitors_paused_until', 'monitors (paused_until)', 'paused_until is not null')
}
