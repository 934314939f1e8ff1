/** Average response times by hour, of many monitors at once. */
import { bulk } from './bulk.ts'
import type { Reader } from './store.ts'

/** Of passing checks within one hour in one region. */
export interface HourSum {
  monitorKey: number
  startsAt: number
  count: number
  sumUs: number
}

// Nothing behind these columns is read: the sketches are large
const selectHours = bulk<HourSum>(
  { monitor_key: 'int4', from_at: 'int8' },
  `select h.monitor_key as "monitorKey", h.starts_at as "startsAt", h.latency_count as count, h.latency_sum_us as "sumUs"
   from k join result_hours h on h.monitor_key = k.monitor_key and h.starts_at >= k.from_at`,
)

/** Finished hours that began at `from` or later, in no order. Hours without a passing check have the count 0. */
export async function listHourSums(db: Reader, monitorKeys: readonly number[], from: number): Promise<HourSum[]> {
  const { rows } = await selectHours(
    db,
    monitorKeys.map((key) => [key, from]),
  )
  return rows
}
