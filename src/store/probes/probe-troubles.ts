/** Trouble of the probes of regions by project, and monitors that may not be checked. */
import { type Selectable, sql } from 'kysely'
import type { ProbeTroubleFacts } from '../../core/incidents/event-facts.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { ProbeTrouble } from '../../core/probes/probe-trouble.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ProbeTroublesTable } from '../tables/probes.ts'

/** Contents of the message that reported the trouble. */
export interface TroubleReport {
  organizationId: string
  /** Id of the event. */
  eventId: string
  /** Notification targets of the message. */
  targetIds: string[]
  /** Affected monitors; at most the first 100. */
  monitors: ProbeTroubleFacts['monitors']
  monitorCount: number
}

interface TroubleKey {
  projectId: string
  /** Key of the region. */
  region: number
}

export interface StoredProbeTrouble extends ProbeTrouble, TroubleKey {
  /** Null before the report. */
  report: TroubleReport | null
}

const toTrouble = (row: Selectable<ProbeTroublesTable>): StoredProbeTrouble => ({
  projectId: row.project_id,
  region: row.region,
  reason: row.reason,
  since: row.since,
  dueAt: row.due_at,
  observedAt: row.observed_at,
  clearedAt: row.cleared_at,
  reportedAt: row.reported_at,
  report: row.report === null ? null : JSON.parse(row.report),
})

/** Lists the trouble of all projects. */
export const listProbeTroubles = async (db: Reader): Promise<StoredProbeTrouble[]> =>
  (await db.selectFrom('probe_troubles').selectAll().orderBy('project_id').orderBy('region').execute()).map(toTrouble)

/** Returns the trouble of a region in a project, locked until the end of the transaction; null when there is none. */
export async function lockProbeTrouble(tx: Tx, { projectId, region }: TroubleKey): Promise<StoredProbeTrouble | null> {
  const query = tx
    .selectFrom('probe_troubles')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('region', '=', region)
  const row = await lockRows(tx, query).executeTakeFirst()
  return row ? toTrouble(row) : null
}

const toColumns = ({ reason, since, dueAt, observedAt, clearedAt, reportedAt, report }: StoredProbeTrouble) => ({
  reason,
  since,
  due_at: dueAt,
  observed_at: observedAt,
  cleared_at: clearedAt,
  reported_at: reportedAt,
  report: report && JSON.stringify(report),
})

/** Inserts new trouble, unless another server has inserted it. */
export async function insertProbeTrouble(tx: Tx, trouble: StoredProbeTrouble): Promise<void> {
  await tx
    .insertInto('probe_troubles')
    .values({ project_id: trouble.projectId, region: trouble.region, ...toColumns(trouble) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @param trouble locked by this transaction */
export async function saveProbeTrouble(tx: Tx, trouble: StoredProbeTrouble): Promise<void> {
  await tx
    .updateTable('probe_troubles')
    .set(toColumns(trouble))
    .where('project_id', '=', trouble.projectId)
    .where('region', '=', trouble.region)
    .execute()
}

export async function deleteProbeTrouble(tx: Tx, { projectId, region }: TroubleKey): Promise<void> {
  await tx.deleteFrom('probe_troubles').where('project_id', '=', projectId).where('region', '=', region).execute()
}

export interface WatchedMonitor {
  key: number
  id: string
  name: string
  projectId: string
  organizationId: string
  /** Codes; empty when it pins no region. */
  regions: string[]
  isUnknown: boolean
  intervalSeconds: number
}

/** Monitors that may not be checked: without a status, or left to regions in trouble. */
interface WatchedFilter {
  /** Codes of regions in trouble. */
  pinned: readonly string[]
  /** Whether monitors without pinned regions may be left to regions in trouble. */
  includesAutomatic: boolean
}

/**
 * Returns one page of the active monitors that may not be checked. Heartbeats are left out: no probe checks them. Without
 * regions in trouble, only an index of the few monitors without a status is read.
 *
 * @param after last key of the previous page; 0 for the first page
 * @param span number of keys in a page
 * @returns the key to continue after; null after the last page
 */
export async function listWatchedMonitors(
  db: Reader,
  filter: WatchedFilter,
  after: number,
  span: number,
): Promise<{ monitors: WatchedMonitor[]; next: number | null }> {
  if (filter.pinned.length === 0 && !filter.includesAutomatic) {
    const unknown = await selectActive(db, after)
      .where('runtime_status', '=', sql.lit('unknown' as const))
      .limit(span)
      .execute()
    return { monitors: unknown.map(toWatched), next: unknown.length === span ? unknown.at(-1)!.key : null }
  }
  const until = after + span
  const rows = await selectActive(db, after)
    .where('key', '<=', until)
    .where((eb) =>
      eb.or([
        eb('runtime_status', '=', 'unknown'),
        ...(filter.includesAutomatic ? [eb('regions', '=', '[]')] : []),
        // Region codes contain no wildcards and no quotes
        ...filter.pinned.map((code) => eb('regions', 'like', `%"${code}"%`)),
      ]),
    )
    .execute()
  const last = await db
    .selectFrom('monitors')
    .select((eb) => eb.fn.max<number | null>('key').as('key'))
    .executeTakeFirst()
  return { monitors: rows.map(toWatched), next: until < (last?.key ?? 0) ? until : null }
}

const selectActive = (db: Reader, after: number) =>
  db
    .selectFrom('monitors')
    .select(['key', 'id', 'name', 'project_id', 'organization_id', 'regions', 'runtime_status', 'interval_seconds'])
    .where('key', '>', after)
    .where('status', '=', sql.lit('active' as const))
    .where('deleted_at', 'is', null)
    .where('type', '<>', 'HEARTBEAT')
    .orderBy('key')

type ActiveRow = Awaited<ReturnType<ReturnType<typeof selectActive>['execute']>>[number]

const toWatched = (row: ActiveRow): WatchedMonitor => ({
  key: row.key,
  id: row.id,
  name: row.name,
  projectId: row.project_id,
  organizationId: row.organization_id,
  regions: JSON.parse(row.regions) as string[],
  isUnknown: row.runtime_status === 'unknown',
  intervalSeconds: row.interval_seconds,
})

/** Last check of a monitor in a region whose checks prove nothing. */
interface InconclusiveCheck {
  monitorKey: number
  /** Key of the region. */
  region: number
  /** End of the last check. */
  lastCheckAt: UnixMs
  /** End of the last check that proved something; null when there was none. */
  conclusiveAt: number | null
}

const selectInconclusive = bulk<{
  monitor_key: number
  region: number
  last_check_at: number
  success_at: number | null
  failure_at: number | null
}>(
  { monitor_key: 'int4' },
  `select s.monitor_key, s.region, s.last_check_at, s.last_success_at as success_at, s.last_failure_at as failure_at
   from k join check_states s on s.monitor_key = k.monitor_key
   where s.last_check_at > coalesce(s.last_success_at, 0) and s.last_check_at > coalesce(s.last_failure_at, 0)`,
)

/** Lists the regions of monitors whose last check was inconclusive. */
export async function listInconclusiveChecks(db: Reader, monitorKeys: readonly number[]): Promise<InconclusiveCheck[]> {
  const { rows } = await selectInconclusive(
    db,
    monitorKeys.map((key) => [key]),
  )
  return rows.map((row) => ({
    monitorKey: row.monitor_key,
    region: row.region,
    lastCheckAt: row.last_check_at,
    conclusiveAt: Math.max(row.success_at ?? 0, row.failure_at ?? 0) || null,
  }))
}

/**
 * Deletes deliveries of a message that no receiver has received yet, because a later message replaces it. Safe while a
 * courier claims them: a claimed delivery stays.
 */
export async function deletePendingDeliveries(tx: Tx, eventId: string, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length === 0) return
  await tx
    .deleteFrom('deliveries')
    .where('event_id', '=', eventId)
    .where('target_id', 'in', targetIds)
    .where('status', '=', sql.lit('pending' as const))
    .where('claimed_by', 'is', null)
    .where((eb) => eb.or([eb('leader_id', 'is', null), eb('leader_id', '=', eb.ref('deliveries.id'))]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries as m')
            .select('m.id')
            .whereRef('m.leader_id', '=', 'deliveries.id')
            .whereRef('m.leader_id', '<>', 'm.id'),
        ),
      ),
    )
    .execute()
}
