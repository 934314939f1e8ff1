/** Results: one narrow row per check, clustered by monitor and time. */

import type { Selectable } from 'kysely'
import { RESULT_KINDS, type ResultKind } from '../../core/probes/protocol.ts'
import type { RolledResult } from '../../core/results/rollup.ts'
import type { CheckStatus, ErrorType, Verdict } from '../../core/results/verdict.ts'
import { bulk } from '../platform/bulk.ts'
import { UnstorableError } from '../platform/database-errors.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ResultsTable } from '../tables/results.ts'
import { packDetail, type ResultDetail, unpackDetail, unpackMeasures } from './result-detail.ts'

/** Stored values of a status. The most frequent ones are 0 and 1, which take no space in SQLite. */
export const STORED_STATUSES = ['down', 'up', 'degraded', 'inconclusive'] as const satisfies readonly CheckStatus[]

export interface StoredResult extends ResultDetail, Verdict {
  monitorKey: number
  regionKey: number
  kind: ResultKind
  scheduledAt: number
}

const insert = bulk(
  {
    monitor_key: 'int4',
    scheduled_at: 'int8',
    region: 'int2',
    kind: 'int2',
    status: 'int2',
    detail: 'bytea',
    error: 'text',
  },
  `insert into results (monitor_key, scheduled_at, region, kind, status, detail, error)
   select * from k where true on conflict do nothing`,
)

/** Inserts results. A result whose key exists is a repeat and is not written again. */
export async function insertResults(tx: Tx, results: readonly StoredResult[]): Promise<void> {
  await insert(
    tx,
    results.map((result) => [
      result.monitorKey,
      result.scheduledAt,
      result.regionKey,
      RESULT_KINDS.indexOf(result.kind),
      STORED_STATUSES.indexOf(result.status),
      packResult(result),
      result.errorType === null && result.errorMessage === null
        ? null
        : JSON.stringify([result.errorType, result.errorMessage]),
    ]),
  )
}

/** @throws UnstorableError */
function packResult(result: StoredResult): Uint8Array {
  try {
    return packDetail(result)
  } catch (error) {
    throw new UnstorableError((error as Error).message, { cause: error })
  }
}

type ResultRow = Selectable<ResultsTable>

function toStoredResult(row: ResultRow): StoredResult {
  const [errorType, errorMessage] = row.error ? (JSON.parse(row.error) as [ErrorType | null, string | null]) : []
  return {
    monitorKey: row.monitor_key,
    regionKey: row.region,
    kind: RESULT_KINDS[row.kind]!,
    scheduledAt: row.scheduled_at,
    status: STORED_STATUSES[row.status]!,
    errorType: errorType ?? null,
    errorMessage: errorMessage ?? null,
    ...unpackDetail(row.detail),
  }
}

/**
 * Formats a result's key as a UUID version 7. The database stores no id, and ids sort by time. Uses 48 bits for the
 * time, 12 for the kind, 14 for the region, 48 for the monitor.
 */
export function formatResultId(result: ResultKey): string {
  const time = result.scheduledAt.toString(16).padStart(12, '0')
  const kind = RESULT_KINDS.indexOf(result.kind).toString(16).padStart(3, '0')
  const region = (0x8000 + (result.regionKey % 0x4000)).toString(16)
  const monitor = result.monitorKey.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind}-${region}-${monitor}`
}

type ResultKey = Pick<StoredResult, 'monitorKey' | 'regionKey' | 'kind' | 'scheduledAt'>

const ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/

/** Parses the key in an id; null when the id does not belong to a result. */
export function parseResultId(id: string): ResultKey | null {
  const [, high, low, kind, region, monitor] = ID.exec(id.toLowerCase()) ?? []
  const known = kind === undefined ? undefined : RESULT_KINDS[Number.parseInt(kind, 16)]
  if (known === undefined) return null
  return {
    monitorKey: Number.parseInt(monitor!, 16),
    regionKey: Number.parseInt(region!, 16) - 0x8000,
    kind: known,
    scheduledAt: Number.parseInt(high! + low!, 16),
  }
}

const selectOne = prepareQuery((db: Reader, monitorKey: number, scheduledAt: number, regionKey: number, kind: number) =>
  db
    .selectFrom('results')
    .selectAll()
    .where('monitor_key', '=', monitorKey)
    .where('scheduled_at', '=', scheduledAt)
    .where('region', '=', regionKey)
    .where('kind', '=', kind),
)

export async function findResult(db: Reader, key: ResultKey): Promise<StoredResult | null> {
  const [row] = await selectOne(db, key.monitorKey, key.scheduledAt, key.regionKey, RESULT_KINDS.indexOf(key.kind))
  return row ? toStoredResult(row) : null
}

export interface ResultFilter {
  monitorKey: number
  from?: number
  to?: number
  status?: CheckStatus
  regionKey?: number
}

/** Lists results, newest first. */
export async function listResults(
  db: Reader,
  filter: ResultFilter,
  page: { limit: number; offset: number },
): Promise<StoredResult[]> {
  const rows = await filterResults(db, filter)
    .selectAll()
    .orderBy('scheduled_at', 'desc')
    .orderBy('region', 'desc')
    .orderBy('kind', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map(toStoredResult)
}

/** Counts results by reading only the index. */
export async function countResults(db: Reader, filter: ResultFilter): Promise<number> {
  const { total } = await filterResults(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

function filterResults(db: Reader, filter: ResultFilter) {
  let query = db.selectFrom('results').where('monitor_key', '=', filter.monitorKey)
  if (filter.from !== undefined) query = query.where('scheduled_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('scheduled_at', '<', filter.to)
  if (filter.regionKey !== undefined) query = query.where('region', '=', filter.regionKey)
  if (filter.status !== undefined) {
    query = query.where('status', '=', STORED_STATUSES.indexOf(filter.status))
    // Always true for results that are not `up`. The condition lets the database use the partial index
    if (filter.status !== 'up') query = query.where('error', 'is not', null)
  }
  return query
}

/** A period of one monitor's results in one region. */
export interface ResultRange {
  monitorKey: number
  regionKey: number
  from: number
  /** Exclusive. */
  to: number
}

const selectPassed = prepareQuery((db: Reader, monitorKey: number, regionKey: number, from: number, to: number) =>
  db
    .selectFrom('results')
    .select('scheduled_at')
    .where('monitor_key', '=', monitorKey)
    .where('scheduled_at', '>', from)
    .where('scheduled_at', '<', to)
    .where('region', '=', regionKey)
    .where('status', 'in', [STORED_STATUSES.indexOf('up'), STORED_STATUSES.indexOf('degraded')])
    .limit(1),
)

/**
 * Returns whether a check passed within (from, to). Intended for about an hour, because it reads the results in between
 * one by one.
 */
export async function hasPassedBetween(db: Reader, { monitorKey, regionKey, from, to }: ResultRange): Promise<boolean> {
  return to > from && (await selectPassed(db, monitorKey, regionKey, from, to)).length > 0
}

/** The fields of a result that a rollup needs. */
export interface MeasuredResult extends RolledResult {
  monitorKey: number
  regionKey: number
  scheduledAt: number
}

type MeasuredRow = Pick<ResultRow, 'monitor_key' | 'scheduled_at' | 'region' | 'status' | 'detail'>

const toMeasuredResult = (row: MeasuredRow): MeasuredResult => ({
  monitorKey: row.monitor_key,
  regionKey: row.region,
  scheduledAt: row.scheduled_at,
  status: STORED_STATUSES[row.status]!,
  ...unpackMeasures(row.detail),
})

const selectBetween = prepareQuery((db: Reader, monitorKey: number, from: number, to: number) =>
  db
    .selectFrom('results')
    .select(['monitor_key', 'scheduled_at', 'region', 'status', 'detail'])
    .where('monitor_key', '=', monitorKey)
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .orderBy('scheduled_at'),
)

/** Lists the results of [from, to), oldest first. Intended for at most a day, because there is one row per check. */
export async function listMeasuresBetween(
  db: Reader,
  monitorKey: number,
  from: number,
  to: number,
): Promise<MeasuredResult[]> {
  return (await selectBetween(db, monitorKey, from, to)).map(toMeasuredResult)
}

const MEASURED = 'r.monitor_key, r.scheduled_at, r.region, r.status, r.detail'
const WITHIN =
  'r.monitor_key = k.monitor_key and r.scheduled_at >= k.from_at and r.scheduled_at < k.to_at and r.region = k.region'

const selectRanges = bulk<MeasuredRow>(
  { monitor_key: 'int4', region: 'int2', from_at: 'int8', to_at: 'int8' },
  {
    sqlite: `select ${MEASURED} from k join results r on ${WITHIN}`,
    // The offset keeps PostgreSQL from joining all partitions at once. It estimates that join as cheaper than looking
    // each range up in its partition
    postgres: `select r.* from k cross join lateral (select ${MEASURED} from results r where ${WITHIN} offset 0) r`,
  },
)

/** Lists the results of many ranges at once, in no order. */
export async function listMeasuresOfRanges(db: Reader, ranges: readonly ResultRange[]): Promise<MeasuredResult[]> {
  const { rows } = await selectRanges(
    db,
    ranges.map((range) => [range.monitorKey, range.regionKey, range.from, range.to]),
  )
  return rows.map(toMeasuredResult)
}
