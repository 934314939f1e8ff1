import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { CLEANED_EARLY, changedInPlace, index, key, nullable, singleRow, table } from '../schema.ts'

export async function createPlatform(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createCounters(db, traits)
  await createSecretsAndClock(db, traits)
  await createRequests(db, traits)
  await table(db, 'instance_settings', { name: key, content: 'text', updated_at: 'bigint' }).execute()
}

async function createCounters(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'counters', { name: key, value: 'bigint' }).execute()
  await traits.tune(db, 'counters', changedInPlace(20))
  await db.insertInto('counters').values({ name: 'monitor_revision', value: 0 }).execute()
}

async function createSecretsAndClock(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'seal_state', {
    name: key,
    key_id: 'text',
    canary: 'text',
    cursor: 'text',
    done_at: nullable('bigint'),
  }).execute()

  await table(db, 'service_clock', {
    id: singleRow,
    seen_at: 'bigint',
    shifted_ms: 'bigint',
    last_shift_ms: 'bigint',
  }).execute()
  await traits.tune(db, 'service_clock', { fillfactor: 20 })
}

async function createRequests(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'service_hosts', { name: key, seen_at: 'bigint' }).execute()

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
  await traits.tune(db, 'idempotency_keys', CLEANED_EARLY)

  await traits.unlogged(table(db, 'rate_windows', { key_hash: key, count: 'integer', reset_at: 'bigint' })).execute()
  await index(db, 'rate_windows_ends', 'rate_windows (reset_at)')
  await traits.tune(db, 'rate_windows', changedInPlace(60))
}
