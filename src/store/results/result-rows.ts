/**
 * Rows of results, wherever they are stored: results of the newest hours as raw rows, and all others in blocks. A result
 * may be in both for a while, because PostgreSQL drops raw rows by the hour.
 *
 * Raw rows are always read first. A result that moves to its block in the meantime is then read twice, and never missed.
 */
import { sql } from 'kysely'
import { HOUR_MS, startOfHour } from '../../core/platform/time/time.ts'
import { bulk, selectOfEach } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import {
  type HourCount,
  listBlockCounts,
  listBlockRows,
  listBlockRowsOfMonitors,
  loadBlocks,
  type MonitorRange,
  type ResultRow,
  STORED_STATUSES,
} from './result-blocks.ts'

/** Key of a result. */
interface RowKey {
  monitorKey: number
  scheduledAt: number
  regionKey: number
  /** Index in `RESULT_KINDS`. */
  kind: number
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

export async function findRow(db: Reader, key: RowKey): Promise<ResultRow | null> {
  const [raw] = await selectOne(db, key.monitorKey, key.scheduledAt, key.regionKey, key.kind)
  if (raw) return raw
  const rows = await findStoredRows(db, [key])
  return rows.find(({ kind }) => kind === key.kind) ?? null
}

/** Finds results in blocks, of any kind. */
export async function findStoredRows(db: Reader, keys: readonly Omit<RowKey, 'kind'>[]): Promise<ResultRow[]> {
  const blocks = await loadBlocks(
    db,
    keys.map(({ monitorKey, regionKey, scheduledAt }) => ({
      monitorKey,
      regionKey,
      startsAt: startOfHour(scheduledAt),
    })),
  )
  return blocks.flatMap(({ rows }, index) =>
    (rows ?? []).filter((row) => row.scheduled_at === keys[index]!.scheduledAt),
  )
}

const selectBetween = prepareQuery((db: Reader, monitorKey: number, from: number, to: number) =>
  db
    .selectFrom('results')
    .selectAll()
    .where('monitor_key', '=', monitorKey)
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .orderBy('scheduled_at')
    .orderBy('region')
    .orderBy('kind'),
)

const compareRows = (a: ResultRow, b: ResultRow): number =>
  a.scheduled_at - b.scheduled_at || a.region - b.region || a.kind - b.kind

/** Lists the results of one monitor in [from, to), oldest first. Intended for at most a few days. */
export async function listRowsBetween(db: Reader, monitorKey: number, from: number, to: number): Promise<ResultRow[]> {
  const raw = await selectBetween(db, monitorKey, from, to)
  const stored = await listBlockRows(db, monitorKey, startOfHour(from), to)
  if (stored.length === 0) return raw
  const within = stored.filter((row) => row.scheduled_at >= from && row.scheduled_at < to)
  return mergeRows(within, raw).sort(compareRows)
}

const selectOfMonitors = bulk<ResultRow>(
  { monitor_key: 'int4', from_at: 'int8', to_at: 'int8' },
  selectOfEach('s.*', 'results', 's.scheduled_at >= k.from_at and s.scheduled_at < k.to_at'),
)

/** Lists the results of several monitors with two queries, by monitor, oldest first. */
export async function listRowsOfMonitors(
  db: Reader,
  ranges: readonly MonitorRange[],
): Promise<Map<number, ResultRow[]>> {
  const { rows } = await selectOfMonitors(
    db,
    ranges.map(({ monitorKey, from, to }) => [monitorKey, from, to]),
  )
  const hours = ranges.map((range) => ({ ...range, from: startOfHour(range.from) }))
  const byMonitor = (list: ResultRow[]) => Map.groupBy(list, ({ monitor_key }) => monitor_key)
  const [raw, stored] = [byMonitor(rows), byMonitor(await listBlockRowsOfMonitors(db, hours))]
  return new Map(
    ranges.map(({ monitorKey, from, to }) => {
      const within = (stored.get(monitorKey) ?? []).filter((row) => row.scheduled_at >= from && row.scheduled_at < to)
      return [monitorKey, mergeRows(within, raw.get(monitorKey) ?? []).sort(compareRows)]
    }),
  )
}

/** Returns all rows of both lists; of two rows with the same key, the first one. Both lists belong to one monitor. */
export function mergeRows(first: readonly ResultRow[], second: readonly ResultRow[]): ResultRow[] {
  if (first.length === 0 || second.length === 0) return [...first, ...second]
  const format = (row: ResultRow) => `${row.scheduled_at}/${row.region}/${row.kind}`
  const known = new Set(first.map(format))
  return [...first, ...second.filter((row) => !known.has(format(row)))]
}

const countBetween = prepareQuery((db: Reader, monitorKey: number, from: number, to: number) =>
  db
    .selectFrom('results')
    .select((eb) => [
      sql<number>`scheduled_at - scheduled_at % ${sql.lit(HOUR_MS)}`.as('startsAt'),
      'region as regionKey',
      'status',
      eb.fn.countAll<number>().as('count'),
    ])
    .where('monitor_key', '=', monitorKey)
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .groupBy(['startsAt', 'region', 'status']),
)

/** Counts the results of each hour and region that starts in [from, to), in no order. */
export async function listHourCounts(db: Reader, monitorKey: number, from: number, to: number): Promise<HourCount[]> {
  const counts = new Map<string, HourCount>()
  for (const { startsAt, regionKey, status, count } of await countBetween(db, monitorKey, from, to)) {
    const hour = counts.get(`${startsAt}/${regionKey}`) ?? createCount(startsAt, regionKey)
    hour[STORED_STATUSES[status]!] = Number(count)
    counts.set(`${startsAt}/${regionKey}`, hour)
  }
  for (const hour of await listBlockCounts(db, monitorKey, from, to)) {
    const name = `${hour.startsAt}/${hour.regionKey}`
    const raw = counts.get(name)
    // The block contains the raw rows of its hour, unless a late result has not been merged yet
    if (!raw || sumCount(raw) <= sumCount(hour)) counts.set(name, hour)
  }
  return [...counts.values()]
}

const createCount = (startsAt: number, regionKey: number): HourCount => ({
  startsAt,
  regionKey,
  up: 0,
  down: 0,
  degraded: 0,
  inconclusive: 0,
})

export const sumCount = ({ up, down, degraded, inconclusive }: HourCount): number => up + down + degraded + inconclusive
