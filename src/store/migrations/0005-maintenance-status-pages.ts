import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, key, nullable, references, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await maintenance(db, traits)
  await statusPages(db)
}

async function maintenance(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
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
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'maintenance_windows_newest', 'maintenance_windows (project_id, created_at, id)')

  await traits
    .clustered(
      table(db, 'maintenance_monitors', {
        window_id: references('maintenance_windows.id'),
        monitor_key: 'integer',
        position: 'integer',
      }).addPrimaryKeyConstraint('maintenance_monitors_key', ['window_id', 'monitor_key']),
    )
    .execute()
  await index(db, 'maintenance_monitors_by_monitor', 'maintenance_monitors (monitor_key)')

  await traits
    .clustered(
      table(db, 'maintenance_groups', {
        window_id: references('maintenance_windows.id'),
        group_id: 'text',
        position: 'integer',
      }).addPrimaryKeyConstraint('maintenance_groups_key', ['window_id', 'group_id']),
    )
    .execute()
  await index(db, 'maintenance_groups_by_group', 'maintenance_groups (group_id)')
}

async function statusPages(db: Kysely<Database>): Promise<void> {
  await table(db, 'status_pages', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    slug: ['text', (c) => c.notNull().unique()],
    name: 'text',
    description: 'text',
    logo_url: nullable('text'),
    theme: 'text',
    accent_color: 'text',
    custom_domain: ['text', (c) => c.unique()],
    is_published: 'integer',
    password_hash: nullable('text'),
    show_uptime_days: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'status_pages_newest', 'status_pages (project_id, created_at, id)')
  await index(db, 'status_pages_by_organization', 'status_pages (organization_id)')

  await table(db, 'status_page_sections', {
    id: key,
    page_id: references('status_pages.id'),
    name: 'text',
    position: 'integer',
  }).execute()
  await index(db, 'status_page_sections_of_page', 'status_page_sections (page_id)')

  await table(db, 'status_page_components', {
    id: key,
    page_id: references('status_pages.id'),
    section_id: references('status_page_sections.id'),
    monitor_key: 'integer',
    display_name: nullable('text'),
    description: 'text',
    position: 'integer',
  }).execute()
  await index(db, 'status_page_components_of_page', 'status_page_components (page_id)')
  await index(db, 'status_page_components_of_section', 'status_page_components (section_id)')
  await index(db, 'status_page_components_by_monitor', 'status_page_components (monitor_key)')
}
