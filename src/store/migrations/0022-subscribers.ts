import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, key, nullable, references, table, uniqueIndex } from './schema.ts'

/** Who may find a status page, and who is told of what it shows. */
export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await db.schema
    .alterTable('status_pages')
    .addColumn('is_indexed', 'integer', (column) => column.notNull().defaultTo(sql.lit(1)))
    .execute()
  await db.schema
    .alterTable('status_pages')
    .addColumn('allows_subscribers', 'integer', (column) => column.notNull().defaultTo(sql.lit(1)))
    .execute()
  await db.schema.alterTable('status_pages').addColumn('contact_url', 'text').execute()

  await table(db, 'status_subscribers', {
    id: key,
    page_id: references('status_pages.id'),
    email: 'text',
    confirmed_at: nullable('bigint'),
    asked_at: 'bigint',
    created_at: 'bigint',
    mail_due_at: nullable('bigint'),
    mail_attempts: 'integer',
  }).execute()
  await uniqueIndex(db, 'status_subscribers_once', 'status_subscribers (page_id, email)')
  await index(db, 'status_subscribers_newest', 'status_subscribers (page_id, created_at, id)')
  await index(db, 'status_subscribers_told', 'status_subscribers (page_id, id)', 'confirmed_at is not null')
  await index(db, 'status_subscribers_unconfirmed', 'status_subscribers (asked_at)', 'confirmed_at is null')
  await index(db, 'status_subscribers_due', 'status_subscribers (mail_due_at)', 'mail_due_at is not null')

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

  await traits
    .clustered(
      table(db, 'subscriber_mails', {
        subscriber_id: references('status_subscribers.id'),
        news_id: references('status_news.id'),
        sent_as: nullable('text'),
      }).addPrimaryKeyConstraint('subscriber_mails_key', ['subscriber_id', 'news_id']),
    )
    .execute()
  await index(db, 'subscriber_mails_of_news', 'subscriber_mails (news_id)')

  await traits
    .clustered(
      table(db, 'status_told', {
        page_id: references('status_pages.id'),
        incident_id: references('incidents.id'),
        said: nullable('text'),
        told_at: 'bigint',
      }).addPrimaryKeyConstraint('status_told_key', ['page_id', 'incident_id']),
    )
    .execute()
  await index(db, 'status_told_of_incident', 'status_told (incident_id)')
}
