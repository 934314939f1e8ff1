/** Spans over which uptime is integrated: runtime statuses and maintenance of one or many monitors. */

import type { Selectable } from 'kysely'
import type { ExcludedPeriod, Span } from '../../core/results/uptime.ts'
import { MAX_SPAN_MS } from '../maintenance/maintenance-spans.ts'
import { bulkOverMonitors, selectOfEach } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'
import type { StatusChangesTable } from '../tables/results.ts'
import { listStatusSpans } from './status-changes.ts'

/** A period of one monitor, Unix ms. */
interface MonitorPeriod {
  monitorKey: number
  from: number
  to: number
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
export const listSpans = (db: Reader, { monitorKey, from, to }: MonitorPeriod): Promise<Span[]> =>
  listStatusSpans(db, monitorKey, 'runtime', from, to)

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
export const listMaintenance = (db: Reader, { monitorKey, from, to }: MonitorPeriod): Promise<ExcludedPeriod[]> =>
  selectMaintenance(db, monitorKey, from - MAX_SPAN_MS, from, to)
