import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { index } from './schema.ts'

/** What of an incident a target is to hear next; of what it has heard, there may be months. */
export async function up(db: Kysely<Database>): Promise<void> {
  await index(db, 'deliveries_in_line', 'deliveries (incident_id, target_id, created_at)', "status = 'pending'")
}
