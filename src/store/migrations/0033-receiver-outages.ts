import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, key, table } from './schema.ts'

/** What waits for a receiver that is away, and when it is tried again whatever waits. */
export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('retry_at', 'bigint').execute()
  await db.schema.alterTable('deliveries').addColumn('waits_for', 'text').execute()
  await index(db, 'deliveries_waiting', 'deliveries (waits_for, created_at, id)', 'waits_for is not null')
  await db.schema.alterTable('status_subscribers').addColumn('mail_retry_at', 'bigint').execute()
  await db.schema.alterTable('status_subscribers').addColumn('mail_waits_for', 'text').execute()
  await index(
    db,
    'status_subscribers_waiting',
    'status_subscribers (mail_waits_for, mail_due_at)',
    'mail_waits_for is not null',
  )
  await traits
    .updatedOften(table(db, 'receiver_outages', { receiver: key, since: 'bigint', trial_at: 'bigint' }))
    .execute()
}
