import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'
import { index, key, nullable, references, table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
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
  await listIndexes(db)
}

/**
 * A list walks one of these in its order. Whatever else it filters by stands in the index too, so that what does not
 * match is passed over without a look at its row, and counting looks at none.
 */
async function listIndexes(db: Kysely<Database>): Promise<void> {
  for (const name of ['incidents_newest', 'incidents_by_status', 'incidents_by_monitor'])
    await sql.raw(`drop index ${name}`).execute(db)
  // SQLite looks at the row for any column that it does not find, be it the one that the index is partial by
  const filters = 'started_at, severity, type, source, deleted_at'
  const living = 'deleted_at is null'
  await index(db, 'incidents_newest', `incidents (project_id, created_at, id, ${filters}, status)`, living)
  await index(db, 'incidents_by_status', `incidents (project_id, status, created_at, id, ${filters})`, living)
  await index(db, 'incidents_by_monitor', `incidents (monitor_key, created_at, id, ${filters}, status)`, living)
}
