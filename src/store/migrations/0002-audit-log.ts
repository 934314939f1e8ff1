import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { index, key, nullable, references, table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
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
  await index(db, 'audit_log_newest', 'audit_log (organization_id, created_at, id)')
}
