import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { index } from './schema.ts'

/** A report of a past month tells of monitors that were there then. */
export async function up(db: Kysely<Database>): Promise<void> {
  await index(db, 'monitors_deleted', 'monitors (project_id, deleted_at, id)', 'deleted_at is not null')
}
