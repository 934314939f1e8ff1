import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import {
  bytes,
  CLEANED_EARLY,
  changedInPlace,
  index,
  key,
  nullable,
  smallInteger,
  table,
  uniqueIndex,
} from '../schema.ts'

export async function createResults(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void> {
  await createStatusChanges(db, traits)
  await createCheckStates(db, traits)
  await createResultTable(db, traits, now)
  await createResultBlocks(db, traits, now)
  for (const name of ['result_hours', 'result_days']) await createRollups(db, traits, name)
  await createFailureResponses(db, traits)
}

async function createStatusChanges(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'status_changes', {
    id: key,
    monitor_key: 'integer',
    kind: 'text',
    from_status: nullable('text'),
    to_status: 'text',
    reason: 'text',
    actor_id: nullable('text'),
    started_at: 'bigint',
    ended_at: nullable('bigint'),
  }).execute()
  await index(db, 'status_changes_by_time', 'status_changes (monitor_key, started_at, id)')
  await uniqueIndex(db, 'status_changes_one_open', 'status_changes (monitor_key, kind)', 'ended_at is null')
  // Contains every column of an uptime query, so that the query reads no row of the table, even for many monitors
  const spans = 'status_changes (monitor_key, started_at, ended_at, to_status)'
  await index(db, 'status_changes_spans', spans, "kind = 'runtime'")
  await traits.tune(db, 'status_changes', CLEANED_EARLY)
}

async function createCheckStates(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const states = table(db, 'check_states', {
    monitor_key: 'integer',
    region: 'integer',
    opinion: 'text',
    failures: 'integer',
    passes: 'integer',
    slow: 'integer',
    last_scheduled_at: 'bigint',
    last_check_at: 'bigint',
    last_success_at: nullable('bigint'),
    last_failure_at: nullable('bigint'),
    fresh_until: 'bigint',
    error_type: nullable('text'),
    error_message: nullable('text'),
    open_hour: 'bigint',
    version: 'bigint',
    opinion_since: nullable('bigint'),
    run_since: nullable('bigint'),
  })
  await traits.clustered(states.addPrimaryKeyConstraint('check_states_key', ['monitor_key', 'region'])).execute()
  await traits.tune(db, 'check_states', changedInPlace(60))
}

async function createResultTable(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void> {
  const small = smallInteger(traits)
  const results = table(db, 'results', {
    monitor_key: 'integer',
    scheduled_at: 'bigint',
    region: small,
    kind: small,
    status: small,
    detail: bytes(traits),
    error: nullable('text'),
  }).addPrimaryKeyConstraint('results_key', ['monitor_key', 'scheduled_at', 'region', 'kind'])
  await traits.partitioned(traits.clustered(results), 'scheduled_at').execute()
  await index(db, 'results_with_error', 'results (monitor_key, status, scheduled_at)', 'error is not null')
  await traits.space.partition(db, 'results', now)
}

/** Creates the blocks that hold the results of closed hours. */
async function createResultBlocks(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void> {
  const blocks = table(db, 'result_blocks', {
    monitor_key: 'integer',
    starts_at: 'bigint',
    region: smallInteger(traits),
    up: 'integer',
    down: 'integer',
    degraded: 'integer',
    inconclusive: 'integer',
    data: bytes(traits),
  }).addPrimaryKeyConstraint('result_blocks_key', ['monitor_key', 'starts_at', 'region'])
  await traits.partitioned(traits.clustered(blocks), 'starts_at').execute()
  await traits.space.partition(db, 'result_blocks', now)
}

async function createRollups(db: Kysely<Database>, traits: DialectTraits, name: string): Promise<void> {
  const rollups = table(db, name, {
    monitor_key: 'integer',
    region: smallInteger(traits),
    starts_at: 'bigint',
    up: 'integer',
    down: 'integer',
    degraded: 'integer',
    inconclusive: 'integer',
    on_grid: 'integer',
    latency_count: 'integer',
    latency_sum_us: 'bigint',
    latency_min_us: 'bigint',
    latency_max_us: 'bigint',
    latency_sketch: bytes(traits),
    lateness_sketch: bytes(traits),
  })
  await traits
    .clustered(rollups.addPrimaryKeyConstraint(`${name}_key`, ['monitor_key', 'starts_at', 'region']))
    .execute()
}

async function createFailureResponses(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'failure_responses', {
    monitor_key: 'integer',
    region: smallInteger(traits),
    scheduled_at: 'bigint',
    seen_at: 'bigint',
    response: 'text',
  }).execute()
  await uniqueIndex(db, 'failure_responses_by_result', 'failure_responses (monitor_key, region, scheduled_at)')
}
