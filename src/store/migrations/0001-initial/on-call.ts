import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { index, key, keyOf, nullable, references, table, uniqueIndex } from '../schema.ts'

export async function createOnCall(db: Kysely<Database>): Promise<void> {
  await createSchedules(db)
  await createContactMethods(db)
  await createEscalationPolicies(db)
}

async function createSchedules(db: Kysely<Database>): Promise<void> {
  await table(db, 'on_call_schedules', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    name: 'text',
    description: 'text',
    timezone: 'text',
    layers: 'text',
    feed_token_hash: nullable('text'),
    external_key: nullable('text'),
    managed_by: nullable('text'),
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'on_call_schedules_page', 'on_call_schedules (project_id, created_at, id)')
  await index(db, 'on_call_schedules_organization', 'on_call_schedules (organization_id)')
  await uniqueIndex(db, 'on_call_schedules_feed', 'on_call_schedules (feed_token_hash)', 'feed_token_hash is not null')
  await uniqueIndex(
    db,
    'on_call_schedules_external_key',
    'on_call_schedules (project_id, external_key)',
    'external_key is not null',
  )

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
}

async function createContactMethods(db: Kysely<Database>): Promise<void> {
  await table(db, 'contact_methods', {
    id: key,
    user_id: references('users.id'),
    name: 'text',
    channel: 'text',
    config: 'text',
    delay_minutes: 'integer',
    is_enabled: 'integer',
    quiet_hours: nullable('text'),
    disabled_reason: nullable('text'),
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'contact_methods_user', 'contact_methods (user_id)')
}

async function createEscalationPolicies(db: Kysely<Database>): Promise<void> {
  await table(db, 'escalation_policies', {
    id: key,
    organization_id: 'text',
    project_id: 'text',
    name: 'text',
    steps: 'text',
    repeat_count: 'integer',
    repeat_after_minutes: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
    external_key: nullable('text'),
    managed_by: nullable('text'),
  }).execute()
  await index(db, 'escalation_policies_project', 'escalation_policies (project_id, created_at)')
  await uniqueIndex(
    db,
    'escalation_policies_external_key',
    'escalation_policies (project_id, external_key)',
    'external_key is not null',
  )
  await table(db, 'incident_escalations', {
    incident_id: keyOf('incidents.id'),
    policy_id: 'text',
    round: 'integer',
    step: 'integer',
    opened_at: 'bigint',
    started_at: 'bigint',
    due_at: nullable('bigint'),
  }).execute()
  await index(db, 'incident_escalations_due', 'incident_escalations (due_at)', 'due_at is not null')
}
