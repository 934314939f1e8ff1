/** Blocks of results: one row per monitor, region and closed hour. */
import type { Selectable } from 'kysely'
import type { CheckStatus } from '../../core/results/verdict.ts'
import { ConflictError } from '../platform/database-errors.ts'
import { bulk, selectOfEach } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ResultBlocksTable, ResultsTable } from '../tables/results.ts'
import { DamagedBlockError, decodeBlock, decodeMeasures, encodeBlock } from './result-block.ts'
import type { Measures } from './result-detail.ts'

export type ResultRow = Selectable<ResultsTable>

/** Stored values of a status. The most frequent ones are 0 and 1, which take no space in SQLite. */
export const STORED_STATUSES = ['down', 'up', 'degraded', 'inconclusive'] as const satisfies readonly CheckStatus[]

/** A period of one monitor in all regions, Unix ms; `to` is exclusive. */
export interface MonitorRange {
  monitorKey: number
  from: number
  to: number
}

type StoredBlock = Selectable<ResultBlocksTable>
type BlockData = Pick<StoredBlock, 'monitor_key' | 'starts_at' | 'region' | 'data'>

const decodeRows = (db: Reader, block: BlockData): ResultRow[] | null =>
  decode(db, block, decodeBlock)?.map(({ scheduledAt, ...row }) => ({
    monitor_key: block.monitor_key,
    scheduled_at: scheduledAt,
    region: block.region,
    kind: row.kind,
    status: row.status,
    detail: row.detail,
    error: row.error,
  })) ?? null

/** Decodes a block. A damaged block is reported; it returns null. */
function decode<Row>(
  db: Reader,
  { monitor_key, starts_at, region, data }: BlockData,
  decodeData: (data: Uint8Array, startsAt: number) => Row[],
): Row[] | null {
  try {
    return decodeData(data, starts_at)
  } catch (error) {
    if (!(error instanceof DamagedBlockError)) throw error
    db.session.damage.listener?.({
      monitorKey: monitor_key,
      regionKey: region,
      startsAt: starts_at,
      reason: error.message,
    })
    return null
  }
}

const selectBetween = prepareQuery((db: Reader, monitorKey: number, from: number, to: number) =>
  db
    .selectFrom('result_blocks')
    .select(['monitor_key', 'starts_at', 'region', 'data'])
    .where('monitor_key', '=', monitorKey)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .orderBy('starts_at'),
)

/** Lists the results in the blocks of the hours that start in [from, to), by hour. */
export async function listBlockRows(db: Reader, monitorKey: number, from: number, to: number): Promise<ResultRow[]> {
  const blocks = await selectBetween(db, monitorKey, from, to)
  return blocks.flatMap((block) => decodeRows(db, block) ?? [])
}

const selectOfMonitors = bulk<BlockData>(
  { monitor_key: 'int4', from_at: 'int8', to_at: 'int8' },
  selectOfEach(
    's.monitor_key, s.starts_at, s.region, s.data',
    'result_blocks',
    's.starts_at >= k.from_at and s.starts_at < k.to_at',
  ),
)

/** Lists the results in the blocks of the hours that start within the ranges, in no order. */
export async function listBlockRowsOfMonitors(db: Reader, ranges: readonly MonitorRange[]): Promise<ResultRow[]> {
  const { rows } = await selectOfMonitors(
    db,
    ranges.map(({ monitorKey, from, to }) => [monitorKey, from, to]),
  )
  return rows.flatMap((block) => decodeRows(db, block) ?? [])
}

/** Measures of a result in a block. */
interface BlockMeasure extends Measures {
  monitorKey: number
  regionKey: number
  scheduledAt: number
  status: CheckStatus
}

/**
 * Lists the measures of the results in the blocks of the hours that start in [from, to), in no order. A late result that
 * is not in its block yet is absent.
 */
export async function listBlockMeasures(db: Reader, range: MonitorRange): Promise<BlockMeasure[]> {
  const blocks = await selectBetween(db, range.monitorKey, range.from, range.to)
  return blocks.flatMap((block) =>
    (decode(db, block, decodeMeasures) ?? []).map(({ status, ...measures }) => ({
      ...measures,
      monitorKey: block.monitor_key,
      regionKey: block.region,
      status: STORED_STATUSES[status]!,
    })),
  )
}

/** Number of results of one monitor and region in an hour, by status. */
export interface HourCount extends Record<CheckStatus, number> {
  startsAt: number
  regionKey: number
}

const selectCounts = prepareQuery<[number, number, number], HourCount>(
  (db: Reader, monitorKey: number, from: number, to: number) =>
    db
      .selectFrom('result_blocks')
      .select(['starts_at as startsAt', 'region as regionKey', 'up', 'down', 'degraded', 'inconclusive'])
      .where('monitor_key', '=', monitorKey)
      .where('starts_at', '>=', from)
      .where('starts_at', '<', to),
)

/** Counts the results in the blocks of the hours that start in [from, to), in no order. */
export const listBlockCounts = (db: Reader, monitorKey: number, from: number, to: number): Promise<HourCount[]> =>
  selectCounts(db, monitorKey, from, to)

const BLOCK_KEY = 'b.monitor_key = k.monitor_key and b.starts_at = k.starts_at and b.region = k.region'
const TOTAL = 'b.up + b.down + b.degraded + b.inconclusive'

interface BlockSize extends BlockData {
  total: number
}

const selectBlocks = bulk<BlockSize>(
  { monitor_key: 'int4', starts_at: 'int8', region: 'int2' },
  `select b.monitor_key, b.starts_at, b.region, b.data, ${TOTAL} as total from k join result_blocks b on ${BLOCK_KEY}`,
)

/** An hour of one monitor in one region. */
export interface HourKey {
  monitorKey: number
  regionKey: number
  startsAt: number
}

/** Results of an hour. */
export interface HourRows extends HourKey {
  rows: ResultRow[]
}

/** Results in the block of an hour. */
interface HourBlock extends HourKey {
  /** Empty without a block; null when the block is damaged. */
  rows: ResultRow[] | null
  /** Number of results in the block. */
  stored: number
}

/** Reads the blocks of hours, in the order of the hours. */
export async function loadBlocks(db: Reader, hours: readonly HourKey[]): Promise<HourBlock[]> {
  const { rows: blocks } = await selectBlocks(
    db,
    hours.map(({ monitorKey, startsAt, regionKey }) => [monitorKey, startsAt, regionKey]),
  )
  const byName = new Map(blocks.map((block) => [`${block.monitor_key}/${block.starts_at}/${block.region}`, block]))
  return hours.map((hour) => {
    const block = byName.get(`${hour.monitorKey}/${hour.startsAt}/${hour.regionKey}`)
    const key = { monitorKey: hour.monitorKey, regionKey: hour.regionKey, startsAt: hour.startsAt }
    return { ...key, rows: block ? decodeRows(db, block) : [], stored: Number(block?.total ?? 0) }
  })
}

const COLUMNS = {
  monitor_key: 'int4',
  starts_at: 'int8',
  region: 'int2',
  up: 'int4',
  down: 'int4',
  degraded: 'int4',
  inconclusive: 'int4',
  data: 'bytea',
} as const
const NAMES = Object.keys(COLUMNS).join(', ')

const insertBlocks = bulk(
  COLUMNS,
  `insert into result_blocks (${NAMES}) select ${NAMES} from k where true on conflict do nothing`,
)

// Safe: the number of results is in the condition, and it grows with every write. A transaction that read an older
// block writes no row
const updateBlocks = bulk(
  { ...COLUMNS, stored: 'int4' },
  `update result_blocks as b set up = k.up, down = k.down, degraded = k.degraded, inconclusive = k.inconclusive,
     data = k.data from k where ${BLOCK_KEY} and ${TOTAL} = k.stored`,
)

/**
 * Writes the blocks of hours.
 *
 * @param hours with the number of results that each block had when it was read
 *
 * @throws ConflictError when another transaction wrote one of them after it was read
 */
export async function saveBlocks(tx: Tx, hours: readonly (HourRows & { stored: number })[]): Promise<void> {
  const created = hours.filter(({ stored }) => stored === 0)
  const changed = hours.filter(({ stored }) => stored > 0)
  const inserted = await insertBlocks(tx, created.map(toColumns))
  const updated = await updateBlocks(
    tx,
    changed.map((hour) => [...toColumns(hour), hour.stored]),
  )
  if (inserted.written + updated.written < hours.length) throw new ConflictError('another transaction wrote the block')
}

function toColumns({ monitorKey, regionKey, startsAt, rows }: HourRows): unknown[] {
  const counts = { up: 0, down: 0, degraded: 0, inconclusive: 0 }
  for (const { status } of rows) counts[STORED_STATUSES[status]!]++
  const data = encodeBlock(
    rows.map(({ scheduled_at, kind, status, detail, error }) => ({
      scheduledAt: scheduled_at,
      kind,
      status,
      detail,
      error,
    })),
    startsAt,
  )
  return [monitorKey, startsAt, regionKey, counts.up, counts.down, counts.degraded, counts.inconclusive, data]
}
