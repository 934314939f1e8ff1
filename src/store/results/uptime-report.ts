/** Data of uptime reports, for many monitors at once. */
import type { Selectable } from 'kysely'
import { FAMILIES } from '../../core/incidents/incident.ts'
import type { MonitorType } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { ExcludedPeriod, Span } from '../../core/results/uptime.ts'
import type { ReportedMonitor } from '../../core/results/uptime-report.ts'
import { MAX_SPAN_MS } from '../maintenance/maintenance-spans.ts'
import { bulk, bulkOverMonitors, selectOfEach } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import type { StatusChangesTable } from '../tables/results.ts'
import type { MonitorRange } from './result-blocks.ts'
import type { RollupTable } from './rollups.ts'
import { listStatusSpans } from './status-changes.ts'

export interface ReportScope {
  projectId: string
  /** Only monitors directly in this group. */
  groupId?: string
  tag?: string
  /** Only monitors that existed at some time in [from, to). */
  from: UnixMs
  to: number
}

/**
 * Finds when the first monitor of a project was created, even if it was deleted. Also returns how many days of history
 * the organization keeps; null for an unlimited history.
 */
export async function findFirstCreation(
  db: Reader,
  projectId: string,
): Promise<{ createdAt: number | null; rollupDays: number | null }> {
  const row = await db
    .selectFrom('projects as p')
    .leftJoin('retention_terms as t', 't.organization_id', 'p.organization_id')
    .select('t.rollup_days')
    .select((eb) =>
      eb
        .selectFrom('monitors as m')
        .select((inner) => inner.fn.min('m.created_at').as('first'))
        .whereRef('m.project_id', '=', 'p.id')
        .as('first'),
    )
    .where('p.id', '=', projectId)
    .executeTakeFirst()
  return { createdAt: row?.first ?? null, rollupDays: row?.rollup_days ?? null }
}

/** Monitors per page. */
const PAGE = 500

/**
 * Yields monitors in pages, in the order of an index: existing monitors by creation time, then deleted monitors by
 * deletion time.
 */
export async function* listReportedMonitors(db: Reader, scope: ReportScope): AsyncGenerator<ReportedMonitor[]> {
  yield* readPages((after) => {
    const query = selectReported(db, scope).where('m.deleted_at', 'is', null).orderBy('m.created_at').orderBy('m.id')
    return after
      ? query.where((eb) => eb(eb.refTuple('m.created_at', 'm.id'), '>', eb.tuple(after.created_at, after.id)))
      : query
  })
  yield* readPages((after) => {
    const query = selectReported(db, scope)
      .where('m.deleted_at', '>', scope.from)
      .whereRef('m.deleted_at', '>', 'm.created_at')
      .orderBy('m.deleted_at')
      .orderBy('m.id')
    return after
      ? query.where((eb) => eb(eb.refTuple('m.deleted_at', 'm.id'), '>', eb.tuple(after.deleted_at!, after.id)))
      : query
  })
}

type Query = ReturnType<typeof selectReported>
type Row = Awaited<ReturnType<Query['execute']>>[number]

async function* readPages(queryAfter: (after: Row | null) => Query): AsyncGenerator<ReportedMonitor[]> {
  for (let last: Row | null = null; ; ) {
    const rows: Row[] = await queryAfter(last).limit(PAGE).execute()
    yield rows.map(toReportedMonitor)
    last = rows.at(-1) ?? null
    if (rows.length < PAGE) return
  }
}

const selectReported = (db: Reader, { projectId, groupId, tag, to }: ReportScope) =>
  db
    .selectFrom('monitors as m')
    .leftJoin('groups as g', 'g.id', 'm.group_id')
    .select(['m.key', 'm.id', 'm.name', 'm.name_folded', 'm.type', 'm.created_at', 'm.deleted_at'])
    .select(['g.id as group_id', 'g.name as group_name'])
    .where('m.project_id', '=', projectId)
    .where('m.created_at', '<', to)
    .$if(groupId !== undefined, (query) => query.where('m.group_id', '=', groupId!))
    .$if(tag !== undefined, (query) =>
      query.where('m.key', 'in', (eb) => eb.selectFrom('monitor_tags').select('monitor_key').where('tag', '=', tag!)),
    )

const toReportedMonitor = (row: Row): ReportedMonitor => ({
  key: row.key,
  id: row.id,
  name: row.name,
  sortName: row.name_folded,
  type: row.type as MonitorType,
  group: row.group_id === null ? null : { id: row.group_id, name: row.group_name! },
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
})

const countIncidents = bulk<{ monitor_key: number; count: number }>(
  { monitor_key: 'int4', from_at: 'int8', to_at: 'int8' },
  `select i.monitor_key, count(*) as count
   from k join incidents i on i.monitor_key = k.monitor_key
     and i.family in (${FAMILIES.map((family) => `'${family}'`).join(', ')})
     and i.started_at >= k.from_at and i.started_at < k.to_at and i.deleted_at is null
   group by i.monitor_key`,
)

/** Counts the incidents of each monitor that started in [from, to). Monitors without incidents are left out. */
export async function countIncidentsByMonitor(
  db: Reader,
  monitorKeys: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, number>> {
  const { rows } = await countIncidents(
    db,
    monitorKeys.map((key) => [key, from, to]),
  )
  return new Map(rows.map((row) => [row.monitor_key, Number(row.count)]))
}

/** Response times of one hour or day in one region. */
interface MonitorLatency {
  monitorKey: number
  count: number
  sumUs: number
  minUs: number
  maxUs: number
  /** See `core/results/sketch.ts`. */
  sketch: Uint8Array
}

const selectLatencies = (table: RollupTable) =>
  bulk<MonitorLatency>(
    { monitor_key: 'int4', from_at: 'int8', to_at: 'int8' },
    `select r.monitor_key as "monitorKey", r.latency_count as count, r.latency_sum_us as "sumUs",
       r.latency_min_us as "minUs", r.latency_max_us as "maxUs", r.latency_sketch as sketch
     from k join ${table} r on r.monitor_key = k.monitor_key and r.starts_at >= k.from_at and r.starts_at < k.to_at
     where r.latency_count > 0`,
  )
const selectMonitorLatencies = {
  result_hours: selectLatencies('result_hours'),
  result_days: selectLatencies('result_days'),
}

/** Lists the latencies of the hours or days that start in [from, to) and have a passing check, in no order. */
export async function listLatenciesByMonitor(
  db: Reader,
  table: RollupTable,
  monitorKeys: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<MonitorLatency[]> {
  if (to <= from) return []
  return (
    await selectMonitorLatencies[table](
      db,
      monitorKeys.map((key) => [key, from, to]),
    )
  ).rows
}

type SpanRow = Pick<Selectable<StatusChangesTable>, 'monitor_key' | 'to_status' | 'started_at' | 'ended_at'>

// The query starts at the span that contains the start of the period, however old the monitor is
const selectSpans = bulkOverMonitors<SpanRow>(
  selectOfEach(
    's.monitor_key, s.to_status, s.started_at, s.ended_at',
    'status_changes',
    `s.kind = 'runtime' and s.started_at < cast($3 as bigint)
     and s.started_at >= coalesce((select max(b.started_at) from status_changes b
       where b.monitor_key = k.monitor_key and b.kind = 'runtime' and b.started_at <= cast($2 as bigint)),
       cast($2 as bigint))`,
  ),
)

/** Lists the runtime spans that overlap [from, to), Unix ms, by monitor, oldest first. */
export async function listSpansByMonitor(
  db: Reader,
  monitorKeys: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, Span[]>> {
  const rows = await selectSpans(db, monitorKeys, from, to)
  rows.sort((a, b) => a.started_at - b.started_at || (a.ended_at ?? Infinity) - (b.ended_at ?? Infinity))
  const spans = new Map<number, Span[]>()
  for (const { monitor_key, to_status, started_at, ended_at } of rows) {
    const known = spans.get(monitor_key)
    const span = { status: to_status, startedAt: started_at, endedAt: ended_at }
    if (known) known.push(span)
    else spans.set(monitor_key, [span])
  }
  return spans
}

/** Lists the runtime spans of one monitor. Intended for a connection that does not wait for writes. */
export const listSpans = (db: Reader, period: MonitorRange): Promise<Span[]> => listStatusSpans(db, period, 'runtime')

const selectMaintenance = prepareQuery((db: Reader, monitorKey: number, earliest: number, from: number, to: number) =>
  db
    .selectFrom('maintenance_spans')
    .select(['starts_at as startsAt', 'ends_at as endsAt'])
    .where('monitor_key', '=', monitorKey)
    .where('starts_at', '>', earliest)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from),
)

/** Lists the maintenance of one monitor that overlaps the period, in no order. */
export const listMaintenance = (db: Reader, { monitorKey, from, to }: MonitorRange): Promise<ExcludedPeriod[]> =>
  selectMaintenance(db, monitorKey, from - MAX_SPAN_MS, from, to)
