import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, key, nullable, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('sent_as', 'text').execute()
  await db.schema.alterTable('deliveries').addColumn('instead_of', 'text').execute()
  // What is on its way may have been tried already, so it keeps its id
  await sql`update deliveries set sent_as = id where status = 'pending'`.execute(db)
  await db.schema.dropIndex('deliveries_due').execute()
  const pending = (what: string) => `status = 'pending' and ${what}`
  await index(db, 'deliveries_due', 'deliveries (next_attempt_at, created_at)', pending('sent_as = id'))
  await index(db, 'deliveries_undecided', 'deliveries (next_attempt_at, created_at)', pending('sent_as is null'))
  await index(db, 'deliveries_folded', 'deliveries (sent_as, created_at, id)', pending('sent_as <> id'))

  await traits
    .clustered(
      table(db, 'target_storms', { target_id: 'text', topic: 'text', state: 'text' }).addPrimaryKeyConstraint(
        'target_storms_key',
        ['target_id', 'topic'],
      ),
    )
    .execute()
  await traits.clustered(table(db, 'target_fallbacks', { target_id: key, fallback_target_id: 'text' })).execute()
  await index(db, 'target_fallbacks_of', 'target_fallbacks (fallback_target_id)')
  await traits
    .updatedOften(
      table(db, 'target_health', {
        target_id: key,
        last_delivered_at: nullable('bigint'),
        last_failed_at: nullable('bigint'),
        last_error: nullable('text'),
      }),
    )
    .execute()
}
