/**
 * Rollups for statistics. Each query reads only the columns it needs, because reading a column costs more than summing
 * it.
 */

import { bulkOverMonitors, selectOfEach } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import type { MonitorRange } from './result-blocks.ts'
import type { RollupTable, StoredRollup } from './rollups.ts'

const prepareByTable = <T>(make: (table: RollupTable) => T): Record<RollupTable, T> => ({
  result_hours: make('result_hours'),
  result_days: make('result_days'),
})

export type RollupSums = Pick<
  StoredRollup,
  'up' | 'down' | 'degraded' | 'inconclusive' | 'onGrid' | 'latencyCount' | 'latencySumUs'
>

const selectSums = prepareByTable((table) =>
  prepareQuery((db: Reader, monitorKey: number, from: number, to: number) =>
    db
      .selectFrom(table)
      .select((eb) => [
        eb.fn.sum<number | null>('up').as('up'),
        eb.fn.sum<number | null>('down').as('down'),
        eb.fn.sum<number | null>('degraded').as('degraded'),
        eb.fn.sum<number | null>('inconclusive').as('inconclusive'),
        eb.fn.sum<number | null>('on_grid').as('onGrid'),
        eb.fn.sum<number | null>('latency_count').as('latencyCount'),
        eb.fn.sum<number | null>('latency_sum_us').as('latencySumUs'),
      ])
      .where('monitor_key', '=', monitorKey)
      .where('starts_at', '>=', from)
      .where('starts_at', '<', to),
  ),
)

/** Sums the hours or days that start in [from, to), over all regions. */
export async function sumRollups(
  db: Reader,
  table: RollupTable,
  { monitorKey, from, to }: MonitorRange,
): Promise<RollupSums> {
  const [row] = await selectSums[table](db, monitorKey, from, to)
  return {
    up: row?.up ?? 0,
    down: row?.down ?? 0,
    degraded: row?.degraded ?? 0,
    inconclusive: row?.inconclusive ?? 0,
    onGrid: row?.onGrid ?? 0,
    latencyCount: row?.latencyCount ?? 0,
    latencySumUs: row?.latencySumUs ?? 0,
  }
}

const selectFirst = prepareByTable((table) =>
  prepareQuery((db: Reader, monitorKey: number, region: number, from: number) =>
    db
      .selectFrom(table)
      .select('starts_at')
      .where('monitor_key', '=', monitorKey)
      .where('region', '=', region)
      .where('starts_at', '>=', from)
      .orderBy('starts_at')
      .limit(1),
  ),
)

/** Finds the first hour or day since `from` in which the region has results; null when there is none. */
export async function findFirstRollup(
  db: Reader,
  table: RollupTable,
  { monitorKey, regionKey }: { monitorKey: number; regionKey: number },
  from: number,
): Promise<number | null> {
  const [row] = await selectFirst[table](db, monitorKey, regionKey, from)
  return row?.starts_at ?? null
}

/** Checks of one day in one region. */
type DayRow = Pick<StoredRollup, 'startsAt' | 'up' | 'down' | 'degraded'>

const selectDays = prepareQuery((db: Reader, monitorKey: number, from: number) =>
  db
    .selectFrom('result_days')
    .select(['starts_at as startsAt', 'up', 'down', 'degraded'])
    .where('monitor_key', '=', monitorKey)
    .where('starts_at', '>=', from)
    .orderBy('starts_at'),
)

const selectLastDayBefore = prepareQuery((db: Reader, monitorKey: number, before: number) =>
  db
    .selectFrom('result_days')
    .select(['starts_at as startsAt', 'up', 'down', 'degraded'])
    .where('monitor_key', '=', monitorKey)
    .where('starts_at', '<', before)
    .orderBy('starts_at', 'desc')
    .limit(1),
)

/** Lists the days since `from`, and the last day with results before `from`. */
export async function listDays(db: Reader, monitorKey: number, from: number): Promise<DayRow[]> {
  return [...(await selectLastDayBefore(db, monitorKey, from)), ...(await selectDays(db, monitorKey, from))]
}

/** Response times of one hour or day in one region. */
export interface LatencyRow {
  regionKey: number
  startsAt: number
  count: number
  sumUs: number
  minUs: number
  maxUs: number
  /** See `core/results/sketch.ts`. */
  sketch: Uint8Array
}

const selectLatencies = prepareByTable((table) =>
  prepareQuery((db: Reader, monitorKey: number, from: number, to: number) =>
    db
      .selectFrom(table)
      .select([
        'region as regionKey',
        'starts_at as startsAt',
        'latency_count as count',
        'latency_sum_us as sumUs',
        'latency_min_us as minUs',
        'latency_max_us as maxUs',
        'latency_sketch as sketch',
      ])
      .where('monitor_key', '=', monitorKey)
      .where('starts_at', '>=', from)
      .where('starts_at', '<', to)
      .where('latency_count', '>', 0)
      .orderBy('starts_at'),
  ),
)

/** Lists the hours or days that start in [from, to) and have a passing check, oldest first. */
export const listLatencies = (
  db: Reader,
  table: RollupTable,
  { monitorKey, from, to }: MonitorRange,
): Promise<LatencyRow[]> => selectLatencies[table](db, monitorKey, from, to)

const selectLateness = prepareByTable((table) =>
  prepareQuery((db: Reader, monitorKey: number, from: number, to: number) =>
    db
      .selectFrom(table)
      .select('lateness_sketch as sketch')
      .where('monitor_key', '=', monitorKey)
      .where('starts_at', '>=', from)
      .where('starts_at', '<', to),
  ),
)

/** Lists the lateness sketches of the hours or days that start in [from, to). */
export async function listLateness(
  db: Reader,
  table: RollupTable,
  { monitorKey, from, to }: MonitorRange,
): Promise<Uint8Array[]> {
  return (await selectLateness[table](db, monitorKey, from, to)).map((row) => row.sketch)
}

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
