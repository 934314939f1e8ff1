import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import {
  CLEANED_EARLY,
  changedInPlace,
  index,
  key,
  nullable,
  references,
  singleRow,
  table,
  uniqueText,
  withDefault,
} from '../schema.ts'

export async function createProbes(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createRegions(db, traits)
  await createProbeTable(db, traits)
  await createProbeOrders(db, traits)
  await createProbeTroubles(db)
}

async function createRegions(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'regions', {
    key: ['integer', traits.autoKey],
    code: uniqueText,
    name: 'text',
    is_default: 'integer',
    created_at: 'bigint',
    epoch: withDefault('integer', 1),
    epoch_since: withDefault('bigint', 0),
    is_serving: withDefault('integer', 1),
  }).execute()

  await table(db, 'probe_tokens', {
    id: key,
    region: 'integer',
    name: 'text',
    token_hash: uniqueText,
    created_at: 'bigint',
    last_used_at: nullable('bigint'),
    revoked_at: nullable('bigint'),
  }).execute()
  await index(db, 'probe_tokens_by_region', 'probe_tokens (region, created_at)')
}

async function createProbeTable(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'probes', {
    key: ['integer', traits.autoKey],
    id: uniqueText,
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
    trial_until: nullable('bigint'),
    absent_since: nullable('bigint'),
    absent_until: nullable('bigint'),
  }).execute()
  await index(db, 'probes_by_region', 'probes (region, is_live)')
  await index(db, 'probes_leases', 'probes (lease_until)', 'is_live = 1')
  await traits.tune(db, 'probes', changedInPlace(60))

  await table(db, 'probe_watch', { id: singleRow, checked_at: 'bigint' }).execute()
  await sql`insert into probe_watch (id, checked_at) values (1, 0)`.execute(db)
}

async function createProbeOrders(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'probe_orders', {
    id: key,
    region: 'integer',
    assignment: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    claimed_by: nullable('integer'),
    result: nullable('text'),
    failure: nullable('text'),
    needs_icmp: withDefault('integer', 0),
    claimed_at: nullable('bigint'),
  }).execute()
  await index(db, 'probe_orders_open', 'probe_orders (region, created_at)', 'claimed_by is null')
  await index(db, 'probe_orders_ends', 'probe_orders (expires_at)')
  await index(db, 'probe_orders_claimed', 'probe_orders (claimed_by)', 'claimed_by is not null')
  await traits.tune(db, 'probe_orders', CLEANED_EARLY)
}

async function createProbeTroubles(db: Kysely<Database>): Promise<void> {
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
}
