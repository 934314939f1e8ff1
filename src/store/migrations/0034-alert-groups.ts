import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { table } from './schema.ts'

/** What is known of the last minute has another form: servers of the version before must not go on gathering beside this one. */
export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await db.schema.dropTable('target_storms').execute()
  await traits
    .clustered(
      table(db, 'alert_groups', { target_id: 'text', topic: 'text', state: 'text' }).addPrimaryKeyConstraint(
        'alert_groups_key',
        ['target_id', 'topic'],
      ),
    )
    .execute()
  await traits.tune(db, 'alert_groups', {
    fillfactor: 70,
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_analyze_scale_factor: 1,
  })
}
