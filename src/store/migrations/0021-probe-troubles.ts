/** Adds the trouble of the probes of regions, by project. */
import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'
import { index, nullable, references, table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'probe_troubles', {
    project_id: references('projects.id'),
    region: 'integer',
    reason: 'text',
    since: 'bigint',
    due_at: 'bigint',
    observed_at: 'bigint',
    cleared_at: nullable('bigint'),
    reported_at: nullable('bigint'),
    report: nullable('text'),
  })
    .addPrimaryKeyConstraint('probe_troubles_key', ['project_id', 'region'])
    .execute()
  const unknown = "runtime_status = 'unknown' and status = 'active' and deleted_at is null"
  await index(db, 'monitors_unknown', 'monitors (key)', unknown)
}
