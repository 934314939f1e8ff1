/** Maintenance spans of a monitor with the names of their windows. */

import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'
import { MAX_SPAN_MS } from './maintenance-spans.ts'

export interface NamedSpan {
  windowId: string
  /** Null when the window was deleted; its time still counts as maintenance. */
  name: string | null
  /** Unix ms. */
  startsAt: number
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
