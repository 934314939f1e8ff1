import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { index, key, references, table, uniqueIndex } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'groups', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    created_by: 'text',
    parent_group_id: ['text', (column) => column.references('groups.id')],
    name: 'text',
    description: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'groups_newest', 'groups (project_id, created_at, id)')
  await index(db, 'groups_by_organization', 'groups (organization_id)')
  // Two, because to a unique index no null is like another
  await uniqueIndex(db, 'groups_name_within', 'groups (parent_group_id, name)', 'parent_group_id is not null')
  await uniqueIndex(db, 'groups_name_at_top', 'groups (project_id, name)', 'parent_group_id is null')
  await index(db, 'monitors_by_group', 'monitors (group_id, created_at, id)', 'deleted_at is null')
}
