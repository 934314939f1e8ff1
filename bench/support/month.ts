/** A month of a project, written by the database itself: rollups, status changes, the open hour, incidents and tags. */
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay, startOfHour } from '../../src/core/platform/time/time.ts'
import { addResult, createRollup, encodeRollup, type Rollup } from '../../src/core/results/rollup.ts'
import type { Store, Tx } from '../../src/store/platform/store.ts'
import { packDetail } from '../../src/store/results/result-detail.ts'

const DAYS = 35

/** A table `n` with the column `i`, 0 to `count - 1`. */
export const selectNumbers = (count: number) =>
  sql`(with recursive counted (i) as (select cast(0 as bigint) union all select i + 1 from counted where i + 1 < ${sql.lit(count)})
    select i from counted) as n`

/**
 * Behind every monitor in the store: an outage of ten minutes a week, maintenance a week of every tenth, and every hundredth
 * in trouble now.
 *
 * @param now Unix ms, some way into an hour
 */
export async function insertMonth(store: Store, projectId: string, now: number): Promise<void> {
  await store.transact(async (tx) => {
    const region = { code: 'local', name: 'Local', is_default: 1 as const, created_at: 0 }
    await tx
      .insertInto('regions')
      .values(region)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute()
    // A day at a time: one statement for all of them would be cut off by its timeout
    for (let day = DAYS; day > 0; day--)
      await insertRollups(tx, 'result_hours', startOfHour(now) - day * DAY_MS, 24, HOUR_MS)
    await insertRollups(tx, 'result_days', startOfDay(now) - DAYS * DAY_MS, DAYS, DAY_MS)
    await insertStatusChanges(tx, now)
    await insertOpenHour(tx, now)
    await insertIncidents(tx, projectId, now)
  })
  if (store.dialect === 'postgres') await sql`analyze`.execute(store.db)
}

function createHealthyRollup(checks: number): Rollup {
  const rollup = createRollup()
  for (let check = 0; check < checks; check++)
    addResult(rollup, { status: 'up', onGrid: true, responseTimeMs: 40 + (check % 60), latenessMs: 1 })
  return rollup
}

async function insertRollups(
  tx: Tx,
  table: 'result_hours' | 'result_days',
  first: number,
  count: number,
  width: number,
): Promise<void> {
  const { latencySketch, latenessSketch } = encodeRollup(createHealthyRollup(width / MINUTE_MS))
  await sql`insert into ${sql.table(table)} (monitor_key, region, starts_at, up, down, degraded, inconclusive, on_grid,
      latency_count, latency_sum_us, latency_min_us, latency_max_us, latency_sketch, lateness_sketch)
    select m.key, 1, ${sql.lit(first)} + i * ${sql.lit(width)}, ${sql.lit(width / MINUTE_MS)}, 0, 0, 0,
      ${sql.lit(width / MINUTE_MS)}, ${sql.lit(width / MINUTE_MS)}, ${sql.lit((width / MINUTE_MS) * 70_000)}, 40000, 99000,
      ${latencySketch}, ${latenessSketch}
    from monitors m cross join ${selectNumbers(count)} where true order by m.key, i`.execute(tx)
}

/** Down for ten minutes a week, each monitor at a time of its own. */
async function insertStatusChanges(tx: Tx, now: number): Promise<void> {
  const first = now - DAYS * DAY_MS
  const weeks = DAYS / 7
  const at = sql`${sql.lit(first)} + i * ${sql.lit(7 * DAY_MS)} + (m.key * 7919 % 600000) * 1000`
  await sql`delete from status_changes where kind = 'runtime'`.execute(tx)
  for (const [from, to, begins, ends] of [
    ['up', 'down', 0, 10 * MINUTE_MS],
    ['down', 'up', 10 * MINUTE_MS, 7 * DAY_MS],
  ] as const)
    await sql`insert into status_changes (id, monitor_key, kind, from_status, to_status, reason, started_at, ended_at)
      select ${to} || '-' || m.key || '-' || i, m.key, 'runtime', ${from}, ${to}, 'bench', ${at} + ${sql.lit(begins)},
        case when i = ${sql.lit(weeks - 1)} and ${to} = 'up' then null else ${at} + ${sql.lit(ends)} end
      from monitors m cross join ${selectNumbers(weeks)} where true`.execute(tx)
}

/** Results of the hour that is open, one a minute. */
async function insertOpenHour(tx: Tx, now: number): Promise<void> {
  const detail = packDetail({
    onGrid: true,
    latenessMs: 1,
    responseTimeMs: 50,
    timings: { dnsMs: 0, connectMs: 10, tlsMs: 20, firstByteMs: 19, downloadMs: 1 },
    statusCode: 200,
    remoteAddress: '192.0.2.7',
  })
  const hour = startOfHour(now)
  const minutes = Math.floor((now - hour) / MINUTE_MS)
  const last = hour + (minutes - 1) * MINUTE_MS
  await sql`insert into results (monitor_key, scheduled_at, region, kind, status, detail, error)
    select m.key, ${sql.lit(hour)} + i * ${sql.lit(MINUTE_MS)}, 1, 0, 1, ${detail}, null
    from monitors m cross join ${selectNumbers(minutes)} where true order by m.key, i`.execute(tx)
  await sql`insert into check_states (monitor_key, region, opinion, failures, passes, slow, last_scheduled_at,
      last_check_at, fresh_until, open_hour, version)
    select key, 1, 'up', 0, 5, 0, ${sql.lit(last)}, ${sql.lit(last + 50)}, ${sql.lit(now + HOUR_MS)}, ${sql.lit(hour)}, 1
    from monitors`.execute(tx)
}

async function insertIncidents(tx: Tx, projectId: string, now: number): Promise<void> {
  await sql`insert into monitor_tags (monitor_key, tag) select key, 'tag-' || (key % 20) from monitors`.execute(tx)
  await sql`insert into monitor_tags (monitor_key, tag) select key, 'team-' || (key % 7) from monitors`.execute(tx)
  await sql`insert into maintenance_spans (monitor_key, window_id, starts_at, ends_at)
    select m.key, 'w', ${sql.lit(now - HOUR_MS)} - i * ${sql.lit(7 * DAY_MS)},
      ${sql.lit(now + HOUR_MS)} - i * ${sql.lit(7 * DAY_MS)}
    from monitors m cross join ${selectNumbers(4)} where m.key % 10 = 0`.execute(tx)
  await sql`insert into flaps (monitor_key, since, steady_at, interval_ms)
    select key, ${sql.lit(now)}, ${sql.lit(now + HOUR_MS)}, 60000 from monitors where key % 500 = 0`.execute(tx)
  await sql`insert into incidents (id, organization_id, project_id, monitor_key, family, status, severity, type, source,
      title, error_message, started_at, resolved_at, affected_regions, affected_monitor_ids, failure_count, created_at,
      updated_at)
    select 'incident-' || m.key || '-' || i, m.organization_id, ${projectId}, m.key, 'availability',
      case when i = 0 and m.key % 100 = 0 then 'open' else 'resolved' end, 'critical', 'timeout', 'system',
      m.name || ' is down', 'no answer', ${sql.lit(now)} - i * ${sql.lit(DAY_MS)}, ${sql.lit(now)}, '[]', '[]', 1,
      ${sql.lit(now)} - i * ${sql.lit(DAY_MS)}, ${sql.lit(now)}
    from monitors m cross join ${selectNumbers(10)} where true`.execute(tx)
}
