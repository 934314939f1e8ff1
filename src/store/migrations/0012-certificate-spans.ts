import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'
import { table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'certificate_spans', {
    monitor_key: 'integer',
    endpoint: 'text',
    fingerprint: 'text',
    certificate: 'text',
    first_seen_at: 'bigint',
    last_seen_at: 'bigint',
  })
    .addPrimaryKeyConstraint('certificate_spans_key', ['monitor_key', 'endpoint', 'fingerprint'])
    .execute()
  // A certificate as it is kept there holds all that is kept of it here, and more
  await sql`
    insert into certificate_spans (monitor_key, endpoint, fingerprint, certificate, first_seen_at, last_seen_at)
    select monitor_key, endpoint, fingerprint, certificate, first_seen_at, last_seen_at from certificates`.execute(db)
}
