import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { CLEANED_EARLY, index, key, keyOf, monitorKey, nullable, references, table, uniqueIndex } from '../schema.ts'

export async function createMaintenance(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createWindows(db)
  await createWindowScope(db, traits)
  await createSpans(db, traits)
  await createProgress(db, traits)
}

async function createWindows(db: Kysely<Database>): Promise<void> {
  await table(db, 'maintenance_windows', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    name: 'text',
    description: 'text',
    starts_at: 'bigint',
    ends_at: 'bigint',
    recurrence: nullable('text'),
    cancelled_at: nullable('bigint'),
    external_key: nullable('text'),
    managed_by: nullable('text'),
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'maintenance_windows_newest', 'maintenance_windows (project_id, created_at, id)')
  await uniqueIndex(
    db,
    'maintenance_windows_external_key',
    'maintenance_windows (project_id, external_key)',
    'external_key is not null',
  )
}

async function createWindowScope(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const monitors = table(db, 'maintenance_monitors', {
    window_id: references('maintenance_windows.id'),
    monitor_key: 'integer',
    position: 'integer',
  })
  await traits
    .clustered(monitors.addPrimaryKeyConstraint('maintenance_monitors_key', ['window_id', 'monitor_key']))
    .execute()
  await index(db, 'maintenance_monitors_by_monitor', 'maintenance_monitors (monitor_key)')

  const groups = table(db, 'maintenance_groups', {
    window_id: references('maintenance_windows.id'),
    group_id: 'text',
    position: 'integer',
  })
  await traits.clustered(groups.addPrimaryKeyConstraint('maintenance_groups_key', ['window_id', 'group_id'])).execute()
  await index(db, 'maintenance_groups_by_group', 'maintenance_groups (group_id)')
}

async function createSpans(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const spans = table(db, 'maintenance_spans', {
    monitor_key: 'integer',
    starts_at: 'bigint',
    window_id: 'text',
    ends_at: 'bigint',
  })
  await traits
    .clustered(spans.addPrimaryKeyConstraint('maintenance_spans_key', ['monitor_key', 'starts_at', 'window_id']))
    .execute()
  await index(db, 'maintenance_spans_by_window', 'maintenance_spans (window_id, starts_at)')
}

async function createProgress(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'maintenance_progress', {
    window_id: keyOf('maintenance_windows.id'),
    due_at: nullable('bigint'),
    planned_until: nullable('bigint'),
    running_since: nullable('bigint'),
    running_until: nullable('bigint'),
    is_start_notified: 'integer',
  }).execute()
  await index(db, 'maintenance_progress_due', 'maintenance_progress (due_at)', 'due_at is not null')
  await traits.tune(db, 'maintenance_progress', CLEANED_EARLY)

  await table(db, 'deferred_incidents', { monitor_key: monitorKey, due_at: 'bigint' }).execute()
  await index(db, 'deferred_incidents_due', 'deferred_incidents (due_at)')
  await traits.tune(db, 'deferred_incidents', CLEANED_EARLY)
}
