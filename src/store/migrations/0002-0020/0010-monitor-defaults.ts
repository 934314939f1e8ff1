/** Adds the defaults of projects and groups for new monitors. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { index } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('projects').addColumn('monitor_defaults', 'text').execute()
  await db.schema.alterTable('groups').addColumn('monitor_defaults', 'text').execute()
  await index(db, 'groups_with_defaults', 'groups (project_id)', 'monitor_defaults is not null')
}
