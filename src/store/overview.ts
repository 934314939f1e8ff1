/** A project at a glance. What is added up over its monitors is asked for some monitors at a time. */
import type { Incident } from '../core/incident.ts'
import { bulk } from './bulk.ts'
import { incidentOf, selectIncidents } from './incidents.ts'
import { prepared } from './prepared.ts'
import type { Reader } from './store.ts'

const countStatuses = prepared((db: Reader, projectId: string) =>
  db
    .selectFrom('monitors')
    .select(['runtime_status as status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .groupBy('runtime_status'),
)

/** How many monitors there are in each runtime status. */
export async function countRuntimeStatuses(db: Reader, projectId: string): Promise<Map<string, number>> {
  return new Map((await countStatuses(db, projectId)).map(({ status, count }) => [status, Number(count)]))
}

const countUnresolved = prepared((db: Reader, projectId: string) =>
  db
    .selectFrom('incidents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('status', 'in', ['open', 'acknowledged'])
    .where('deleted_at', 'is', null),
)

/** Incidents that are not resolved. */
export const countOpenIncidents = async (db: Reader, projectId: string): Promise<number> =>
  Number((await countUnresolved(db, projectId))[0]?.count ?? 0)

/** Newest first. */
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
  const byId = new Map(rows.map((row) => [row.id, incidentOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const selectKeys = prepared((db: Reader, projectId: string) =>
  db.selectFrom('monitors').select('key').where('project_id', '=', projectId).where('deleted_at', 'is', null),
)

export const listMonitorKeys = async (db: Reader, projectId: string): Promise<number[]> =>
  (await selectKeys(db, projectId)).map(({ key }) => key)

/** Milliseconds spent in a runtime status. */
export interface StatusTime {
  status: string
  /** Since the first moment, since the second. */
  long: number
  short: number
}

/** The part of a span that lies after `from`, and before `to_at`. */
const within = (from: string): string =>
  `sum(case when s.ended_at <= k.${from} then 0
     else case when s.ended_at < k.to_at then s.ended_at else k.to_at end
       - case when s.started_at > k.${from} then s.started_at else k.${from} end end)`

// From the span in which the period begins on, however old the monitor is
const selectTimes = bulk<StatusTime>(
  { monitor_key: 'int4', long_at: 'int8', short_at: 'int8', to_at: 'int8' },
  `select s.to_status as status, ${within('long_at')} as long, ${within('short_at')} as short
   from k join status_changes s on s.monitor_key = k.monitor_key and s.kind = 'runtime' and s.started_at < k.to_at
     and s.started_at >= coalesce((select max(b.started_at) from status_changes b
       where b.monitor_key = k.monitor_key and b.kind = 'runtime' and b.started_at <= k.long_at), k.long_at)
   group by s.to_status`,
)

/**
 * Time in each status, in parts that are to be added up: one per status or more.
 *
 * @param since two moments, the earlier one first, Unix ms
 */
export async function sumStatusTimes(
  db: Reader,
  monitorKeys: readonly number[],
  [long, short]: readonly [number, number],
  now: number,
): Promise<StatusTime[]> {
  const { rows } = await selectTimes(
    db,
    monitorKeys.map((key) => [key, long, short, now]),
  )
  return rows.map((row) => ({ status: row.status, long: Number(row.long), short: Number(row.short) }))
}

export interface Latencies {
  count: number
  sumUs: number
}

const selectLatencies = bulk<{ count: number | null; sum_us: number | null }>(
  { monitor_key: 'int4', from_at: 'int8' },
  `select sum(h.latency_count) as count, sum(h.latency_sum_us) as sum_us
   from k join result_hours h on h.monitor_key = k.monitor_key and h.starts_at >= k.from_at`,
)

/** Of finished hours that began at `from` or later. */
export async function sumLatencies(db: Reader, monitorKeys: readonly number[], from: number): Promise<Latencies> {
  const { rows } = await selectLatencies(
    db,
    monitorKeys.map((key) => [key, from]),
  )
  return rows.reduce(
    (sum, { count, sum_us }) => ({ count: sum.count + Number(count ?? 0), sumUs: sum.sumUs + Number(sum_us ?? 0) }),
    { count: 0, sumUs: 0 },
  )
}

const selectOpenHours = bulk<{ monitor_key: number; region: number; open_hour: number }>(
  { monitor_key: 'int4' },
  'select c.monitor_key, c.region, c.open_hour from k join check_states c on c.monitor_key = k.monitor_key',
)

/** The hour that each monitor is in, in each region, Unix ms. */
export async function listOpenHours(
  db: Reader,
  monitorKeys: readonly number[],
): Promise<{ monitorKey: number; regionKey: number; openHour: number }[]> {
  const { rows } = await selectOpenHours(
    db,
    monitorKeys.map((key) => [key]),
  )
  return rows.map((row) => ({ monitorKey: row.monitor_key, regionKey: row.region, openHour: row.open_hour }))
}
