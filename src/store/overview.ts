/** Project overview. Sums over its monitors are computed in batches of monitors. */

import type { Selectable } from 'kysely'
import type { Incident } from '../core/incidents/incident.ts'
import { selectIncidents, toIncident } from './incidents/incidents.ts'
import { bulkOverMonitors, selectOfEach } from './platform/queries/bulk.ts'
import { prepareQuery } from './platform/queries/prepared.ts'
import type { Reader } from './platform/store.ts'
import type { CheckStatesTable } from './tables/results.ts'

const countStatuses = prepareQuery((db: Reader, projectId: string) =>
  db
    .selectFrom('monitors')
    .select(['runtime_status as status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .groupBy('runtime_status'),
)

/** Number of monitors per runtime status. */
export async function countRuntimeStatuses(db: Reader, projectId: string): Promise<Map<string, number>> {
  return new Map((await countStatuses(db, projectId)).map(({ status, count }) => [status, Number(count)]))
}

const countUnresolved = prepareQuery((db: Reader, projectId: string) =>
  db
    .selectFrom('incidents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('status', 'in', ['open', 'acknowledged'])
    .where('deleted_at', 'is', null),
)

/** Number of unresolved incidents. */
export const countOpenIncidents = async (db: Reader, projectId: string): Promise<number> =>
  Number((await countUnresolved(db, projectId))[0]?.count ?? 0)

/** Incidents, newest first. */
export async function listLatestIncidents(db: Reader, projectId: string, limit: number): Promise<Incident[]> {
  const newest = db
    .selectFrom('incidents')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const ids = (await newest.execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await selectIncidents(db).where('i.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, toIncident(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Milliseconds in a runtime status, of the monitors that were queried. */
export interface MeasuredTime {
  up: number
  degraded: number
  down: number
}

/**
 * Overlap of a span with the period, written with each database's function for the smaller and the larger of two
 * values.
 */
const formatOverlap = (smaller: string, larger: string): string =>
  `${smaller}(coalesce(s.ended_at, cast($3 as bigint)), cast($3 as bigint)) - ${larger}(s.started_at, cast($2 as bigint))`

const MEASURED = ['up', 'degraded', 'down'] as const

// Starts at the span that contains the start of the period, however old the monitor is. An index contains all columns
const formatTimesSql = (smaller: string, larger: string) =>
  selectOfEach(
    MEASURED.map(
      (status) => `sum(${formatOverlap(smaller, larger)}) filter (where s.to_status = '${status}') as ${status}`,
    ).join(),
    'status_changes',
    `s.kind = 'runtime' and s.started_at < cast($3 as bigint)
     and coalesce(s.ended_at, cast($3 as bigint)) > cast($2 as bigint)
     and s.started_at >= coalesce((select max(b.started_at) from status_changes b
       where b.monitor_key = k.monitor_key and b.kind = 'runtime' and b.started_at <= cast($2 as bigint)),
       cast($2 as bigint))`,
  )

const selectTimes = bulkOverMonitors<Record<(typeof MEASURED)[number], number | null>>({
  sqlite: formatTimesSql('min', 'max').sqlite,
  postgres: formatTimesSql('least', 'greatest').postgres,
})

/** Total time of these monitors within [from, to), Unix ms. */
export async function sumMeasuredTimes(
  db: Reader,
  monitorKeys: readonly number[],
  from: number,
  to: number,
): Promise<MeasuredTime> {
  const [row] = await selectTimes(db, monitorKeys, from, to)
  return { up: Number(row?.up ?? 0), degraded: Number(row?.degraded ?? 0), down: Number(row?.down ?? 0) }
}

export interface Latencies {
  count: number
  sumUs: number
}

const selectLatencies = bulkOverMonitors<{ count: number | null; sum_us: number | null }>(
  selectOfEach(
    'sum(s.latency_count) as count, sum(s.latency_sum_us) as sum_us',
    'result_hours',
    's.starts_at >= cast($2 as bigint)',
  ),
)

/** Latencies of finished hours that started at `from` or later. */
export async function sumLatencies(db: Reader, monitorKeys: readonly number[], from: number): Promise<Latencies> {
  const [row] = await selectLatencies(db, monitorKeys, from)
  return { count: Number(row?.count ?? 0), sumUs: Number(row?.sum_us ?? 0) }
}

const selectOpenHours = bulkOverMonitors<Pick<Selectable<CheckStatesTable>, 'monitor_key' | 'region' | 'open_hour'>>(
  selectOfEach('s.monitor_key, s.region, s.open_hour', 'check_states', 'true'),
)

/** First hour that is not rolled up, by monitor and region, Unix ms. */
export async function listOpenHours(
  db: Reader,
  monitorKeys: readonly number[],
): Promise<{ monitorKey: number; regionKey: number; openHour: number }[]> {
  const rows = await selectOpenHours(db, monitorKeys)
  return rows.map((row) => ({ monitorKey: row.monitor_key, regionKey: row.region, openHour: row.open_hour }))
}
