/** Adds whether a receiver already got the whole message, so that no trial of the receiver sends it again. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  const add = (table: 'deliveries' | 'status_subscribers', column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(sql.lit(0)))
      .execute()
  await add('deliveries', 'handed_over')
  await add('status_subscribers', 'mail_handed_over')
}
