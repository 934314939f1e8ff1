import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, key, nullable, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const alter = db.schema.alterTable('regions')
  await alter.addColumn('epoch', 'integer', (column) => column.notNull().defaultTo(1)).execute()
  await alter.addColumn('epoch_since', 'bigint', (column) => column.notNull().defaultTo(0)).execute()
  await alter.addColumn('is_serving', 'integer', (column) => column.notNull().defaultTo(1)).execute()

  await table(db, 'probe_tokens', {
    id: key,
    region: 'integer',
    name: 'text',
    token_hash: ['text', (column) => column.notNull().unique()],
    created_at: 'bigint',
    last_used_at: nullable('bigint'),
    revoked_at: nullable('bigint'),
  }).execute()
  await index(db, 'probe_tokens_by_region', 'probe_tokens (region, created_at)')

  await traits
    .updatedOften(
      table(db, 'probes', {
        key: ['integer', traits.autoKey],
        id: ['text', (column) => column.notNull().unique()],
        region: 'integer',
        token_id: nullable('text'),
        name: 'text',
        version: 'text',
        icmp: 'integer',
        ipv6: 'integer',
        address: nullable('text'),
        session: 'text',
        registered_at: 'bigint',
        seen_at: 'bigint',
        lease_until: 'bigint',
        is_live: 'integer',
        epoch: 'integer',
        vitals: nullable('text'),
        stuck_since: nullable('bigint'),
      }),
    )
    .execute()
  await index(db, 'probes_by_region', 'probes (region, is_live)')
  await index(db, 'probes_leases', 'probes (lease_until)', 'is_live = 1')

  await table(db, 'probe_orders', {
    id: key,
    region: 'integer',
    assignment: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    taken_by: nullable('integer'),
    result: nullable('text'),
    failure: nullable('text'),
  }).execute()
  await index(db, 'probe_orders_open', 'probe_orders (region, created_at)', 'taken_by is null')
  await index(db, 'probe_orders_ends', 'probe_orders (expires_at)')
}
