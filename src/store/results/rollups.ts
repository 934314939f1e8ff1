/** Rollups of closed hours and days, computed from the raw results. Computing a rollup again changes nothing. */
import type { Selectable } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { EncodedRollup } from '../../core/results/rollup.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { RollupsTable } from '../tables/results.ts'

export interface StoredRollup extends EncodedRollup {
  monitorKey: number
  regionKey: number
  /** Start of the hour or day. */
  startsAt: UnixMs
}

export type RollupTable = 'result_hours' | 'result_days'

const COLUMNS = {
  monitor_key: 'int4',
  region: 'int2',
  starts_at: 'int8',
  up: 'int4',
  down: 'int4',
  degraded: 'int4',
  inconclusive: 'int4',
  on_grid: 'int4',
  latency_count: 'int4',
  latency_sum_us: 'int8',
  latency_min_us: 'int8',
  latency_max_us: 'int8',
  latency_sketch: 'bytea',
  lateness_sketch: 'bytea',
} as const
const NAMES = Object.keys(COLUMNS)
const KEYS = ['monitor_key', 'starts_at', 'region']

const formatChecksSum = (row: string): string =>
  ['up', 'down', 'degraded', 'inconclusive'].map((name) => `${row}.${name}`).join(' + ')

// An hour only gains results. When the new sum has fewer, retention has deleted raw results and the stored sum is more
// complete
const prepareUpsert = (table: RollupTable) => {
  const updates = NAMES.filter((name) => !KEYS.includes(name)).map((name) => `${name} = excluded.${name}`)
  return bulk(
    COLUMNS,
    `insert into ${table} (${NAMES.join(', ')}) select * from k where true
     on conflict (${KEYS.join(', ')}) do update set ${updates.join(', ')}
     where ${formatChecksSum(table)} <= ${formatChecksSum('excluded')}`,
  )
}
const upserts = { result_hours: prepareUpsert('result_hours'), result_days: prepareUpsert('result_days') }

export async function saveRollups(tx: Tx, table: RollupTable, rollups: readonly StoredRollup[]): Promise<void> {
  await upserts[table](
    tx,
    rollups.map((rollup) => [
      rollup.monitorKey,
      rollup.regionKey,
      rollup.startsAt,
      rollup.up,
      rollup.down,
      rollup.degraded,
      rollup.inconclusive,
      rollup.onGrid,
      rollup.latencyCount,
      rollup.latencySumUs,
      rollup.latencyMinUs,
      rollup.latencyMaxUs,
      rollup.latencySketch,
      rollup.latenessSketch,
    ]),
  )
}

type RollupRow = Selectable<RollupsTable>

const toRollup = (row: RollupRow): StoredRollup => ({
  monitorKey: row.monitor_key,
  regionKey: row.region,
  startsAt: row.starts_at,
  up: row.up,
  down: row.down,
  degraded: row.degraded,
  inconclusive: row.inconclusive,
  onGrid: row.on_grid,
  latencyCount: row.latency_count,
  latencySumUs: row.latency_sum_us,
  latencyMinUs: row.latency_min_us,
  latencyMaxUs: row.latency_max_us,
  latencySketch: row.latency_sketch,
  latenessSketch: row.lateness_sketch,
})

/** Hours of many monitors' days, in no order. */
const selectHoursOfDays = bulk<RollupRow>(
  { monitor_key: 'int4', region: 'int2', from_at: 'int8', to_at: 'int8' },
  `select h.* from k join result_hours h
     on h.monitor_key = k.monitor_key and h.starts_at >= k.from_at and h.starts_at < k.to_at and h.region = k.region`,
)

export async function listHoursOfRanges(
  db: Reader,
  ranges: readonly { monitorKey: number; regionKey: number; from: number; to: number }[],
): Promise<StoredRollup[]> {
  const { rows } = await selectHoursOfDays(
    db,
    ranges.map((range) => [range.monitorKey, range.regionKey, range.from, range.to]),
  )
  return rows.map(toRollup)
}
