/** Index of the monitors that count as members of a group, so that a count reads no wide rows. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'
import { index } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  // Columns with one value make it a covering index in SQLite
  const on = 'monitors (group_id, status, deleted_at, runtime_status)'
  await index(db, 'monitors_counted', on, "group_id is not null and status = 'active' and deleted_at is null")
}
