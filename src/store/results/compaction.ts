/** Compaction: moves the raw results of closed hours into blocks. */
import { getOrCreate } from '../../core/platform/maps.ts'
import { HOUR_MS, startOfHour } from '../../core/platform/time/time.ts'
import { bulk, getDialect } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { type HourKey, type HourRows, loadBlocks, type ResultRow, saveBlocks } from './result-blocks.ts'
import { mergeRows } from './result-rows.ts'
import { type MeasuredResult, type MeasuredRow, type ResultRange, toMeasuredResult } from './results.ts'

const WITHIN =
  'r.monitor_key = k.monitor_key and r.scheduled_at >= k.from_at and r.scheduled_at < k.to_at and r.region = k.region'
const RANGE = { monitor_key: 'int4', region: 'int2', from_at: 'int8', to_at: 'int8' } as const

const selectWithin = <Row>(columns: string) =>
  bulk<Row>(RANGE, {
    sqlite: `select ${columns} from k join results r on ${WITHIN}`,
    // The offset keeps PostgreSQL from joining all partitions at once. It estimates that join as cheaper than looking
    // each range up in its partition
    postgres: `select ${columns} from k cross join lateral (select * from results r where ${WITHIN} offset 0) r`,
  })

const selectRaw = selectWithin<ResultRow>('r.*')
const selectMeasured = selectWithin<MeasuredRow>('r.monitor_key, r.scheduled_at, r.region, r.status, r.detail')

const deleteRaw = bulk(
  RANGE,
  `delete from results where monitor_key = (select monitor_key from k) and scheduled_at >= (select from_at from k)
     and scheduled_at < (select to_at from k) and region = (select region from k)`,
)

const toColumns = (ranges: readonly ResultRange[]) =>
  ranges.map(({ monitorKey, regionKey, from, to }) => [monitorKey, regionKey, from, to])

/** Lists the raw results of many ranges at once, in no order. Intended for open hours, whose results are all raw. */
export async function listOpenMeasures(db: Reader, ranges: readonly ResultRange[]): Promise<MeasuredResult[]> {
  return (await selectMeasured(db, toColumns(ranges))).rows.map(toMeasuredResult)
}

/** All results of an hour, in no order. */
interface MeasuredHour extends HourKey {
  results: MeasuredResult[]
}

/**
 * Moves the raw results of closed hours into blocks. Results of hours that have a block already are added to it.
 *
 * A damaged block stays as it is, because a newer program may be able to read it; its late results stay raw. PostgreSQL
 * keeps the raw rows until their partition is dropped: to delete them one by one would cost as much as to
 * insert them.
 *
 * @param ranges whole hours
 * @returns all results of the hours that had raw results
 * @throws ConflictError when another transaction wrote one of the blocks
 */
export async function compactHours(tx: Tx, ranges: readonly ResultRange[]): Promise<MeasuredHour[]> {
  const hours = groupByHour((await selectRaw(tx, toColumns(ranges))).rows)
  const blocks = await loadBlocks(tx, hours)
  const merged = hours.map((hour, index) => {
    const { rows, stored } = blocks[index]!
    return { ...hour, rows: mergeRows(rows ?? [], hour.rows), stored, isDamaged: rows === null }
  })
  const storable = merged.filter(({ isDamaged }) => !isDamaged)
  await saveBlocks(
    tx,
    storable.filter(({ rows, stored }) => rows.length > stored),
  )
  if (getDialect(tx) === 'sqlite') await deleteRaw(tx, toColumns(storable.map(toRange)))
  return merged.map(({ monitorKey, regionKey, startsAt, rows }) => {
    return { monitorKey, regionKey, startsAt, results: rows.map(toMeasuredResult) }
  })
}

const toRange = ({ monitorKey, regionKey, startsAt }: HourKey): ResultRange => ({
  monitorKey,
  regionKey,
  from: startsAt,
  to: startsAt + HOUR_MS,
})

function groupByHour(rows: readonly ResultRow[]): HourRows[] {
  const hours = new Map<string, HourRows>()
  let last: HourRows | null = null
  for (const row of rows) {
    // The rows of a range come from an index, so nearly all rows follow a row of their hour
    if (last === null || !isWithin(row, last)) last = getHour(hours, row)
    last.rows.push(row)
  }
  return [...hours.values()]
}

const isWithin = (row: ResultRow, { monitorKey, regionKey, startsAt }: HourKey): boolean =>
  row.monitor_key === monitorKey &&
  row.region === regionKey &&
  row.scheduled_at >= startsAt &&
  row.scheduled_at < startsAt + HOUR_MS

function getHour(hours: Map<string, HourRows>, { monitor_key, region, scheduled_at }: ResultRow): HourRows {
  const startsAt = startOfHour(scheduled_at)
  const key = { monitorKey: monitor_key, regionKey: region, startsAt }
  return getOrCreate(hours, `${monitor_key}/${region}/${startsAt}`, () => ({ ...key, rows: [] }))
}

const selectFirst = bulk<{ monitorKey: number; first: number | null }>(
  { monitor_key: 'int4', from_at: 'int8', to_at: 'int8' },
  `select k.monitor_key as "monitorKey", (select r.scheduled_at from results r where r.monitor_key = k.monitor_key
     and r.scheduled_at >= k.from_at and r.scheduled_at < k.to_at order by r.scheduled_at limit 1) as first from k`,
)

/**
 * Finds the due time of the first raw result in [from, to) of each monitor, Unix ms. Monitors without such a result are
 * left out.
 */
export async function listFirstRaw(
  db: Reader,
  monitors: readonly { monitorKey: number; from: number }[],
  to: number,
): Promise<{ monitorKey: number; first: number }[]> {
  const { rows } = await selectFirst(
    db,
    monitors.map(({ monitorKey, from }) => [monitorKey, from, to]),
  )
  return rows.filter((row): row is { monitorKey: number; first: number } => row.first !== null)
}

const HOUR = `r.scheduled_at - r.scheduled_at % ${HOUR_MS}`
const COUNTED = `select r.monitor_key, r.region, ${HOUR} as starts_at, count(*) as raw from results r
  where r.monitor_key = k.monitor_key and r.scheduled_at >= k.from_at and r.scheduled_at < k.to_at
  group by r.monitor_key, r.region, ${HOUR}`
const JOINED = `left join result_blocks b
  on b.monitor_key = c.monitor_key and b.starts_at = c.starts_at and b.region = c.region
  where b.monitor_key is null or b.up + b.down + b.degraded + b.inconclusive < c.raw`
const UNCOMPACTED = 'select c.monitor_key as "monitorKey", c.region as "regionKey", c.starts_at as "startsAt"'

const selectUncompacted = bulk<HourKey>(
  { monitor_key: 'int4', from_at: 'int8', to_at: 'int8' },
  {
    // SQLite deletes raw results when their hour is compacted
    sqlite: `select distinct r.monitor_key as "monitorKey", r.region as "regionKey", ${HOUR} as "startsAt"
      from k join results r on r.monitor_key = k.monitor_key and r.scheduled_at >= k.from_at and r.scheduled_at < k.to_at`,
    postgres: `${UNCOMPACTED} from k cross join lateral (${COUNTED}) c ${JOINED}`,
  },
)

/**
 * Lists the hours with raw results that are missing in the block of the hour.
 *
 * @param periods of one monitor in all regions; whole hours
 */
export async function listUncompacted(
  db: Reader,
  periods: readonly Omit<ResultRange, 'regionKey'>[],
): Promise<HourKey[]> {
  const { rows } = await selectUncompacted(
    db,
    periods.map(({ monitorKey, from, to }) => [monitorKey, from, to]),
  )
  return rows
}

const selectKeys = prepareQuery((db: Reader, after: number, limit: number) =>
  db.selectFrom('monitors').select('key').where('key', '>', after).orderBy('key').limit(limit),
)

/** Lists the keys of all monitors, deleted or not, in order. */
export const listMonitorKeys = async (db: Reader, after: number, limit: number): Promise<number[]> =>
  (await selectKeys(db, after, limit)).map(({ key }) => key)
