import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { changedInPlace, index, key, keyOf, nullable, references, table, uniqueIndex, uniqueText } from '../schema.ts'

export async function createAccounts(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createUsersAndOrganizations(db)
  await createProjects(db)
  await createSessions(db, traits)
  await createApiKeys(db, traits)
  await createInvitations(db)
  await createSecondFactors(db)
  await createAuditLog(db)
}

async function createUsersAndOrganizations(db: Kysely<Database>): Promise<void> {
  await table(db, 'users', {
    id: key,
    email: uniqueText,
    name: 'text',
    password_hash: 'text',
    is_instance_admin: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()

  await table(db, 'organizations', {
    id: key,
    name: 'text',
    slug: uniqueText,
    plan: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
    deleted_at: nullable('bigint'),
  }).execute()
  await index(db, 'organizations_newest', 'organizations (created_at, id)', 'deleted_at is null')

  await table(db, 'members', {
    id: key,
    organization_id: references('organizations.id'),
    user_id: references('users.id'),
    role: 'text',
    joined_at: 'bigint',
    last_active_at: nullable('bigint'),
  })
    .addUniqueConstraint('members_once', ['organization_id', 'user_id'])
    .execute()
  await index(db, 'members_by_user', 'members (user_id, joined_at)')
}

async function createProjects(db: Kysely<Database>): Promise<void> {
  await table(db, 'projects', {
    id: key,
    organization_id: references('organizations.id'),
    name: 'text',
    slug: 'text',
    is_default: 'integer',
    monitor_defaults: nullable('text'),
    escalation_policy_id: nullable('text'),
    created_at: 'bigint',
    updated_at: 'bigint',
    deleted_at: nullable('bigint'),
  })
    .addUniqueConstraint('projects_slug', ['organization_id', 'slug'])
    .execute()
  await uniqueIndex(db, 'projects_one_default', 'projects (organization_id)', 'is_default = 1')
  await index(db, 'projects_escalation_policy', 'projects (escalation_policy_id)', 'escalation_policy_id is not null')
}

async function createSessions(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'sessions', {
    id: key,
    user_id: references('users.id'),
    organization_id: references('organizations.id'),
    created_at: 'bigint',
    expires_at: 'bigint',
    revoked_at: nullable('bigint'),
  }).execute()
  await index(db, 'sessions_by_user', 'sessions (user_id)')
  await index(db, 'sessions_by_end', 'sessions (expires_at)')
  await traits.tune(db, 'sessions', changedInPlace(85))

  await table(db, 'refresh_tokens', {
    token_hash: key,
    session_id: references('sessions.id'),
    created_at: 'bigint',
    used_at: nullable('bigint'),
  }).execute()
  await index(db, 'refresh_tokens_by_session', 'refresh_tokens (session_id)')
  await index(db, 'refresh_tokens_by_use', 'refresh_tokens (used_at)', 'used_at is not null')
}

async function createApiKeys(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'api_keys', {
    id: key,
    organization_id: references('organizations.id'),
    created_by: references('users.id'),
    name: 'text',
    key_hash: uniqueText,
    key_preview: 'text',
    scope: 'text',
    is_active: 'integer',
    expires_at: nullable('bigint'),
    last_used_at: nullable('bigint'),
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'api_keys_newest', 'api_keys (organization_id, created_at, id)')
  await traits.tune(db, 'api_keys', changedInPlace(85))
}

async function createInvitations(db: Kysely<Database>): Promise<void> {
  await table(db, 'invitations', {
    id: key,
    organization_id: references('organizations.id'),
    email: 'text',
    role: 'text',
    token_hash: uniqueText,
    invited_by: references('users.id'),
    created_at: 'bigint',
    expires_at: 'bigint',
  })
    .addUniqueConstraint('invitations_once', ['organization_id', 'email'])
    .execute()
  await index(db, 'invitations_newest', 'invitations (organization_id, created_at, id)')
  await index(db, 'invitations_by_end', 'invitations (expires_at)')

  await table(db, 'password_resets', {
    token_hash: key,
    user_id: references('users.id'),
    created_at: 'bigint',
    expires_at: 'bigint',
  }).execute()
  await index(db, 'password_resets_by_user', 'password_resets (user_id)')
  await index(db, 'password_resets_by_end', 'password_resets (expires_at)')
}

async function createSecondFactors(db: Kysely<Database>): Promise<void> {
  await table(db, 'second_factors', {
    user_id: keyOf('users.id'),
    secret: 'text',
    enabled_at: nullable('bigint'),
    last_step: 'bigint',
    created_at: 'bigint',
  }).execute()

  await table(db, 'recovery_codes', { user_id: references('users.id'), code_hash: 'text' })
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
}

async function createAuditLog(db: Kysely<Database>): Promise<void> {
  await table(db, 'audit_log', {
    id: key,
    organization_id: references('organizations.id'),
    actor_id: nullable('text'),
    actor_name: 'text',
    credential: 'text',
    key_id: nullable('text'),
    action: 'text',
    resource_type: 'text',
    resource_id: 'text',
    changes: 'text',
    ip: nullable('text'),
    created_at: 'bigint',
  }).execute()
  const newest = 'created_at, id'
  await index(db, 'audit_log_newest', `audit_log (organization_id, ${newest})`)
  await index(db, 'audit_log_by_actor', `audit_log (organization_id, actor_id, ${newest})`)
  await index(db, 'audit_log_by_action', `audit_log (organization_id, action, ${newest})`)
  await index(db, 'audit_log_by_resource', `audit_log (organization_id, resource_id, ${newest})`)
  await index(db, 'audit_log_by_resource_type', `audit_log (organization_id, resource_type, ${newest})`)
}
