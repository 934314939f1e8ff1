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
  await createNews(db, traits)
  await createMails(db, traits)
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
  }).execute()
  await index(db, 'status_pages_newest', 'status_pages (project_id, created_at, id)')
  await index(db, 'status_pages_by_organization', 'status_pages (organization_id)')
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
  }).execute()
  const waiting = 'status_subscribers (mail_waits_for, mail_due_at)'
  await uniqueIndex(db, 'status_subscribers_once', 'status_subscribers (page_id, email)')
  await index(db, 'status_subscribers_newest', 'status_subscribers (page_id, created_at, id)')
  await index(db, 'status_subscribers_told', 'status_subscribers (page_id, id)', 'confirmed_at is not null')
  await index(db, 'status_subscribers_unconfirmed', 'status_subscribers (asked_at)', 'confirmed_at is null')
  await index(db, 'status_subscribers_due', 'status_subscribers (mail_due_at)', 'mail_due_at is not null')
  await index(db, 'status_subscribers_waiting', waiting, 'mail_waits_for is not null')
  await traits.tune(db, 'status_subscribers', CLEANED_EARLY)
}

async function createNews(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'status_news', {
    id: key,
    page_id: references('status_pages.id'),
    source_id: 'text',
    cause: 'text',
    words: nullable('text'),
    due_at: nullable('bigint'),
    told_up_to: 'text',
    created_at: 'bigint',
  }).execute()
  await uniqueIndex(db, 'status_news_once', 'status_news (page_id, source_id)')
  await index(db, 'status_news_due', 'status_news (due_at)', 'due_at is not null')
  await index(db, 'status_news_oldest', 'status_news (created_at)')
  await traits.tune(db, 'status_news', CLEANED_EARLY)
}

async function createMails(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const mails = table(db, 'subscriber_mails', {
    subscriber_id: references('status_subscribers.id'),
    news_id: references('status_news.id'),
    sent_as: nullable('text'),
  })
  await traits.clustered(mails.addPrimaryKeyConstraint('subscriber_mails_key', ['subscriber_id', 'news_id'])).execute()
  await index(db, 'subscriber_mails_of_news', 'subscriber_mails (news_id)')
  await traits.tune(db, 'subscriber_mails', CLEANED_EARLY)

  const told = table(db, 'status_told', {
    page_id: references('status_pages.id'),
    incident_id: references('incidents.id'),
    said: nullable('text'),
    told_at: 'bigint',
  })
  await traits.clustered(told.addPrimaryKeyConstraint('status_told_key', ['page_id', 'incident_id'])).execute()
  await index(db, 'status_told_of_incident', 'status_told (incident_id)')
}
