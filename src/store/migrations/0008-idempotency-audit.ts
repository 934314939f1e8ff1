import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { index, nullable, table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'idempotency_keys', {
    scope: 'text',
    key: 'text',
    fingerprint: 'text',
    attempt: 'text',
    state: 'text',
    status: nullable('integer'),
    body: nullable('text'),
    lease_until: 'bigint',
    created_at: 'bigint',
    expires_at: 'bigint',
  })
    .addPrimaryKeyConstraint('idempotency_keys_key', ['scope', 'key'])
    .execute()
  await index(db, 'idempotency_keys_by_end', 'idempotency_keys (expires_at)')

  const newest = 'created_at, id'
  await index(db, 'audit_log_by_actor', `audit_log (organization_id, actor_id, ${newest})`)
  await index(db, 'audit_log_by_action', `audit_log (organization_id, action, ${newest})`)
  await index(db, 'audit_log_by_resource', `audit_log (organization_id, resource_id, ${newest})`)
  await index(db, 'audit_log_by_resource_type', `audit_log (organization_id, resource_type, ${newest})`)
}
