/**
 * Past, present and planned maintenance spans of monitors, as computed from their windows. Spans stay when a window is
 * changed or deleted later, because uptime excludes this time.
 */
import type { Selectable } from 'kysely'
import { MAX_SPAN_MS } from '../../core/maintenance/maintenance-progress.ts'
import type { MaintenanceSpan, SpanChanges } from '../../core/maintenance/maintenance-span.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk, bulkOverMonitors, selectOfEach } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MaintenanceSpansTable } from '../tables/maintenance.ts'

export { MAX_SPAN_MS } from '../../core/maintenance/maintenance-progress.ts'
export type { MaintenanceSpan } from '../../core/maintenance/maintenance-span.ts'

type SpanRow = Selectable<MaintenanceSpansTable>

const selectSpans = bulkOverMonitors<SpanRow>(
  selectOfEach(
    's.monitor_key, s.window_id, s.starts_at, s.ends_at',
    'maintenance_spans',
    's.starts_at > cast($2 as bigint) and s.starts_at < cast($3 as bigint) and s.ends_at > cast($4 as bigint)',
  ),
)

/**
 * Spans that overlap [from, to), by monitor, in no order; spans may overlap each other. Monitors without spans are left
 * out.
 */
export async function listMaintenanceSpans(
  db: Reader,
  monitorKeys: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, MaintenanceSpan[]>> {
  const rows = await selectSpans(db, monitorKeys, from - MAX_SPAN_MS, to, from)
  return Map.groupBy(rows.map(toSpan), (span) => span.monitorKey)
}

const toSpan = (row: SpanRow): MaintenanceSpan => ({
  monitorKey: row.monitor_key,
  windowId: row.window_id,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
})

const selectByMonitorId = bulk<SpanRow & { id: string }>(
  { id: 'text', earliest: 'int8', from_at: 'int8' },
  `select k.id, s.monitor_key, s.window_id, s.starts_at, s.ends_at
   from k join monitors m on m.id = k.id
     join maintenance_spans s on s.monitor_key = m.key and s.starts_at > k.earliest and s.ends_at > k.from_at`,
)

/** Present and planned spans, by monitor id. */
export async function listSpansFrom(
  db: Reader,
  monitorIds: readonly string[],
  from: number,
): Promise<Map<string, MaintenanceSpan[]>> {
  const { rows } = await selectByMonitorId(
    db,
    monitorIds.map((id) => [id, from - MAX_SPAN_MS, from]),
  )
  return new Map([...Map.groupBy(rows, (row) => row.id)].map(([id, group]) => [id, group.map(toSpan)]))
}

const selectRunning = prepareQuery((db: Reader, monitorKey: number, earliest: number, at: number) =>
  db
    .selectFrom('maintenance_spans')
    .select('window_id')
    .where('monitor_key', '=', monitorKey)
    .where('starts_at', '>', earliest)
    .where('starts_at', '<=', at)
    .where('ends_at', '>', at)
    .limit(1),
)

/** Whether a monitor is in maintenance at a moment, Unix ms. */
export const isInMaintenance = async (db: Reader, monitorKey: number, at: number): Promise<boolean> =>
  (await selectRunning(db, monitorKey, at - MAX_SPAN_MS, at)).length > 0

/** Spans of a window that have not ended. */
export async function listWindowSpans(db: Reader, windowId: string, now: number): Promise<MaintenanceSpan[]> {
  const rows = await db
    .selectFrom('maintenance_spans')
    .selectAll()
    .where('window_id', '=', windowId)
    .where('starts_at', '>', now - MAX_SPAN_MS)
    .where('ends_at', '>', now)
    .orderBy('monitor_key')
    .execute()
  return rows.map(toSpan)
}

const COLUMNS = { monitor_key: 'int4', starts_at: 'int8', window_id: 'text', ends_at: 'int8' } as const

// A span that was cut short may continue
const insert = bulk(
  COLUMNS,
  `insert into maintenance_spans (monitor_key, starts_at, window_id, ends_at) select * from k where true
   on conflict (monitor_key, starts_at, window_id) do update set ends_at = excluded.ends_at
   where maintenance_spans.ends_at < excluded.ends_at`,
)

const move = bulk(
  COLUMNS,
  `update maintenance_spans set ends_at = k.ends_at from k
   where maintenance_spans.monitor_key = k.monitor_key and maintenance_spans.starts_at = k.starts_at
     and maintenance_spans.window_id = k.window_id`,
)

const remove = bulk(
  COLUMNS,
  `delete from maintenance_spans
   where (monitor_key, starts_at, window_id) in (select monitor_key, starts_at, window_id from k)`,
)

export async function saveSpans(tx: Tx, { inserted, moved, deleted }: SpanChanges): Promise<void> {
  await remove(tx, deleted.map(toRow))
  await move(tx, moved.map(toRow))
  await insert(tx, inserted.map(toRow))
}

const toRow = (span: MaintenanceSpan): unknown[] => [span.monitorKey, span.startsAt, span.windowId, span.endsAt]

export interface NamedSpan {
  windowId: string
  /** Null when the window was deleted; its time still counts as maintenance. */
  name: string | null
  startsAt: UnixMs
  endsAt: number
}

const selectNamed = prepareQuery(
  (db: Reader, monitorKey: number, earliest: number, from: number, to: number, limit: number) =>
    db
      .selectFrom('maintenance_spans as s')
      .leftJoin('maintenance_windows as w', 'w.id', 's.window_id')
      .select(['s.window_id as windowId', 'w.name', 's.starts_at as startsAt', 's.ends_at as endsAt'])
      .where('s.monitor_key', '=', monitorKey)
      .where('s.starts_at', '>', earliest)
      .where('s.starts_at', '<', to)
      .where('s.ends_at', '>', from)
      .orderBy('s.starts_at', 'desc')
      .orderBy('s.window_id')
      .limit(limit),
)

/** Spans that overlap [from, to), newest first. */
export const listNamedSpans = (
  db: Reader,
  monitorKey: number,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<NamedSpan[]> => selectNamed(db, monitorKey, from - MAX_SPAN_MS, from, to, limit)
