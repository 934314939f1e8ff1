import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** The servers that are sending alerts and mails: one that starts again takes back what it had claimed. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('claimed_by', 'text').execute()
  await db.schema.alterTable('status_subscribers').addColumn('mail_claimed_by', 'text').execute()
}
