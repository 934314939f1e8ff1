/**
 * When which monitor was, is or is about to be in maintenance: what its windows came to. Kept when a window is changed
 * or deleted later, because uptime leaves this time out.
 */
import { DAY_MS } from '../core/time.ts'
import { bulk } from './bulk.ts'
import type { Reader } from './store.ts'

export interface MaintenanceSpan {
  monitorKey: number
  windowId: string
  /** Unix ms. */
  startsAt: number
  /** Unix ms; no longer part of it. */
  endsAt: number
}

/** Maintenance that lasts longer is kept in pieces, so that what touches a moment is found near it. */
export const LONGEST_SPAN_MS = 7 * DAY_MS

interface SpanRow {
  monitor_key: number
  window_id: string
  starts_at: number
  ends_at: number
}

const selectSpans = bulk<SpanRow>(
  { monitor_key: 'int4', earliest: 'int8', from_at: 'int8', to_at: 'int8' },
  `select s.monitor_key, s.window_id, s.starts_at, s.ends_at
   from k join maintenance_spans s on s.monitor_key = k.monitor_key and s.starts_at > k.earliest
     and s.starts_at < k.to_at and s.ends_at > k.from_at`,
)

/** Those that touch [from, to), by monitor, in no order; they may overlap. Monitors without any are left out. */
export async function listMaintenanceSpans(
  db: Reader,
  monitorKeys: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, MaintenanceSpan[]>> {
  const { rows } = await selectSpans(
    db,
    monitorKeys.map((key) => [key, from - LONGEST_SPAN_MS, from, to]),
  )
  return Map.groupBy(
    rows.map((row) => ({
      monitorKey: row.monitor_key,
      windowId: row.window_id,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    })),
    (span) => span.monitorKey,
  )
}
