import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** Since when checks show a status, and how long a reopened incident was resolved between its outages. */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const column of ['opinion_since', 'run_since'])
    await db.schema.alterTable('check_states').addColumn(column, 'bigint').execute()
  await db.schema.alterTable('incidents').addColumn('reopened_at', 'bigint').execute()
  for (const [column, type] of [
    ['reopenings', 'integer'],
    ['healthy_ms', 'bigint'],
  ] as const)
    await db.schema
      .alterTable('incidents')
      .addColumn(column, type, (definition) => definition.notNull().defaultTo(0))
      .execute()
}
