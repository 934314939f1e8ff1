import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index } from './schema.ts'

/** Status pages ask for what people said of more monitors than one, which is rare: the engine's own name none. */
export async function up(db: Kysely<Database>, _traits: DialectTraits): Promise<void> {
  const naming = "affected_monitor_ids <> '[]' and deleted_at is null"
  await index(db, 'incidents_naming', 'incidents (project_id, resolved_at)', naming)
}
