import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { type Column, index, nullable, table } from './schema.ts'

/** One row at most of each incident, gone with it. */
const ofIncident: Column = ['text', (column) => column.primaryKey().references('incidents.id').onDelete('cascade')]

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await traits
    .clustered(
      table(db, 'monitor_dependencies', {
        monitor_key: 'integer',
        parent_key: 'integer',
        position: 'integer',
      }).addPrimaryKeyConstraint('monitor_dependencies_key', ['monitor_key', 'parent_key']),
    )
    .execute()
  await index(db, 'monitor_dependencies_below', 'monitor_dependencies (parent_key, monitor_key)')
  await table(db, 'incident_holds', {
    incident_id: ofIncident,
    monitor_key: 'integer',
    parent_key: 'integer',
    stage: 'text',
    entry_id: 'text',
    since: 'bigint',
    cleared_at: nullable('bigint'),
    wait_until: nullable('bigint'),
    look_at: 'bigint',
  }).execute()
  await index(db, 'incident_holds_due', 'incident_holds (look_at)')
  await index(db, 'incident_holds_of', 'incident_holds (monitor_key)')
  await table(db, 'incident_reminders', {
    incident_id: ofIncident,
    monitor_key: 'integer',
    due_at: 'bigint',
    number: 'integer',
  }).execute()
  await index(db, 'incident_reminders_due', 'incident_reminders (due_at)')
  await index(db, 'incident_reminders_of', 'incident_reminders (monitor_key)')
}
