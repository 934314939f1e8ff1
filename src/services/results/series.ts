/** Response times over time, for charts. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listMeasuresBetween } from '../../store/results/results.ts'
import { type LatencyRow, listLatencies } from '../../store/results/rollup-reads.ts'
import type { RollupTable } from '../../store/results/rollups.ts'
import { isTimed, type LatencySummary, summarizeLatencies } from './latency-summary.ts'
import { listRawResults, splitPeriod, startOfResponseTimes } from './raw-results.ts'

export const SERIES_PERIODS = ['24h', '7d', '30d', '90d'] as const
export type SeriesPeriod = (typeof SERIES_PERIODS)[number]

/**
 * Length, bucket width and source of each series. No series has more than 300 points. Each width is a multiple of the
 * source's resolution.
 */
const SERIES: Record<SeriesPeriod, { lengthMs: number; bucketMs: number; source: RollupTable | 'results' }> = {
  '24h': { lengthMs: DAY_MS, bucketMs: 5 * MINUTE_MS, source: 'results' },
  '7d': { lengthMs: 7 * DAY_MS, bucketMs: HOUR_MS, source: 'result_hours' },
  '30d': { lengthMs: 30 * DAY_MS, bucketMs: 3 * HOUR_MS, source: 'result_hours' },
  '90d': { lengthMs: 90 * DAY_MS, bucketMs: DAY_MS, source: 'result_days' },
}

export const getPeriodMs = (period: SeriesPeriod): number => SERIES[period].lengthMs

/** Response times of passing checks in one bucket. */
export interface SeriesPoint extends LatencySummary {
  /** Unix ms. */
  startsAt: number
}

export interface Series {
  /** Oldest first; buckets without a passing check are omitted. */
  points: SeriesPoint[]
  /** Null when no check passed. */
  whole: LatencySummary | null
}

/**
 * Reads the response times of a monitor.
 *
 * @param regionKey only this region; null for all regions
 */
export async function readSeries(
  db: Reader,
  monitorKey: number,
  period: SeriesPeriod,
  regionKey: number | null,
  now: number,
): Promise<Series> {
  const { lengthMs, bucketMs, source } = SERIES[period]
  const bucketAt = (at: number) => Math.floor(at / bucketMs) * bucketMs
  const from = startOfResponseTimes(now - lengthMs)
  const firstBucket = bucketAt(from + bucketMs - 1)
  const parts = splitPeriod(from, now)
  const isWanted = (part: { regionKey: number }) => regionKey === null || part.regionKey === regionKey
  const rows = source === 'results' ? [] : await listRows(db, monitorKey, source, from, firstBucket, parts.end)
  const results =
    source === 'results'
      ? await listMeasuresBetween(db, monitorKey, from, parts.end)
      : await listRawResults(db, monitorKey, parts)
  const wantedRows = rows.filter(isWanted)
  const timed = results.filter(isTimed).filter(isWanted)
  const rowsByBucket = Map.groupBy(wantedRows, (row) => bucketAt(row.startsAt))
  const resultsByBucket = Map.groupBy(timed, (result) => bucketAt(result.scheduledAt))
  const starts = new Set([...rowsByBucket.keys(), ...resultsByBucket.keys()])
  return {
    points: [...starts]
      .toSorted((a, b) => a - b)
      .map((startsAt) => ({
        startsAt,
        ...summarizeLatencies(rowsByBucket.get(startsAt) ?? [], resultsByBucket.get(startsAt) ?? []),
      })),
    whole: starts.size === 0 ? null : summarizeLatencies(wantedRows, timed),
  }
}

/** Lists rollups of the period. Hours make up the part of the first bucket that belongs to it. */
const listRows = async (
  db: Reader,
  monitorKey: number,
  source: RollupTable,
  from: number,
  firstBucket: number,
  end: number,
): Promise<LatencyRow[]> => [
  ...(await listLatencies(db, 'result_hours', monitorKey, from, firstBucket)),
  ...(await listLatencies(db, source, monitorKey, firstBucket, end)),
]
