/** Adds on-call schedules, and the contact methods of users. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { index, key, nullable, references, table, uniqueIndex } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'on_call_schedules', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    name: 'text',
    description: 'text',
    timezone: 'text',
    layers: 'text',
    feed_token_hash: nullable('text'),
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'on_call_schedules_page', 'on_call_schedules (project_id, created_at, id)')
  await index(db, 'on_call_schedules_organization', 'on_call_schedules (organization_id)')
  await uniqueIndex(db, 'on_call_schedules_feed', 'on_call_schedules (feed_token_hash)', 'feed_token_hash is not null')

  await table(db, 'on_call_overrides', {
    id: key,
    schedule_id: references('on_call_schedules.id'),
    user_id: references('users.id'),
    starts_at: 'bigint',
    ends_at: 'bigint',
    created_at: 'bigint',
  }).execute()
  await index(db, 'on_call_overrides_end', 'on_call_overrides (schedule_id, ends_at)')
  await index(db, 'on_call_overrides_user', 'on_call_overrides (user_id)')

  await table(db, 'contact_methods', {
    id: key,
    user_id: references('users.id'),
    name: 'text',
    channel: 'text',
    config: 'text',
    delay_minutes: 'integer',
    is_enabled: 'integer',
    disabled_reason: nullable('text'),
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'contact_methods_user', 'contact_methods (user_id)')
}
