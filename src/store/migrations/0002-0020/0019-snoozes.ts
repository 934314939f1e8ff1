/** Adds snoozes of incidents. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { index, keyOf, table } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('incidents').addColumn('snoozed_until', 'bigint').execute()
  await db.schema.alterTable('incidents').addColumn('snoozed_by', 'text').execute()
  await db.schema.alterTable('incidents').addColumn('snoozed_via', 'text').execute()
  // A separate table, because an index on the table of incidents would block its writers
  await table(db, 'incident_snoozes', { incident_id: keyOf('incidents.id'), review_at: 'bigint' }).execute()
  await index(db, 'incident_snoozes_review', 'incident_snoozes (review_at)')
}
