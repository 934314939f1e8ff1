import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import {
  CLEANED_EARLY,
  changedInPlace,
  index,
  key,
  keyOf,
  monitorKey,
  nullable,
  references,
  table,
  uniqueIndex,
  withDefault,
} from '../schema.ts'

export async function createIncidents(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createIncidentTable(db, traits)
  await createEngineIndexes(db)
  await createListIndexes(db)
  await createIncidentLog(db)
  await createHolds(db, traits)
  await createReminders(db, traits)
  await createFlaps(db, traits)
  await createSilences(db)
}

async function createIncidentTable(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
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
    acknowledged_via: nullable('text'),
    snoozed_until: nullable('bigint'),
    snoozed_by: nullable('text'),
    snoozed_via: nullable('text'),
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
    reopened_at: nullable('bigint'),
    reopenings: withDefault('integer', 0),
    healthy_ms: withDefault('bigint', 0),
  }).execute()
  await traits.tune(db, 'incidents', changedInPlace(85))
}

async function createEngineIndexes(db: Kysely<Database>): Promise<void> {
  // Ingest searches this index for every failing monitor, however many past incidents the monitor has
  await index(db, 'incidents_open', 'incidents (monitor_key)', "status <> 'resolved' and deleted_at is null")
  await index(
    db,
    'incidents_resolved',
    'incidents (monitor_key, resolved_at)',
    "status = 'resolved' and deleted_at is null",
  )
  // The engine keeps at most one open incident per monitor and family; incidents of users have created_by
  await uniqueIndex(
    db,
    'incidents_one_open',
    'incidents (monitor_key, family)',
    "created_by is null and status <> 'resolved' and deleted_at is null",
  )
}

/**
 * Creates the indexes of lists. A list reads one of these indexes in order. The columns of all filters are in the index
 * too. Rows that do not match are skipped without reading the table, and counting reads only the index.
 */
async function createListIndexes(db: Kysely<Database>): Promise<void> {
  const living = 'deleted_at is null'
  // SQLite reads the row when the index lacks any column of the query, even the column of the partial condition
  const filters = 'started_at, severity, type, source, deleted_at'
  await index(db, 'incidents_newest', `incidents (project_id, created_at, id, ${filters}, status)`, living)
  await index(db, 'incidents_by_status', `incidents (project_id, status, created_at, id, ${filters})`, living)
  await index(db, 'incidents_by_monitor', `incidents (monitor_key, created_at, id, ${filters}, status)`, living)
  await index(db, 'incidents_deleted', 'incidents (deleted_at)', 'deleted_at is not null')
  // Status pages query incidents with several monitors. Such incidents are rare: incidents of the engine list none
  const naming = "affected_monitor_ids <> '[]' and deleted_at is null"
  await index(db, 'incidents_naming', 'incidents (project_id, resolved_at)', naming)
  // The feeds and the history of a status page read the following two indexes
  const begun = 'created_at, id, severity, type, source, deleted_at, status'
  await index(db, 'incidents_begun', `incidents (monitor_key, started_at, ${begun})`, living)
  await index(db, 'incidents_naming_begun', 'incidents (project_id, started_at)', naming)
}

async function createIncidentLog(db: Kysely<Database>): Promise<void> {
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

  await table(db, 'incident_comments', {
    id: key,
    incident_id: references('incidents.id'),
    user_id: 'text',
    comment_text: 'text',
    is_internal: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
    deleted_at: nullable('bigint'),
  }).execute()
  await index(db, 'incident_comments_oldest', 'incident_comments (incident_id, created_at, id)')
}

async function createHolds(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'incident_holds', {
    incident_id: references('incidents.id'),
    reason: 'text',
    review_at: 'bigint',
    update_id: nullable('text'),
    monitor_key: nullable('integer'),
    parent_key: nullable('integer'),
    phase: nullable('text'),
    since: nullable('bigint'),
    cleared_at: nullable('bigint'),
    wait_until: nullable('bigint'),
    project_id: nullable('text'),
    user_id: nullable('text'),
    warning: nullable('text'),
  })
    .addPrimaryKeyConstraint('incident_holds_key', ['incident_id', 'reason'])
    .execute()
  await index(db, 'incident_holds_due', 'incident_holds (reason, review_at)')
  await index(db, 'incident_holds_of', 'incident_holds (monitor_key)', 'monitor_key is not null')
  await index(db, 'incident_holds_of_project', 'incident_holds (project_id)', 'project_id is not null')
  await traits.tune(db, 'incident_holds', CLEANED_EARLY)
}

async function createReminders(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'incident_reminders', {
    incident_id: keyOf('incidents.id'),
    monitor_key: 'integer',
    due_at: 'bigint',
    number: 'integer',
  }).execute()
  await index(db, 'incident_reminders_due', 'incident_reminders (due_at)')
  await index(db, 'incident_reminders_of', 'incident_reminders (monitor_key)')
  await traits.tune(db, 'incident_reminders', CLEANED_EARLY)
}

async function createFlaps(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'flaps', {
    monitor_key: monitorKey,
    since: 'bigint',
    stable_at: 'bigint',
    interval_ms: 'bigint',
  }).execute()
  await index(db, 'flaps_due', 'flaps (stable_at)')
  await traits.tune(db, 'flaps', CLEANED_EARLY)
}

async function createSilences(db: Kysely<Database>): Promise<void> {
  await table(db, 'silences', {
    monitor_key: monitorKey,
    user_id: 'text',
    since: 'bigint',
    ends_at: 'bigint',
    note: nullable('text'),
  }).execute()
  await index(db, 'silences_due', 'silences (ends_at)')
}
