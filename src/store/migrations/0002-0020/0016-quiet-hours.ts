/** Adds the quiet hours of notification targets and contact methods, and the end of a hold to deliveries. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('notification_targets').addColumn('quiet_hours', 'text').execute()
  await db.schema.alterTable('contact_methods').addColumn('quiet_hours', 'text').execute()
  await db.schema.alterTable('deliveries').addColumn('quiet_until', 'bigint').execute()
}
