/** Hourly average response times of many monitors. */
import { bulkOverMonitors, selectOfEach } from '../platform/bulk.ts'
import type { Reader } from '../platform/store.ts'

/** Sums over the passing checks within one hour in one region. */
interface HourSum {
  monitorKey: number
  startsAt: number
  count: number
  sumUs: number
}

// The query reads no further columns, because the sketches are large
const selectHours = bulkOverMonitors<HourSum>(
  selectOfEach(
    's.monitor_key as "monitorKey", s.starts_at as "startsAt", s.latency_count as count, s.latency_sum_us as "sumUs"',
    'result_hours',
    's.starts_at >= cast($2 as bigint)',
  ),
)

/**
 * Lists the finished hours that started at `from` or later, in no order. Hours without a passing check have the count
 * 0.
 */
export const listHourSums = (db: Reader, monitorKeys: readonly number[], from: number): Promise<HourSum[]> =>
  selectHours(db, monitorKeys, from)
