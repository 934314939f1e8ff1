/** What the probes of a region check, in the order in which it changed. */
import { sql } from 'kysely'
import type { SslMonitoring } from '../core/monitor.ts'
import type { RegionCounters } from '../core/state.ts'
import { prepared } from './prepared.ts'
import type { Region } from './regions.ts'
import type { Reader } from './store.ts'

/** One monitor as a region's probes would check it. */
export interface AssignedMonitor {
  key: number
  id: string
  type: string
  target: string
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
  settings: unknown
  sslMonitoring: SslMonitoring | null
  /** Null when the region has not reported yet. */
  counters: RegionCounters | null
}

export interface AssignmentChange {
  revision: number
  key: number
  /** Null when the region is not, or no longer, to check it. */
  monitor: AssignedMonitor | null
}

interface ChangeRow {
  revision: number
  key: number
  id: string
  type: string
  target: string
  interval_seconds: number
  timeout_ms: number
  failure_threshold: number
  recovery_threshold: number
  settings: string
  ssl_monitoring: string | null
  is_assigned: number
  opinion: RegionCounters['opinion'] | null
  failures: number | null
  passes: number | null
  slow: number | null
}

/**
 * Active, and either pinned to the region or left to the default one. Region codes hold no wildcards and no quotes, and
 * the list of pinned ones is JSON without spaces.
 */
const isAssigned = (quotedCode: string, isDefault: number) =>
  sql<boolean>`(monitors.status = 'active' and monitors.deleted_at is null and monitors.type <> 'HEARTBEAT'
    and (monitors.regions like ${quotedCode} or (monitors.regions = '[]' and ${isDefault} = 1)))`

const selectChanges = (db: Reader, regionKey: number, quotedCode: string, isDefault: number) =>
  db
    .selectFrom('monitors')
    .leftJoin('check_states', (join) =>
      join.onRef('check_states.monitor_key', '=', 'monitors.key').on('check_states.region', '=', regionKey),
    )
    .select([
      'monitors.revision',
      'monitors.key',
      'monitors.id',
      'monitors.type',
      'monitors.target',
      'monitors.interval_seconds',
      'monitors.timeout_ms',
      'monitors.failure_threshold',
      'monitors.recovery_threshold',
      'monitors.settings',
      'monitors.ssl_monitoring',
      'check_states.opinion',
      'check_states.failures',
      'check_states.passes',
      'check_states.slow',
      sql<number>`case when ${isAssigned(quotedCode, isDefault)} then 1 else 0 end`.as('is_assigned'),
    ])
    .orderBy('monitors.revision')
    .orderBy('monitors.key')

const selectAll = prepared(
  (db: Reader, regionKey: number, quotedCode: string, isDefault: number, after: number, limit: number) =>
    selectChanges(db, regionKey, quotedCode, isDefault)
      .where(isAssigned(quotedCode, isDefault))
      .where('monitors.revision', '>', after)
      .limit(limit),
)

const selectSince = prepared(
  (db: Reader, regionKey: number, quotedCode: string, isDefault: number, since: number, limit: number) =>
    selectChanges(db, regionKey, quotedCode, isDefault).where('monitors.revision', '>', since).limit(limit),
)

const selectRestOf = prepared(
  (db: Reader, regionKey: number, quotedCode: string, isDefault: number, revision: number, afterKey: number) =>
    selectChanges(db, regionKey, quotedCode, isDefault)
      .where('monitors.revision', '=', revision)
      .where('monitors.key', '>', afterKey),
)

/**
 * Changes after a revision, oldest first. What shares a revision comes together, whatever the limit.
 *
 * @param since 0 leaves out what the region is not to check
 */
export async function listAssignmentChanges(
  db: Reader,
  region: Region,
  since: number,
  limit: number,
): Promise<{ changes: AssignmentChange[]; more: boolean }> {
  const place = [region.key, `%"${region.code}"%`, region.isDefault ? 1 : 0] as const
  const rows: ChangeRow[] = await (since === 0 ? selectAll : selectSince)(db, ...place, since, limit)
  const last = rows.at(-1)
  const isFull = last !== undefined && rows.length === limit
  if (isFull) rows.push(...(await selectRestOf(db, ...place, last.revision, last.key)))
  return { changes: rows.map(changeOf), more: isFull }
}

const changeOf = (row: ChangeRow): AssignmentChange => ({
  revision: row.revision,
  key: row.key,
  monitor: row.is_assigned === 1 ? monitorOf(row) : null,
})

const monitorOf = (row: ChangeRow): AssignedMonitor => ({
  key: row.key,
  id: row.id,
  type: row.type,
  target: row.target,
  intervalSeconds: row.interval_seconds,
  timeoutMs: row.timeout_ms,
  failureThreshold: row.failure_threshold,
  recoveryThreshold: row.recovery_threshold,
  settings: JSON.parse(row.settings),
  sslMonitoring: row.ssl_monitoring === null ? null : (JSON.parse(row.ssl_monitoring) as SslMonitoring),
  counters:
    row.opinion === null
      ? null
      : { opinion: row.opinion, failures: row.failures ?? 0, passes: row.passes ?? 0, slow: row.slow ?? 0 },
})

/** The revision of the last change that is committed. */
const selectRevision = prepared((db: Reader) =>
  db.selectFrom('counters').select('value').where('name', '=', 'monitor_revision'),
)

export const readRevision = async (db: Reader): Promise<number> => (await selectRevision(db))[0]?.value ?? 0
