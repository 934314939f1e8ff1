import type { Kysely } from 'kysely'
import type { DialectTraits } from '../dialects.ts'
import type { Database } from '../tables.ts'
import { index } from './schema.ts'

/** What feeds and the history of a status page walk. An incident keeps its beginning, so only a new one is written here. */
export async function up(db: Kysely<Database>, _traits: DialectTraits): Promise<void> {
  await index(db, 'incidents_begun', 'incidents (monitor_key, started_at)', 'deleted_at is null')
  const naming = "affected_monitor_ids <> '[]' and deleted_at is null"
  await index(db, 'incidents_naming_begun', 'incidents (project_id, started_at)', naming)
}
