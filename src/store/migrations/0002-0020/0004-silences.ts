/** Adds silences of monitors, and the incidents whose alerts they hold. */
import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { CLEANED_EARLY, index, keyOf, monitorKey, nullable, table } from '../schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'silences', {
    monitor_key: monitorKey,
    user_id: 'text',
    since: 'bigint',
    ends_at: 'bigint',
    note: nullable('text'),
  }).execute()
  await index(db, 'silences_due', 'silences (ends_at)')
  await table(db, 'silenced_incidents', {
    incident_id: keyOf('incidents.id'),
    project_id: 'text',
    user_id: 'text',
    information_id: nullable('text'),
    warning: nullable('text'),
    review_at: 'bigint',
  }).execute()
  await index(db, 'silenced_incidents_due', 'silenced_incidents (review_at)')
  await index(db, 'silenced_incidents_of', 'silenced_incidents (project_id)')
  await traits.tune(db, 'silenced_incidents', CLEANED_EARLY)
}
