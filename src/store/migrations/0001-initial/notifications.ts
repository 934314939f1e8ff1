import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import {
  CLEANED_EARLY,
  changedInPlace,
  index,
  key,
  nullable,
  references,
  table,
  uniqueIndex,
  withDefault,
} from '../schema.ts'

export async function createNotifications(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createTargets(db, traits)
  await createDeliveries(db, traits)
  await createDeliveryIndexes(db)
  await createAlertGroups(db, traits)
}

async function createTargets(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'notification_targets', {
    id: key,
    organization_id: references('organizations.id'),
    project_id: references('projects.id'),
    name: 'text',
    channel: 'text',
    config: 'text',
    is_default: 'integer',
    is_enabled: 'integer',
    events: nullable('text'),
    quiet_hours: nullable('text'),
    external_key: nullable('text'),
    managed_by: nullable('text'),
    created_at: 'bigint',
    updated_at: 'bigint',
    disabled_reason: nullable('text'),
  }).execute()
  await index(db, 'notification_targets_newest', 'notification_targets (project_id, created_at, id)')
  await uniqueIndex(
    db,
    'notification_targets_external_key',
    'notification_targets (project_id, external_key)',
    'external_key is not null',
  )

  await traits.clustered(table(db, 'target_fallbacks', { target_id: key, fallback_target_id: 'text' })).execute()
  await index(db, 'target_fallbacks_of', 'target_fallbacks (fallback_target_id)')

  await table(db, 'target_health', {
    target_id: key,
    last_delivered_at: nullable('bigint'),
    last_failed_at: nullable('bigint'),
    last_error: nullable('text'),
    config_note: nullable('text'),
  }).execute()
  await traits.tune(db, 'target_health', changedInPlace(70))
}

async function createDeliveries(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
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
    leader_id: nullable('text'),
    fallback_for: nullable('text'),
    monitor_key: nullable('integer'),
    retry_at: nullable('bigint'),
    waits_for: nullable('text'),
    claimed_by: nullable('text'),
    quiet_until: nullable('bigint'),
    handed_over: withDefault('integer', 0),
  })
    .addUniqueConstraint('deliveries_once', ['event_id', 'target_id'])
    .execute()
  await traits.tune(db, 'deliveries', CLEANED_EARLY)
}

async function createDeliveryIndexes(db: Kysely<Database>): Promise<void> {
  const pending = (condition: string) => `status = 'pending' and ${condition}`
  await index(db, 'deliveries_by_incident', 'deliveries (incident_id, created_at, id)')
  await index(db, 'deliveries_due', 'deliveries (next_attempt_at, created_at)', pending('leader_id = id'))
  await index(db, 'deliveries_undecided', 'deliveries (next_attempt_at, created_at)', pending('leader_id is null'))
  await index(db, 'deliveries_folded', 'deliveries (leader_id, created_at, id)', pending('leader_id <> id'))
  await index(db, 'deliveries_of_no_incident', 'deliveries (organization_id, created_at)', 'incident_id is null')
  // Finds the next delivery of an incident to a target. The table also contains months of settled deliveries
  await index(db, 'deliveries_in_line', 'deliveries (incident_id, target_id, created_at)', "status = 'pending'")
  // The notification log of a monitor is read from its end, across all of its incidents
  await index(db, 'deliveries_by_monitor', 'deliveries (monitor_key, created_at, id)', 'monitor_key is not null')
  await index(db, 'deliveries_waiting', 'deliveries (waits_for, created_at, id)', 'waits_for is not null')
}

async function createAlertGroups(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const groups = table(db, 'alert_groups', { target_id: 'text', topic: 'text', state: 'text' })
  await traits.clustered(groups.addPrimaryKeyConstraint('alert_groups_key', ['target_id', 'topic'])).execute()
  await traits.tune(db, 'alert_groups', changedInPlace(70))

  await table(db, 'receiver_outages', { receiver: key, since: 'bigint', trial_at: 'bigint' }).execute()
  await traits.tune(db, 'receiver_outages', { fillfactor: 60 })

  await table(db, 'message_threads', {
    incident_id: references('incidents.id'),
    target_id: 'text',
    thread_id: 'text',
  })
    .addPrimaryKeyConstraint('message_threads_key', ['incident_id', 'target_id'])
    .execute()
}
