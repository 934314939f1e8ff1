/**
 * A project of maximum size. The database generates it with one statement per table, so that it takes seconds. IDs are
 * numbers formatted as UUIDs.
 */
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { createRollup, encodeRollup } from '../../src/core/results/rollup.ts'
import type { Store, Tx } from '../../src/store/platform/store.ts'
import { packDetail } from '../../src/store/results/result-detail.ts'

export interface Owner {
  organizationId: string
  projectId: string
  userId: string
}

export interface Volume {
  monitors: number
  /** Monitors of another project, so that the project is only a part of its tables. */
  neighbours: number
  incidents: number
  /** Hours of rollups per monitor. */
  hours: number
  /** Number of audit entries, deliveries, status changes and raw results of one monitor, each. */
  rows: number
}

/** Returns the `n`th ID of a kind, which is four hex digits. */
export const idOf = (kind: string, n: number): string => `00000000-0000-7000-${kind}-${String(n).padStart(12, '0')}`

export const MONITOR_KIND = '8001'
export const GROUP_KIND = '8008'
const NEIGHBOUR_KIND = '8011'
export const INCIDENT_KIND = '8002'

const numbered = (kind: string, number: string) =>
  sql.raw(`'00000000-0000-7000-${kind}-' || substr('000000000000' || ${number}, length(${number} || '') + 1)`)

/** A table `n` with the column `i` from 1 to `count`. */
const numbers = (count: number) =>
  sql`(with recursive counted (i) as (select cast(1 as bigint) union all select i + 1 from counted where i < ${sql.lit(count)})
    select i from counted) as n`

/** @param until Unix ms; all rows are earlier */
export async function insertVolume(
  store: Store,
  owner: Owner,
  neighbour: Owner,
  volume: Volume,
  until: number,
): Promise<void> {
  await store.transact(async (tx) => {
    await insertMonitors(tx, owner, MONITOR_KIND, volume.monitors, until)
    await insertMonitors(tx, neighbour, NEIGHBOUR_KIND, volume.neighbours, until)
    await insertGroups(tx, owner, until)
    await insertRollups(tx, volume, until)
    await insertHistory(tx, volume, until)
    await insertIncidents(tx, owner, volume, until)
    await insertAudit(tx, owner, volume, until)
  })
  if (store.dialect === 'postgres') await sql`analyze`.execute(store.db)
}

async function insertMonitors(
  tx: Tx,
  { organizationId, projectId, userId }: Owner,
  kind: string,
  count: number,
  until: number,
) {
  const at = until - 90 * DAY_MS
  await sql`insert into monitors (id, organization_id, project_id, created_by, name, type, target, name_folded,
      target_folded, interval_seconds, timeout_ms, status, runtime_status, status_since, settings, failure_threshold,
      recovery_threshold, reminder_interval_minutes, regions, grid_since, revision, created_at, updated_at)
    select ${numbered(kind, 'i')}, ${organizationId}, ${projectId}, ${userId}, 'Monitor ' || i,
      case i % 3 when 0 then 'KEYWORD' else 'HTTP' end, 'http://127.0.0.1/' || i, 'monitor ' || i,
      'http://127.0.0.1/' || i, 60, 10000, case i % 10 when 0 then 'paused' else 'active' end,
      case i % 10 when 0 then 'paused' when 1 then 'down' else 'up' end, ${sql.lit(at)}, '{}', 2, 2, 0, '[]',
      ${sql.lit(at)}, i, ${sql.lit(at)} + i, ${sql.lit(at)} + i
    from ${numbers(count)}`.execute(tx)
  await sql`insert into monitor_tags (monitor_key, tag) select key, 'tag-' || (key % 20) from monitors
    where project_id = ${projectId}`.execute(tx)
  await sql`update counters set value = value + ${count}`.execute(tx)
  await sql`insert into regions (code, name, is_default, created_at) values ('local', 'Local', 1, 0)
    on conflict (code) do nothing`.execute(tx)
}

/** Each group has about a tenth of a percent of the monitors, and each is inside the first group. */
async function insertGroups(tx: Tx, { organizationId, projectId, userId }: Owner, until: number) {
  await sql`insert into groups (id, organization_id, project_id, created_by, parent_group_id, name, description,
      created_at, updated_at)
    select ${numbered(GROUP_KIND, 'i')}, ${organizationId}, ${projectId}, ${userId},
      case when i > 1 then ${idOf(GROUP_KIND, 1)} end, 'Group ' || i, '', ${sql.lit(until)} + i, ${sql.lit(until)} + i
    from ${numbers(500)}`.execute(tx)
  await sql`update monitors set group_id = ${numbered(GROUP_KIND, '(1 + key % 500)')}
    where project_id = ${projectId}`.execute(tx)
}

async function insertRollups(tx: Tx, { monitors, hours }: Volume, until: number) {
  const { latencySketch, latenessSketch } = encodeRollup(createRollup())
  const first = Math.floor(until / HOUR_MS) * HOUR_MS - hours * HOUR_MS
  for (const [table, count, width] of [
    ['result_hours', hours, HOUR_MS],
    ['result_days', Math.ceil(hours / 24), DAY_MS],
  ] as const)
    await sql`insert into ${sql.table(table)} (monitor_key, region, starts_at, up, down, degraded, inconclusive, on_grid,
        latency_count, latency_sum_us, latency_min_us, latency_max_us, latency_sketch, lateness_sketch)
      select monitors.key, 1, ${sql.lit(Math.floor(first / width) * width)} + i * ${sql.lit(width)},
        ${sql.lit(width / MINUTE_MS)}, 0, 0, 0, ${sql.lit(width / MINUTE_MS)}, 0, 0, 0, 0, ${latencySketch}, ${latenessSketch}
      from monitors cross join ${numbers(count)} where monitors.key <= ${sql.lit(monitors)}`.execute(tx)
}

async function insertHistory(tx: Tx, { rows }: Volume, until: number) {
  const detail = packDetail({
    onGrid: true,
    latenessMs: 1,
    responseTimeMs: 5,
    timings: { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: 3, downloadMs: 1 },
    statusCode: 200,
    remoteAddress: '127.0.0.1',
  })
  await sql`insert into results (monitor_key, scheduled_at, region, kind, status, detail, error)
    select 1, ${sql.lit(until - rows * MINUTE_MS)} + i * ${sql.lit(MINUTE_MS)}, 1, 0, 1, ${detail}, null
    from ${numbers(rows)}`.execute(tx)
  await sql`insert into status_changes (id, monitor_key, kind, from_status, to_status, reason, actor_id, started_at,
      ended_at)
    select ${numbered('8003', 'i')}, 1 + i % 100, 'runtime', 'up', 'down', 'because', null,
      ${sql.lit(until - DAY_MS)} + i, ${sql.lit(until - DAY_MS)} + i + 1
    from ${numbers(rows)}`.execute(tx)
  await sql`insert into check_states (monitor_key, region, opinion, failures, passes, slow, last_scheduled_at,
      last_check_at, fresh_until, open_hour, version)
    select key, 1, 'up', 0, 5, 0, ${sql.lit(until)}, ${sql.lit(until)}, ${sql.lit(until + HOUR_MS)},
      ${sql.lit(Math.floor(until / HOUR_MS) * HOUR_MS)}, 1
    from monitors`.execute(tx)
}

async function insertIncidents(tx: Tx, { organizationId, projectId, userId }: Owner, volume: Volume, until: number) {
  const first = until - 60 * DAY_MS
  await sql`insert into incidents (id, organization_id, project_id, monitor_key, family, status, severity, type, source,
      title, error_message, started_at, resolved_at, affected_regions, affected_monitor_ids, failure_count, created_at,
      updated_at)
    select ${numbered(INCIDENT_KIND, 'i')}, ${organizationId}, ${projectId}, 1 + i % ${sql.lit(volume.monitors)},
      'family ' || i, case when i % 1000 = 0 then 'acknowledged' else 'resolved' end, 'critical', 'timeout', 'system',
      'It is down', 'no answer', ${sql.lit(first)} + i, ${sql.lit(first)} + i + 1, '[]', '[]', 1, ${sql.lit(first)} + i,
      ${sql.lit(first)} + i
    from ${numbers(volume.incidents)}`.execute(tx)
  await sql`insert into incident_updates (id, incident_id, kind, message, is_public, created_at)
    select ${numbered('8004', 'i')}, ${numbered(INCIDENT_KIND, 'i')}, 'created', 'It is down', 0, ${sql.lit(first)}
    from ${numbers(volume.incidents)}`.execute(tx)
  await sql`insert into incident_comments (id, incident_id, user_id, comment_text, is_internal, created_at, updated_at)
    select ${numbered('8007', 'i')}, ${numbered(INCIDENT_KIND, '(1 + i % 1000)')}, ${userId}, 'Looking into it', 0,
      ${sql.lit(first)} + i, ${sql.lit(first)} + i
    from ${numbers(volume.rows)}`.execute(tx)
  await sql`insert into deliveries (id, organization_id, project_id, incident_id, event_id, target_id, channel,
      recipient, event_type, payload, status, delivered_at, retry_count, max_retries, next_attempt_at, created_at,
      updated_at)
    select ${numbered('8005', 'i')}, ${organizationId}, ${projectId}, ${numbered(INCIDENT_KIND, '(1 + i % 1000)')},
      ${numbered('8004', 'i')}, 'target', 'webhook', 'https://example.com', 'incident.opened', '{"type":"incident.opened","data":{}}',
      'delivered',
      ${sql.lit(first)}, 0, 5, 0, ${sql.lit(first)} + i, ${sql.lit(first)} + i
    from ${numbers(volume.rows)}`.execute(tx)
}

async function insertAudit(tx: Tx, { organizationId, userId }: Owner, { rows }: Volume, until: number) {
  await sql`insert into audit_log (id, organization_id, actor_id, actor_name, credential, action, resource_type,
      resource_id, changes, ip, created_at)
    select ${numbered('8006', 'i')}, ${organizationId}, ${userId}, 'Alice', 'session', 'monitor.updated', 'monitor',
      ${numbered(MONITOR_KIND, '(1 + i % 100)')}, '{}', '127.0.0.1', ${sql.lit(until - DAY_MS)} + i
    from ${numbers(rows)}`.execute(tx)
}
