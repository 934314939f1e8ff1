/** Results of checks. New results are narrow rows, clustered by monitor and time; older ones are in blocks. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import { RESULT_KINDS, type ResultKind } from '../../core/probes/protocol.ts'
import type { RolledResult } from '../../core/results/rollup.ts'
import type { CheckStatus, ErrorType, Verdict } from '../../core/results/verdict.ts'
import { UnstorableError } from '../platform/database-errors.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { type ResultRow, STORED_STATUSES } from './result-blocks.ts'
import { packDetail, type ResultDetail, unpackDetail, unpackMeasures } from './result-detail.ts'
import { findRow, listRowsBetween, listRowsOfMonitors } from './result-rows.ts'

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

export async function findResult(db: Reader, key: ResultKey): Promise<StoredResult | null> {
  const row = await findRow(db, { ...key, kind: RESULT_KINDS.indexOf(key.kind) })
  return row ? toStoredResult(row) : null
}

export interface ResultFilter {
  monitorKey: number
  from?: number
  to?: number
  status?: CheckStatus
  regionKey?: number
}

/** Lists results, newest first. Intended for at most a few days. */
export async function listResults(db: Reader, filter: ResultFilter): Promise<StoredResult[]> {
  const { monitorKey, from = 0, to = Number.MAX_SAFE_INTEGER, status, regionKey } = filter
  const rows = await listRowsBetween(db, monitorKey, from, to)
  const isWanted = (row: ResultRow) =>
    (status === undefined || STORED_STATUSES[row.status] === status) &&
    (regionKey === undefined || row.region === regionKey)
  return rows.filter(isWanted).toReversed().map(toStoredResult)
}

/** A period of one monitor's results in one region. */
export interface ResultRange {
  monitorKey: number
  regionKey: number
  from: number
  /** Exclusive. */
  to: number
}

/** Returns whether a check passed within (from, to). Intended for about an hour. */
export async function hasPassedBetween(db: Reader, { monitorKey, regionKey, from, to }: ResultRange): Promise<boolean> {
  if (to <= from) return false
  const rows = await listRowsBetween(db, monitorKey, from + 1, to)
  const hasPassed = ({ status }: ResultRow) => ['up', 'degraded'].includes(STORED_STATUSES[status]!)
  return rows.some((row) => row.region === regionKey && hasPassed(row))
}

/** The fields of a result that a rollup needs. */
export interface MeasuredResult extends RolledResult {
  monitorKey: number
  regionKey: number
  scheduledAt: number
}

/** The columns of a result that a rollup needs. */
export type MeasuredRow = Pick<ResultRow, 'monitor_key' | 'scheduled_at' | 'region' | 'status' | 'detail'>

export const toMeasuredResult = (row: MeasuredRow): MeasuredResult => ({
  monitorKey: row.monitor_key,
  regionKey: row.region,
  scheduledAt: row.scheduled_at,
  status: STORED_STATUSES[row.status]!,
  ...unpackMeasures(row.detail),
})

/** Lists the results of [from, to), oldest first. Intended for at most a few days. */
export async function listMeasuresBetween(
  db: Reader,
  monitorKey: number,
  from: number,
  to: number,
): Promise<MeasuredResult[]> {
  return (await listRowsBetween(db, monitorKey, from, to)).map(toMeasuredResult)
}

/** Lists the results of several monitors, each in [from, to). Intended for a few hours. */
export const listMeasuresOfMonitors = async (
  db: Reader,
  ranges: Parameters<typeof listRowsOfMonitors>[1],
): Promise<MeasuredResult[]> =>
  ranges.length === 0 ? [] : [...(await listRowsOfMonitors(db, ranges)).values()].flat().map(toMeasuredResult)

const load = bulk<{ monitor_key: number; detail: Uint8Array | null }>(
  { monitor_key: 'int4', since: 'int8' },
  `select k.monitor_key as monitor_key,
     (select r.detail from results r where r.monitor_key = k.monitor_key and r.scheduled_at >= k.since
      order by r.scheduled_at desc limit 1) as detail
   from k`,
)

/**
 * Lists the address of the newest result, by monitor key. A monitor has none when the name was not resolved, or when it
 * has no result after `since`.
 */
export async function listLastAddresses(
  db: Reader,
  monitorKeys: readonly number[],
  since: UnixMs,
): Promise<Map<number, string>> {
  const { rows } = await load(
    db,
    monitorKeys.map((key) => [key, since]),
  )
  const known = rows.map(({ monitor_key: key, detail }) => [key, detail && unpackDetail(detail).remoteAddress] as const)
  return new Map(known.filter((entry): entry is readonly [number, string] => entry[1] !== null))
}
