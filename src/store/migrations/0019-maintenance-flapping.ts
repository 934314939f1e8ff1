import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { type Column, index, nullable, table } from './schema.ts'

const ofWindow: Column = [
  'text',
  (column) => column.primaryKey().references('maintenance_windows.id').onDelete('cascade'),
]
const monitorKey: Column = ['integer', (column) => column.primaryKey()]

export async function up(db: Kysely<Database>, _traits: DialectTraits): Promise<void> {
  await table(db, 'maintenance_agenda', {
    window_id: ofWindow,
    due_at: nullable('bigint'),
    planned_until: nullable('bigint'),
    running_since: nullable('bigint'),
    running_until: nullable('bigint'),
    is_told: 'integer',
  }).execute()
  await index(db, 'maintenance_agenda_due', 'maintenance_agenda (due_at)', 'due_at is not null')
  await sql`insert into maintenance_agenda (window_id, due_at, is_told)
    select id, 0, 0 from maintenance_windows where cancelled_at is null`.execute(db)
  await table(db, 'withheld_openings', { monitor_key: monitorKey, due_at: 'bigint' }).execute()
  await index(db, 'withheld_openings_due', 'withheld_openings (due_at)')
  await table(db, 'flaps', {
    monitor_key: monitorKey,
    since: 'bigint',
    steady_at: 'bigint',
    interval_ms: 'bigint',
  }).execute()
  await index(db, 'flaps_due', 'flaps (steady_at)')
}
