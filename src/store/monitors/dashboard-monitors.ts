/**
 * All monitors of a project for the dashboard list: few columns, and one query per kind of related data, regardless of
 * the number of monitors.
 */
import { type ExpressionBuilder, sql } from 'kysely'
import type { ConfiguredStatus, MonitorType, RuntimeStatus } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { isInDoubt, type RegionCounters } from '../../core/results/state.ts'
import { MAX_SPAN_MS } from '../maintenance/maintenance-spans.ts'
import { bulk, bulkOverMonitors, selectOfEach } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import { type ResultRow, STORED_STATUSES } from '../results/result-blocks.ts'
import { unpackMeasures } from '../results/result-detail.ts'
import { findStoredRows } from '../results/result-rows.ts'
import type { Database } from '../tables/index.ts'

/** Fields from the row of a monitor. */
export interface MonitorSummary {
  key: number
  id: string
  name: string
  type: MonitorType
  target: string
  status: ConfiguredStatus
  /** Null unless the pause ends by itself. */
  pausedUntil: UnixMs | null
  runtimeStatus: RuntimeStatus
  statusSince: UnixMs
  /** Source of the configuration document that describes the monitor. */
  managedBy: string | null
  groupId: string | null
  /** Null when a group or the project decides. */
  escalationPolicyId: string | null
  intervalSeconds: number
}

const selectSummaries = prepareQuery((db: Reader, projectId: string, limit: number) =>
  db
    .selectFrom('monitors')
    .select([
      'key',
      'id',
      'name',
      'type',
      'target',
      'status',
      'paused_until as pausedUntil',
      'runtime_status as runtimeStatus',
      'status_since as statusSince',
      'managed_by as managedBy',
      'group_id as groupId',
      'escalation_policy_id as escalationPolicyId',
      'interval_seconds as intervalSeconds',
    ])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('name_folded')
    .orderBy('id')
    .limit(limit),
)

/** Lists monitors by name, case-insensitively. */
export const listMonitorSummaries = (db: Reader, projectId: string, limit: number): Promise<MonitorSummary[]> =>
  selectSummaries(db, projectId, limit) as Promise<MonitorSummary[]>

const selectProjectMonitors = (db: Reader, projectId: string) =>
  db.selectFrom('monitors as m').where('m.project_id', '=', projectId).where('m.deleted_at', 'is', null)

/** The last check of a monitor. */
export interface LastCheck {
  /** End of the check. */
  at: UnixMs
  /** Null when the check failed or measured no time. */
  responseMs: number | null
  /** Whether a region is confirming a change of its opinion. */
  isInDoubt: boolean
}

interface LastCheckRow extends RegionCounters {
  monitor_key: number
  last_scheduled_at: number
  region: number
  last_check_at: number
  /** Null when the result is in a block, or no longer stored. */
  status: number | null
  detail: Uint8Array | null
}

const LAST = selectOfEach(
  's.monitor_key, s.last_scheduled_at, s.region, s.last_check_at, s.opinion, s.failures, s.passes, s.slow',
  'check_states',
  'true',
)
const COLUMNS =
  'c.monitor_key, c.last_scheduled_at, c.region, c.last_check_at, c.opinion, c.failures, c.passes, c.slow, r.status, r.detail'
const RESULT = 'r.monitor_key = c.monitor_key and r.scheduled_at = c.last_scheduled_at and r.region = c.region'

const selectLastChecks = bulkOverMonitors<LastCheckRow>({
  sqlite: `select ${COLUMNS}
    from (${LAST.sqlite}) c left join results r on ${RESULT}`,
  // The offset keeps PostgreSQL from joining all partitions at once
  postgres: `select ${COLUMNS}
    from (${LAST.postgres}) c left join lateral (select * from results r where ${RESULT} offset 0) r on true`,
})

/** Lists the newest check of each monitor, across all regions. */
export async function listLastChecks(db: Reader, monitorKeys: readonly number[]): Promise<Map<number, LastCheck>> {
  const newest = new Map<number, LastCheckRow>()
  const doubtful = new Set<number>()
  for (const row of await selectLastChecks(db, monitorKeys)) {
    if (isInDoubt(row)) doubtful.add(row.monitor_key)
    const known = newest.get(row.monitor_key)
    if (!known || row.last_check_at > known.last_check_at) newest.set(row.monitor_key, row)
  }
  const compacted = await findCompacted(db, [...newest.values()])
  return new Map(
    [...newest].map(([key, row]) => [
      key,
      {
        at: row.last_check_at,
        responseMs: toResponseMs(compacted.get(key) ?? row),
        isInDoubt: doubtful.has(key),
      },
    ]),
  )
}

/** Finds the results of monitors without recent checks, by monitor. */
async function findCompacted(db: Reader, rows: readonly LastCheckRow[]): Promise<Map<number, ResultRow>> {
  const keys = rows
    .filter(({ status }) => status === null)
    .map((row) => ({ monitorKey: row.monitor_key, scheduledAt: row.last_scheduled_at, regionKey: row.region }))
  return new Map((await findStoredRows(db, keys)).map((row) => [row.monitor_key, row]))
}

function toResponseMs({ status, detail }: Pick<LastCheckRow, 'status' | 'detail'>): number | null {
  if (status === null || detail === null) return null
  const hasPassed = STORED_STATUSES[status] === 'up' || STORED_STATUSES[status] === 'degraded'
  return hasPassed ? unpackMeasures(detail).responseTimeMs : null
}

const selectTags = prepareQuery((db: Reader, projectId: string) =>
  selectProjectMonitors(db, projectId)
    .innerJoin('monitor_tags as t', 't.monitor_key', 'm.key')
    .select(['t.monitor_key as monitorKey', 't.tag']),
)

/** Lists tags by monitor, in no order. */
export async function listTagsOfAll(db: Reader, projectId: string): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>()
  for (const { monitorKey, tag } of await selectTags(db, projectId)) {
    const known = tags.get(monitorKey)
    if (known) known.push(tag)
    else tags.set(monitorKey, [tag])
  }
  return tags
}

const selectFlapping = prepareQuery((db: Reader, projectId: string) =>
  selectProjectMonitors(db, projectId).innerJoin('flaps as f', 'f.monitor_key', 'm.key').select('f.monitor_key as key'),
)

export const listFlappingKeys = async (db: Reader, projectId: string): Promise<Set<number>> =>
  new Set((await selectFlapping(db, projectId)).map(({ key }) => key))

const selectInMaintenance = prepareQuery((db: Reader, projectId: string, earliest: number, at: number) =>
  selectProjectMonitors(db, projectId)
    .innerJoin('maintenance_spans as s', 's.monitor_key', 'm.key')
    .select(['s.monitor_key as key', 's.ends_at as endsAt'])
    .where('s.starts_at', '>', earliest)
    .where('s.starts_at', '<=', at)
    .where('s.ends_at', '>', at)
    .orderBy('s.ends_at'),
)

/**
 * Lists the monitors in maintenance with the end of the maintenance, Unix ms. Among several windows the latest end
 * counts.
 */
export const listMaintenanceEnds = async (db: Reader, projectId: string, at: UnixMs): Promise<Map<number, number>> =>
  new Map((await selectInMaintenance(db, projectId, at - MAX_SPAN_MS, at)).map(({ key, endsAt }) => [key, endsAt]))

/** Why a monitor is not up. */
export interface CurrentReason {
  /** As in the status history. */
  reason: string
  /** User who made the change; null when the service made it. */
  actorName: string | null
}

/**
 * Selects the current change of a monitor. A paused or disabled monitor shows the change of its configuration, as its
 * page does. A subquery and not a join: PostgreSQL then looks up each monitor in the index, whatever its statistics are.
 */
const selectCurrentChange = (eb: ExpressionBuilder<Database & { m: Database['monitors'] }, 'm'>) =>
  eb
    .selectFrom('status_changes as c')
    .whereRef('c.monitor_key', '=', 'm.key')
    .where('c.ended_at', 'is', null)
    .where(
      'c.kind',
      '=',
      eb
        .case()
        .when('m.status', '=', sql.lit('active'))
        .then(sql.lit('runtime' as const))
        .else(sql.lit('config' as const))
        .end(),
    )

const selectReasons = prepareQuery((db: Reader, projectId: string) =>
  selectProjectMonitors(db, projectId)
    .select((eb) => [
      'm.key',
      selectCurrentChange(eb).select('c.reason').as('reason'),
      eb
        .selectFrom('users as u')
        .where('u.id', '=', selectCurrentChange(eb).select('c.actor_id'))
        .select('u.name')
        .as('actorName'),
    ])
    .where('m.runtime_status', '<>', sql.lit('up')),
)

/** Lists the reasons of the monitors that are not up. */
export const listReasons = async (db: Reader, projectId: string): Promise<Map<number, CurrentReason>> =>
  new Map(
    (await selectReasons(db, projectId)).flatMap(({ key, reason, actorName }) =>
      reason === null ? [] : [[key, { reason, actorName }]],
    ),
  )

/** An unresolved incident, with the fields that a list shows. */
export interface OpenIncident {
  id: string
  status: string
  severity: string
  title: string
  /** Null without an acknowledgement, and for an acknowledgement by a link. */
  acknowledgedByName: string | null
  /** Name of the recipient whose link acknowledged the incident. */
  acknowledgedVia: string | null
}

// The alphabetical order of the severities equals their order of severity: critical, major, minor, warning
const selectOpenIncidents = prepareQuery((db: Reader, projectId: string) =>
  selectProjectMonitors(db, projectId)
    .innerJoin('incidents as i', 'i.monitor_key', 'm.key')
    .leftJoin('users as u', 'u.id', 'i.acknowledged_by')
    .select(['i.monitor_key as monitorKey', 'i.id', 'i.status', 'i.severity', 'i.title'])
    .select(['u.name as acknowledgedByName', 'i.acknowledged_via as acknowledgedVia'])
    .where('i.status', '<>', sql.lit('resolved' as const))
    .where('i.deleted_at', 'is', null)
    .orderBy('i.severity')
    .orderBy('i.started_at')
    .orderBy('i.id'),
)

/** Lists the most severe open incident of each monitor, and the oldest among several. */
export async function listOpenIncidents(db: Reader, projectId: string): Promise<Map<number, OpenIncident>> {
  const first = new Map<number, OpenIncident>()
  for (const { monitorKey, ...incident } of await selectOpenIncidents(db, projectId))
    if (!first.has(monitorKey!)) first.set(monitorKey!, incident)
  return first
}

/** An existing monitor and its creation time. */
interface MonitorLifespan {
  key: number
  id: string
  createdAt: UnixMs
}

const selectLifespans = bulk<MonitorLifespan>(
  { id: 'text', project_id: 'text' },
  `select m.key, m.id, m.created_at as "createdAt"
   from k join monitors m on m.id = k.id and m.project_id = k.project_id and m.deleted_at is null`,
)

/** Lists monitors in the order of the ids. Ids of other projects are left out. */
export async function listMonitorLifetimes(
  db: Reader,
  projectId: string,
  ids: readonly string[],
): Promise<MonitorLifespan[]> {
  const { rows } = await selectLifespans(
    db,
    ids.map((id) => [id, projectId]),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
