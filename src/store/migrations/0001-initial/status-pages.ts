import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import {
  CLEANED_EARLY,
  index,
  key,
  nullable,
  references,
  table,
  uniqueIndex,
  uniqueText,
  withDefault,
} from '../schema.ts'

export async function createStatusPages(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createPages(db)
  await createComponents(db)
  await createSubscribers(db, traits)
  await createUpdates(db, traits)
  await createEmails(db, traits)
}

async function createPages(db: Kysely<Database>): Promise<void> {
  await table(db, 'status_pages', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    slug: uniqueText,
    name: 'text',
    description: 'text',
    logo_url: nullable('text'),
    theme: 'text',
    accent_color: 'text',
    custom_domain: ['text', (column) => column.unique()],
    is_published: 'integer',
    password_hash: nullable('text'),
    show_uptime_days: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
    is_indexed: withDefault('integer', 1),
    allows_subscribers: withDefault('integer', 1),
    contact_url: nullable('text'),
    external_key: nullable('text'),
    managed_by: nullable('text'),
  }).execute()
  await index(db, 'status_pages_newest', 'status_pages (project_id, created_at, id)')
  await index(db, 'status_pages_by_organization', 'status_pages (organization_id)')
  await uniqueIndex(
    db,
    'status_pages_external_key',
    'status_pages (project_id, external_key)',
    'external_key is not null',
  )
}

async function createComponents(db: Kysely<Database>): Promise<void> {
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

async function createSubscribers(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'status_subscribers', {
    id: key,
    page_id: references('status_pages.id'),
    email: 'text',
    confirmed_at: nullable('bigint'),
    asked_at: 'bigint',
    created_at: 'bigint',
    mail_due_at: nullable('bigint'),
    mail_attempts: 'integer',
    mail_retry_at: nullable('bigint'),
    mail_waits_for: nullable('text'),
    mail_claimed_by: nullable('text'),
    mail_handed_over: withDefault('integer', 0),
  }).execute()
  const waiting = 'status_subscribers (mail_waits_for, mail_due_at)'
  await uniqueIndex(db, 'status_subscribers_once', 'status_subscribers (page_id, email)')
  await index(db, 'status_subscribers_newest', 'status_subscribers (page_id, created_at, id)')
  await index(db, 'status_subscribers_confirmed', 'status_subscribers (page_id, id)', 'confirmed_at is not null')
  await index(db, 'status_subscribers_unconfirmed', 'status_subscribers (asked_at)', 'confirmed_at is null')
  await index(db, 'status_subscribers_due', 'status_subscribers (mail_due_at)', 'mail_due_at is not null')
  await index(db, 'status_subscribers_waiting', waiting, 'mail_waits_for is not null')
  await traits.tune(db, 'status_subscribers', CLEANED_EARLY)
}

async function createUpdates(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'subscriber_updates', {
    id: key,
    page_id: references('status_pages.id'),
    source_id: 'text',
    cause: 'text',
    content: nullable('text'),
    due_at: nullable('bigint'),
    queued_up_to: 'text',
    created_at: 'bigint',
  }).execute()
  await uniqueIndex(db, 'subscriber_updates_once', 'subscriber_updates (page_id, source_id)')
  await index(db, 'subscriber_updates_due', 'subscriber_updates (due_at)', 'due_at is not null')
  await index(db, 'subscriber_updates_oldest', 'subscriber_updates (created_at)')
  await traits.tune(db, 'subscriber_updates', CLEANED_EARLY)
}

async function createEmails(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const emails = table(db, 'subscriber_emails', {
    subscriber_id: references('status_subscribers.id'),
    update_id: references('subscriber_updates.id'),
    email_id: nullable('text'),
  })
  await traits
    .clustered(emails.addPrimaryKeyConstraint('subscriber_emails_key', ['subscriber_id', 'update_id']))
    .execute()
  await index(db, 'subscriber_emails_of_update', 'subscriber_emails (update_id)')
  await traits.tune(db, 'subscriber_emails', CLEANED_EARLY)

  const notified = table(db, 'notified_incidents', {
    page_id: references('status_pages.id'),
    incident_id: references('incidents.id'),
    page_update: nullable('text'),
    notified_at: 'bigint',
  })
  await traits
    .clustered(notified.addPrimaryKeyConstraint('notified_incidents_key', ['page_id', 'incident_id']))
    .execute()
  await index(db, 'notified_incidents_of_incident', 'notified_incidents (incident_id)')
}
