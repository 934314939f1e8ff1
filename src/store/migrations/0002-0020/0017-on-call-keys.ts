/** Adds the keys under which configuration documents refer to on-call schedules, and the source that manages a schedule. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { uniqueIndex } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  for (const column of ['external_key', 'managed_by'])
    await db.schema.alterTable('on_call_schedules').addColumn(column, 'text').execute()
  await uniqueIndex(
    db,
    'on_call_schedules_external_key',
    'on_call_schedules (project_id, external_key)',
    'external_key is not null',
  )
}
