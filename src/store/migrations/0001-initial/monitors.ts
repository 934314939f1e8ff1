import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import {
  CLEANED_EARLY,
  type Column,
  index,
  key,
  nullable,
  references,
  table,
  uniqueIndex,
  uniqueText,
} from '../schema.ts'
import { countActiveMonitors, createMonitorSearch } from './monitor-triggers.ts'

export async function createMonitors(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createGroups(db)
  await createMonitorTable(db, traits)
  await createMonitorIndexes(db)
  await createMonitorLinks(db, traits)
  await createVariables(db)
  await countActiveMonitors(db, traits)
  await createMonitorSearch(db, traits)
}

async function createGroups(db: Kysely<Database>): Promise<void> {
  await table(db, 'groups', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    created_by: 'text',
    parent_group_id: ['text', (column) => column.references('groups.id')],
    name: 'text',
    description: 'text',
    monitor_defaults: nullable('text'),
    escalation_policy_id: nullable('text'),
    external_key: nullable('text'),
    managed_by: nullable('text'),
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'groups_newest', 'groups (project_id, created_at, id)')
  await index(db, 'groups_by_organization', 'groups (organization_id)')
  // A unique index treats nulls as different, so top-level groups need a separate index
  await uniqueIndex(db, 'groups_name_within', 'groups (parent_group_id, name)', 'parent_group_id is not null')
  await uniqueIndex(db, 'groups_name_at_top', 'groups (project_id, name)', 'parent_group_id is null')
  await uniqueIndex(db, 'groups_external_key', 'groups (project_id, external_key)', 'external_key is not null')
  await index(db, 'groups_with_defaults', 'groups (project_id)', 'monitor_defaults is not null')
  await index(db, 'groups_escalation_policy', 'groups (escalation_policy_id)', 'escalation_policy_id is not null')
}

async function createMonitorTable(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  // Sorted by bytes on both databases, whatever the collation of the server
  const folded: Column = [
    (traits.name === 'postgres' ? sql`text collate "C"` : 'text') as ColumnDataType,
    (column) => column.notNull().defaultTo(''),
  ]
  await table(db, 'monitors', {
    key: ['integer', traits.autoKey],
    id: uniqueText,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    created_by: 'text',
    name: 'text',
    type: 'text',
    target: 'text',
    name_folded: folded,
    target_folded: folded,
    interval_seconds: 'integer',
    timeout_ms: 'integer',
    status: 'text',
    runtime_status: 'text',
    status_since: 'bigint',
    settings: 'text',
    failure_threshold: 'integer',
    recovery_threshold: 'integer',
    reminder_interval_minutes: 'integer',
    regions: 'text',
    group_id: nullable('text'),
    ssl_monitoring: nullable('text'),
    domain_monitoring: nullable('text'),
    escalation_policy_id: nullable('text'),
    variables: nullable('text'),
    notes: nullable('text'),
    runbook_url: nullable('text'),
    external_key: nullable('text'),
    managed_by: nullable('text'),
    paused_until: nullable('bigint'),
    grid_since: 'bigint',
    revision: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
    deleted_at: nullable('bigint'),
    deleted_links: nullable('text'),
  }).execute()
  await traits.tune(db, 'monitors', CLEANED_EARLY)
}

async function createMonitorIndexes(db: Kysely<Database>): Promise<void> {
  const living = 'deleted_at is null'
  const byRuntimeStatus = 'monitors (project_id, runtime_status, created_at desc, id desc)'
  await index(db, 'monitors_newest', 'monitors (project_id, created_at, id)', living)
  await index(db, 'monitors_by_name', 'monitors (project_id, name_folded, id)', living)
  await index(db, 'monitors_by_runtime_status', byRuntimeStatus, living)
  await index(db, 'monitors_by_status', 'monitors (organization_id, status)', living)
  await index(db, 'monitors_by_revision', 'monitors (revision)')
  await index(db, 'monitors_by_group', 'monitors (group_id, created_at, id)', living)
  // Reports of a past month include monitors that were deleted after that month
  await index(db, 'monitors_deleted', 'monitors (project_id, deleted_at, id)', 'deleted_at is not null')
  await index(db, 'monitors_paused_until', 'monitors (paused_until)', 'paused_until is not null')
  await index(db, 'monitors_with_variables', 'monitors (project_id)', 'variables is not null')
  await index(db, 'monitors_escalation_policy', 'monitors (escalation_policy_id)', 'escalation_policy_id is not null')
  const unknown = "runtime_status = 'unknown' and status = 'active' and deleted_at is null"
  await index(db, 'monitors_unknown', 'monitors (key)', unknown)
  const managed = `external_key is not null and ${living}`
  await uniqueIndex(db, 'monitors_external_key', 'monitors (project_id, external_key)', managed)
}

async function createMonitorLinks(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'monitor_tags', { monitor_key: 'integer', tag: 'text' })
    .addPrimaryKeyConstraint('monitor_tags_key', ['monitor_key', 'tag'])
    .execute()
  await index(db, 'monitor_tags_by_tag', 'monitor_tags (tag, monitor_key)')

  await table(db, 'monitor_targets', { monitor_key: 'integer', target_id: 'text', position: 'integer' })
    .addPrimaryKeyConstraint('monitor_targets_key', ['monitor_key', 'target_id'])
    .execute()
  await index(db, 'monitor_targets_by_target', 'monitor_targets (target_id)')

  const dependencies = { monitor_key: 'integer', parent_key: 'integer', position: 'integer' } as const
  await traits
    .clustered(
      table(db, 'monitor_dependencies', dependencies).addPrimaryKeyConstraint('monitor_dependencies_key', [
        'monitor_key',
        'parent_key',
      ]),
    )
    .execute()
  await index(db, 'monitor_dependencies_below', 'monitor_dependencies (parent_key, monitor_key)')
}

async function createVariables(db: Kysely<Database>): Promise<void> {
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
}
