/** States of groups with a condition, their status history, and their incidents. */
import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables/index.ts'
import { CLEANED_EARLY, index, key, nullable, references, table, uniqueIndex } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await extendGroups(db)
  await createGroupHistory(db, traits)
  await extendIncidents(db)
}

async function extendGroups(db: Kysely<Database>): Promise<void> {
  for (const name of ['condition', 'status', 'members'])
    await db.schema.alterTable('groups').addColumn(name, 'text').execute()
  for (const name of ['status_since', 'review_at'])
    await db.schema.alterTable('groups').addColumn(name, 'bigint').execute()
  await index(db, 'groups_with_condition', 'groups (project_id)', 'condition is not null')
  await index(db, 'groups_to_review', 'groups (review_at)', 'review_at is not null')
}

async function createGroupHistory(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'group_status_changes', {
    id: key,
    group_id: references('groups.id'),
    from_status: nullable('text'),
    to_status: 'text',
    reason: 'text',
    started_at: 'bigint',
    ended_at: nullable('bigint'),
  }).execute()
  await index(db, 'group_status_changes_by_time', 'group_status_changes (group_id, started_at, id)')
  await uniqueIndex(db, 'group_status_changes_one_open', 'group_status_changes (group_id)', 'ended_at is null')
  await traits.tune(db, 'group_status_changes', CLEANED_EARLY)
}

async function extendIncidents(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('incidents').addColumn('group_id', 'text').execute()
  await db.schema.alterTable('incident_holds').addColumn('parent_group_id', 'text').execute()
  // Also: at most one open incident per group
  const ofGroups = "group_id is not null and status <> 'resolved' and deleted_at is null"
  await uniqueIndex(db, 'incidents_open_of_group', 'incidents (group_id)', ofGroups)
  const ended = "group_id is not null and status = 'resolved' and deleted_at is null"
  await index(db, 'incidents_resolved_of_group', 'incidents (group_id, resolved_at)', ended)
  await index(db, 'incident_holds_of_group', 'incident_holds (parent_group_id)', 'parent_group_id is not null')
}
