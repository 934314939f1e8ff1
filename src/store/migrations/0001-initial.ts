import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { type Column, index, key, nullable, references, table, uniqueIndex } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await accounts(db)
  await monitors(db, traits)
  await results(db, traits)
  await incidents(db)
}

async function accounts(db: Kysely<Database>): Promise<void> {
  await table(db, 'counters', { name: key, value: 'bigint' }).execute()
  await db.insertInto('counters').values({ name: 'monitor_revision', value: 0 }).execute()

  await table(db, 'users', {
    id: key,
    email: ['text', (c) => c.notNull().unique()],
    name: 'text',
    password_hash: 'text',
    is_instance_admin: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()

  await table(db, 'organizations', {
    id: key,
    name: 'text',
    slug: ['text', (c) => c.notNull().unique()],
    plan: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()

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

  await table(db, 'sessions', {
    id: key,
    user_id: references('users.id'),
    organization_id: references('organizations.id'),
    created_at: 'bigint',
    expires_at: 'bigint',
    revoked_at: nullable('bigint'),
  }).execute()
  await index(db, 'sessions_by_user', 'sessions (user_id)')

  await table(db, 'refresh_tokens', {
    token_hash: key,
    session_id: references('sessions.id'),
    created_at: 'bigint',
    used_at: nullable('bigint'),
  }).execute()
  await index(db, 'refresh_tokens_by_session', 'refresh_tokens (session_id)')

  await table(db, 'api_keys', {
    id: key,
    organization_id: references('organizations.id'),
    created_by: references('users.id'),
    name: 'text',
    key_hash: ['text', (c) => c.notNull().unique()],
    key_preview: 'text',
    scope: 'text',
    is_active: 'integer',
    expires_at: nullable('bigint'),
    last_used_at: nullable('bigint'),
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'api_keys_newest', 'api_keys (organization_id, created_at, id)')

  await table(db, 'projects', {
    id: key,
    organization_id: references('organizations.id'),
    name: 'text',
    slug: 'text',
    is_default: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
    deleted_at: nullable('bigint'),
  })
    .addUniqueConstraint('projects_slug', ['organization_id', 'slug'])
    .execute()
  await uniqueIndex(db, 'projects_one_default', 'projects (organization_id)', 'is_default = 1')
}

async function monitors(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  // Sorted by its bytes on both databases, whatever collation the server was made with
  const folded: Column = [
    (traits.name === 'postgres' ? sql`text collate "C"` : 'text') as ColumnDataType,
    (column) => column.notNull().defaultTo(''),
  ]

  await table(db, 'regions', {
    key: ['integer', traits.autoKey],
    code: ['text', (c) => c.notNull().unique()],
    name: 'text',
    is_default: 'integer',
    created_at: 'bigint',
  }).execute()

  await table(db, 'monitors', {
    key: ['integer', traits.autoKey],
    id: ['text', (c) => c.notNull().unique()],
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
    grid_since: 'bigint',
    revision: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
    deleted_at: nullable('bigint'),
  }).execute()
  await index(db, 'monitors_newest', 'monitors (project_id, created_at, id)', 'deleted_at is null')
  await index(db, 'monitors_by_name', 'monitors (project_id, name_folded, id)', 'deleted_at is null')
  await index(
    db,
    'monitors_by_runtime_status',
    'monitors (project_id, runtime_status, created_at desc, id desc)',
    'deleted_at is null',
  )
  await index(db, 'monitors_by_status', 'monitors (organization_id, status)', 'deleted_at is null')
  await index(db, 'monitors_by_revision', 'monitors (revision)')

  await table(db, 'monitor_tags', { monitor_key: 'integer', tag: 'text' })
    .addPrimaryKeyConstraint('monitor_tags_key', ['monitor_key', 'tag'])
    .execute()
  await index(db, 'monitor_tags_by_tag', 'monitor_tags (tag, monitor_key)')

  await table(db, 'monitor_targets', { monitor_key: 'integer', target_id: 'text', position: 'integer' })
    .addPrimaryKeyConstraint('monitor_targets_key', ['monitor_key', 'target_id'])
    .execute()
  await index(db, 'monitor_targets_by_target', 'monitor_targets (target_id)')

  await table(db, 'status_changes', {
    id: key,
    monitor_key: 'integer',
    kind: 'text',
    from_status: nullable('text'),
    to_status: 'text',
    reason: 'text',
    actor_id: nullable('text'),
    started_at: 'bigint',
    ended_at: nullable('bigint'),
  }).execute()
  await index(db, 'status_changes_by_time', 'status_changes (monitor_key, started_at, id)')
  await uniqueIndex(db, 'status_changes_one_open', 'status_changes (monitor_key, kind)', 'ended_at is null')
}

async function results(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await traits
    .updatedOften(
      traits.clustered(
        table(db, 'check_states', {
          monitor_key: 'integer',
          region: 'integer',
          opinion: 'text',
          failures: 'integer',
          passes: 'integer',
          slow: 'integer',
          last_scheduled_at: 'bigint',
          last_check_at: 'bigint',
          last_success_at: nullable('bigint'),
          last_failure_at: nullable('bigint'),
          fresh_until: 'bigint',
          error_type: nullable('text'),
          error_message: nullable('text'),
          open_hour: 'bigint',
          version: 'bigint',
        }).addPrimaryKeyConstraint('check_states_key', ['monitor_key', 'region']),
      ),
    )
    .execute()

  const small = traits.name === 'postgres' ? sql`smallint` : 'integer'
  await traits
    .clustered(
      table(db, 'results', {
        monitor_key: 'integer',
        scheduled_at: 'bigint',
        region: small as ColumnDataType,
        kind: small as ColumnDataType,
        status: small as ColumnDataType,
        detail: traits.blob as ColumnDataType,
        error: nullable('text'),
      }).addPrimaryKeyConstraint('results_key', ['monitor_key', 'scheduled_at', 'region', 'kind']),
    )
    .execute()
  await index(db, 'results_with_error', 'results (monitor_key, status, scheduled_at)', 'error is not null')

  for (const name of ['result_hours', 'result_days'])
    await traits
      .clustered(
        table(db, name, {
          monitor_key: 'integer',
          region: small as ColumnDataType,
          starts_at: 'bigint',
          up: 'integer',
          down: 'integer',
          degraded: 'integer',
          inconclusive: 'integer',
          on_grid: 'integer',
          latency_count: 'integer',
          latency_sum_us: 'bigint',
          latency_min_us: 'bigint',
          latency_max_us: 'bigint',
          latency_sketch: traits.blob as ColumnDataType,
          lateness_sketch: traits.blob as ColumnDataType,
        }).addPrimaryKeyConstraint(`${name}_key`, ['monitor_key', 'starts_at', 'region']),
      )
      .execute()
}

async function incidents(db: Kysely<Database>): Promise<void> {
  await table(db, 'incidents', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    monitor_key: nullable('integer'),
    created_by: nullable('text'),
    family: 'text',
    status: 'text',
    severity: 'text',
    type: 'text',
    source: 'text',
    title: 'text',
    error_message: 'text',
    status_page_update: nullable('text'),
    started_at: 'bigint',
    acknowledged_at: nullable('bigint'),
    acknowledged_by: nullable('text'),
    resolved_at: nullable('bigint'),
    resolved_by: nullable('text'),
    resolution_note: nullable('text'),
    affected_regions: 'text',
    affected_monitor_ids: 'text',
    failure_count: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
    deleted_at: nullable('bigint'),
    deleted_by: nullable('text'),
  }).execute()
  await index(db, 'incidents_newest', 'incidents (project_id, created_at, id)', 'deleted_at is null')
  await index(db, 'incidents_by_status', 'incidents (project_id, status, created_at, id)', 'deleted_at is null')
  await index(db, 'incidents_by_monitor', 'incidents (monitor_key, family, started_at)', 'deleted_at is null')
  // What ingest asks of every monitor in trouble, however long its past
  await index(db, 'incidents_open', 'incidents (monitor_key)', "status <> 'resolved' and deleted_at is null")
  await index(
    db,
    'incidents_resolved',
    'incidents (monitor_key, resolved_at)',
    "status = 'resolved' and deleted_at is null",
  )
  // The engine keeps at most one open incident per monitor and family; what people open by hand has created_by
  await uniqueIndex(
    db,
    'incidents_one_open',
    'incidents (monitor_key, family)',
    "created_by is null and status <> 'resolved' and deleted_at is null",
  )

  await table(db, 'incident_updates', {
    id: key,
    incident_id: references('incidents.id'),
    kind: 'text',
    message: 'text',
    from_status: nullable('text'),
    to_status: nullable('text'),
    is_public: 'integer',
    user_id: nullable('text'),
    created_at: 'bigint',
  }).execute()
  await index(db, 'incident_updates_oldest', 'incident_updates (incident_id, created_at, id)')

  await table(db, 'notification_targets', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    name: 'text',
    channel: 'text',
    config: 'text',
    is_default: 'integer',
    is_enabled: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
  }).execute()
  await index(db, 'notification_targets_newest', 'notification_targets (project_id, created_at, id)')

  await table(db, 'deliveries', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: 'text',
    incident_id: nullable('text'),
    event_id: 'text',
    target_id: 'text',
    channel: 'text',
    recipient: 'text',
    event_type: 'text',
    payload: 'text',
    status: 'text',
    delivered_at: nullable('bigint'),
    error_message: nullable('text'),
    retry_count: 'integer',
    max_retries: 'integer',
    last_retry_at: nullable('bigint'),
    next_attempt_at: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
  })
    .addUniqueConstraint('deliveries_once', ['event_id', 'target_id'])
    .execute()
  await index(db, 'deliveries_due', 'deliveries (next_attempt_at)', "status = 'pending'")
  await index(db, 'deliveries_by_incident', 'deliveries (incident_id, created_at, id)')
}
