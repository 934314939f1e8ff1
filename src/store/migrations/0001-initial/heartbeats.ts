import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import {
  CLEANED_EARLY,
  changedInPlace,
  index,
  nullable,
  singleRow,
  smallInteger,
  table,
  uniqueText,
} from '../schema.ts'

export async function createHeartbeats(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createHeartbeatTable(db, traits)
  await createPings(db, traits)
  await table(db, 'heartbeat_intake', { id: singleRow, seen_at: 'bigint' }).execute()
  await traits.tune(db, 'heartbeat_intake', changedInPlace(20))
  await sql`insert into heartbeat_intake (id, seen_at) values (1, 0)`.execute(db)
}

async function createHeartbeatTable(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const heartbeats = table(db, 'heartbeats', {
    monitor_key: 'integer',
    token: uniqueText,
    last_at: 'bigint',
    last_ping_at: nullable('bigint'),
    last_run_ms: nullable('bigint'),
    open_runs: 'text',
    armed_at: nullable('bigint'),
    due_at: nullable('bigint'),
    pings: 'bigint',
  })
  await traits.clustered(heartbeats.addPrimaryKeyConstraint('heartbeats_key', ['monitor_key'])).execute()
  await index(db, 'heartbeats_due', 'heartbeats (due_at)', 'due_at is not null')
  await traits.tune(db, 'heartbeats', { fillfactor: 60, ...CLEANED_EARLY })
}

async function createPings(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const small = smallInteger(traits)
  const pings = table(db, 'heartbeat_pings', {
    monitor_key: 'integer',
    at: 'bigint',
    kind: small,
    exit_status: nullable(small),
    run_id: nullable('text'),
    duration_ms: nullable('bigint'),
    body: nullable('text'),
    body_bytes: 'integer',
    report: nullable('text'),
    source: 'text',
  })
  await traits.clustered(pings.addPrimaryKeyConstraint('heartbeat_pings_key', ['monitor_key', 'at'])).execute()
}
