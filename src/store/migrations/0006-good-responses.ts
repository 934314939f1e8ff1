/** Responses of passing checks in the table of the responses of failed checks. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('failure_responses')
    .addColumn('is_good', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
