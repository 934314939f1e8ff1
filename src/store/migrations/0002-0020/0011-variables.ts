/** Adds variables of projects, and the variables that the settings of a monitor refer to. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { index, key, nullable, table, uniqueIndex } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'variables', {
    id: key,
    project_id: 'text',
    name: 'text',
    content: 'text',
    is_secret: 'integer',
    description: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
    external_key: nullable('text'),
    managed_by: nullable('text'),
  }).execute()
  await uniqueIndex(db, 'variables_name', 'variables (project_id, name)')
  await uniqueIndex(db, 'variables_external_key', 'variables (project_id, external_key)', 'external_key is not null')
  await db.schema.alterTable('monitors').addColumn('variables', 'text').execute()
  await index(db, 'monitors_with_variables', 'monitors (project_id)', 'variables is not null')
}
