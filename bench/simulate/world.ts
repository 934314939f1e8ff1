/** A million monitors with a history, written directly to the tables: a thousand per organization, all up. */
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS, startOfHour } from '../../src/core/platform/time/time.ts'
import { prepareDays } from '../../src/services/retention/retention.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import type { Store, Tx } from '../../src/store/platform/store.ts'
import { saveRegion } from '../../src/store/probes/regions.ts'
import { packDetail } from '../../src/store/results/result-detail.ts'
import { SETTINGS } from '../support/service.ts'
import type { Options } from './options.ts'

const PER_ORGANIZATION = 1_000

/**
 * Long enough that no monitor becomes silent while results wait or the rate is reduced. The cost of that is not part of
 * the bench.
 */
const TIMEOUT_MS = 30 * MINUTE_MS

/** Rows per statement. */
const BATCH = 100_000

export const listRegionCodes = ({ regions }: Pick<Options, 'regions'>): string[] =>
  Array.from({ length: regions }, (_, n) => `region-${n + 1}`)

/** @param now Unix ms, the planned start */
export async function createWorld(store: Store, options: Options, now: number): Promise<void> {
  // As if the servers had run for days, so that today's partition exists
  await migrate(store, now - 2 * DAY_MS)
  await prepareDays({ store, now: () => now, plans: {} } as unknown as Parameters<typeof prepareDays>[0])
  const codes = listRegionCodes(options)
  await store.transact(async (tx) => {
    for (const code of codes) await saveRegion(tx, { code, name: code, isDefault: true }, now)
  })
  await transactUnsynced(store, (tx) => insertOrganizations(tx, Math.ceil(options.monitors / PER_ORGANIZATION), now))
  for (let from = 0; from < options.monitors; from += BATCH)
    await transactUnsynced(store, (tx) =>
      insertMonitors(tx, from, Math.min(options.monitors, from + BATCH), options, now),
    )
  await sql`update counters set value = ${sql.lit(options.monitors)} where name = 'monitor_revision'`.execute(store.db)
  await insertHistory(store, options, now)
  await sql`vacuum (analyze)`.execute(store.db)
  await sql`checkpoint`.execute(store.db)
}

/** Writes without waiting for the disk: this part is not measured and need not survive a crash. */
const transactUnsynced = (store: Store, work: (tx: Tx) => Promise<void>): Promise<void> =>
  store.transact(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await work(tx)
  })

async function insertOrganizations(tx: Tx, count: number, now: number): Promise<void> {
  const at = sql.lit(now)
  const ids = sql`from generate_series(0, ${sql.lit(count - 1)}) i`
  await sql`insert into users (id, email, name, password_hash, is_instance_admin, created_at, updated_at)
    values ('owner', 'owner@example.test', 'Owner', 'none', 0, ${at}, ${at})`.execute(tx)
  await sql`insert into organizations (id, name, slug, plan, created_at, updated_at)
    select 'o' || i, 'Organization ' || i, 'o' || i, 'scale', ${at}, ${at} ${ids}`.execute(tx)
  await sql`insert into projects (id, organization_id, name, slug, is_default, created_at, updated_at)
    select 'p' || i, 'o' || i, 'Project', 'p' || i, 1, ${at}, ${at} ${ids}`.execute(tx)
  await sql`insert into notification_targets
      (id, organization_id, project_id, name, channel, config, is_default, is_enabled, created_at, updated_at)
    select 't' || i, 'o' || i, 'p' || i, 'Target', 'webhook', '{"url":"http://127.0.0.1/hook"}', 1, 1, ${at}, ${at}
    ${ids}`.execute(tx)
}

async function insertMonitors(tx: Tx, from: number, to: number, options: Options, now: number): Promise<void> {
  const since = sql.lit(now - DAY_MS)
  const codes = listRegionCodes(options)
  const region = sql`(array[${sql.join(codes.map((code) => sql.lit(JSON.stringify([code]))))}])[i % ${sql.lit(codes.length)} + 1]`
  const organization = sql`i / ${sql.lit(PER_ORGANIZATION)}`
  await sql`insert into monitors (id, organization_id, project_id, created_by, name, type, target, name_folded,
      target_folded, interval_seconds, timeout_ms, status, runtime_status, status_since, settings, failure_threshold,
      recovery_threshold, reminder_interval_minutes, regions, grid_since, revision, created_at, updated_at)
    select md5(i::text)::uuid::text, 'o' || ${organization}, 'p' || ${organization}, 'owner', 'Monitor ' || i, 'HTTP',
      'https://site-' || i || '.example.test/', 'monitor ' || i, 'https://site-' || i || '.example.test/',
      ${sql.lit(options.intervalSeconds)}, ${sql.lit(TIMEOUT_MS)}, 'active', 'up', ${since}, ${sql.lit(JSON.stringify(SETTINGS))}, 2, 2, 0,
      ${region}, ${since}, i + 1, ${since} + i, ${since}
    from generate_series(${sql.lit(from)}, ${sql.lit(to - 1)}) i`.execute(tx)
  const own = sql`from monitors m where m.revision > ${sql.lit(from)} and m.revision <= ${sql.lit(to)}`
  for (const [kind, status] of [
    ['config', 'active'],
    ['runtime', 'up'],
  ] as const)
    await sql`insert into status_changes (id, monitor_key, kind, from_status, to_status, reason, started_at)
      select md5(m.key || ${sql.lit(kind)})::uuid::text, m.key, ${sql.lit(kind)}, null, ${sql.lit(status)}, 'simulated',
        ${since} ${own}`.execute(tx)
  // Recent enough until the first result arrives
  const last = now - options.intervalSeconds * 1_000
  await sql`insert into check_states (monitor_key, region, opinion, failures, passes, slow, last_scheduled_at,
      last_check_at, last_success_at, fresh_until, open_hour, version)
    select m.key, r.key, 'up', 0, 100, 0, ${sql.lit(last)}, ${sql.lit(last)}, ${sql.lit(last)},
      ${sql.lit(now + 60 * MINUTE_MS)}, ${sql.lit(startOfHour(last))}, 1
    from monitors m join regions r on m.regions = '["' || r.code || '"]'
    where m.revision > ${sql.lit(from)} and m.revision <= ${sql.lit(to)}`.execute(tx)
}

const DETAIL = packDetail({
  onGrid: true,
  latenessMs: 1,
  responseTimeMs: 97.4,
  timings: { dnsMs: 2, connectMs: 21.3, tlsMs: 44.2, firstByteMs: 28.9, downloadMs: 1 },
  statusCode: 200,
  remoteAddress: '192.0.2.7',
})

/** Inserts rows in the order in which they would have arrived, minute by minute. */
async function insertHistory(store: Store, { historyMinutes, intervalSeconds }: Options, now: number): Promise<void> {
  const rounds = Math.floor((historyMinutes * 60) / intervalSeconds)
  for (let round = rounds; round > 0; round--) {
    const at = now - round * intervalSeconds * 1_000
    await transactUnsynced(store, async (tx) => {
      await sql`insert into results (monitor_key, scheduled_at, region, kind, status, detail)
        select s.monitor_key, ${sql.lit(at)} + (s.monitor_key::bigint * 7919) % ${sql.lit(intervalSeconds * 1_000)}, s.region, 0, 1,
          ${DETAIL} from check_states s`.execute(tx)
    })
  }
}
