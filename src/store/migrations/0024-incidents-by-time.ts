import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index } from './schema.ts'

/** What feeds and the history of a status page walk. */
export async function up(db: Kysely<Database>, _traits: DialectTraits): Promise<void> {
  // With what lists filter by, for the planners count by it, too
  const filters = 'created_at, id, severity, type, source, deleted_at, status'
  await index(db, 'incidents_begun', `incidents (monitor_key, started_at, ${filters})`, 'deleted_at is null')
  const naming = "affected_monitor_ids <> '[]' and deleted_at is null"
  await index(db, 'incidents_naming_begun', 'incidents (project_id, started_at)', naming)
}
