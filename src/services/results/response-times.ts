/** Response times of monitors: over time for charts, and as a summary. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { getLocalClock } from '../../core/platform/time/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfHour, type UnixMs } from '../../core/platform/time/time.ts'
import { toHourOfWeek } from '../../core/results/availability.ts'
import { LATENCY, mergeEncoded } from '../../core/results/sketch.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  listMeasuresBetween,
  listResults,
  type MeasuredResult,
  type StoredResult,
} from '../../store/results/results.ts'
import { type LatencyRow, listLatencies } from '../../store/results/rollup-reads.ts'
import type { RollupTable } from '../../store/results/rollups.ts'
import { listRawResults, splitPeriod, startOfResponseTimes } from './roll-up.ts'

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
  startsAt: UnixMs
}

export interface Series {
  /** Oldest first; buckets without a passing check are omitted. */
  points: SeriesPoint[]
  /** Null when no check passed. */
  whole: LatencySummary | null
}

interface SeriesSource {
  monitorKey: number
  /** Only this region; null for all regions. */
  regionKey?: number | null
  /** End of a past period, exclusive; Unix ms. The default is the current time. */
  before?: number | undefined
}

/** Reads the response times of a monitor. */
export async function readSeries(
  db: Reader,
  { monitorKey, regionKey = null, before }: SeriesSource,
  period: SeriesPeriod,
  now: number,
): Promise<Series> {
  const { lengthMs, bucketMs, source } = SERIES[period]
  const bucketAt = (at: number) => Math.floor(at / bucketMs) * bucketMs
  const from = startOfResponseTimes((before ?? now) - lengthMs)
  const firstBucket = bucketAt(from + bucketMs - 1)
  const parts = splitPeriod(from, now)
  // Rollups have no parts of hours, so a past period ends with its last whole hour
  if (before !== undefined) parts.end = source === 'results' ? before : startOfHour(before)
  const lastBucket = before === undefined ? parts.end : bucketAt(parts.end)
  const isWanted = (part: { regionKey: number }) => regionKey === null || part.regionKey === regionKey
  // Hours make up the parts of the first and the last bucket that belong to the period
  const listRows = async (table: RollupTable): Promise<LatencyRow[]> => [
    ...(await listLatencies(db, 'result_hours', { monitorKey, from, to: firstBucket })),
    ...(await listLatencies(db, table, { monitorKey, from: firstBucket, to: lastBucket })),
    ...(await listLatencies(db, 'result_hours', { monitorKey, from: lastBucket, to: parts.end })),
  ]
  const rows = source === 'results' ? [] : await listRows(source)
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

/** Response times of passing checks. Each check counts once. Percentiles are within 1 % of the exact values. */
export interface LatencySummary {
  averageMs: number
  minMs: number
  maxMs: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  count: number
}

type TimedResult = MeasuredResult & { responseTimeMs: number }

/** Whether a result counts in response times: its check passed and was timed. */
export const isTimed = <R extends Pick<MeasuredResult, 'status' | 'responseTimeMs'>>(
  result: R,
): result is R & { responseTimeMs: number } =>
  (result.status === 'up' || result.status === 'degraded') && result.responseTimeMs !== null

/** Reused for every summary: a sketch is large, and most buckets have only one row. */
const scratch = LATENCY.empty()

/**
 * Summary of response times from rollups and raw results. Every average, minimum and percentile is computed here.
 *
 * @param rows together with the results, at least one passing check
 */
export function summarizeLatencies(
  rows: readonly Pick<LatencyRow, 'count' | 'sumUs' | 'minUs' | 'maxUs' | 'sketch'>[],
  results: readonly TimedResult[],
): LatencySummary {
  scratch.fill(0)
  let [count, sumUs, minUs, maxUs] = [0, 0, Number.POSITIVE_INFINITY, 0]
  for (const row of rows) {
    mergeEncoded(scratch, row.sketch)
    count += row.count
    sumUs += row.sumUs
    minUs = Math.min(minUs, row.minUs)
    maxUs = Math.max(maxUs, row.maxUs)
  }
  for (const { responseTimeMs } of results) {
    const us = Math.round(responseTimeMs * 1_000)
    LATENCY.add(scratch, us)
    count++
    sumUs += us
    minUs = Math.min(minUs, us)
    maxUs = Math.max(maxUs, us)
  }
  // A percentile is an estimate, so it is limited to the exact minimum and maximum
  const within = (us: number | null) => Math.min(maxUs, Math.max(minUs, us ?? 0)) / 1_000
  const [p50 = null, p95 = null, p99 = null] = LATENCY.quantiles(scratch, [0.5, 0.95, 0.99], count)
  return {
    averageMs: sumUs / count / 1_000,
    minMs: minUs / 1_000,
    maxMs: maxUs / 1_000,
    p50Ms: within(p50),
    p95Ms: within(p95),
    p99Ms: within(p99),
    count,
  }
}

const RESULT_PHASES = ['dns', 'connect', 'tls', 'firstByte', 'download'] as const

/** Averages of passing checks in one bucket; a phase that was not measured counts as 0. */
export interface PhasePoint {
  startsAt: UnixMs
  /** By phase, in the order of `RESULT_PHASES`. */
  phasesMs: number[]
  /** Time outside of all phases. The sum of all parts is the average response time. */
  otherMs: number
  count: number
}

/** Periods with phases. Rollups have none, and all plans keep the results of a week. */
export const PHASE_PERIODS = ['24h', '7d'] as const satisfies readonly SeriesPeriod[]

/** Results of one turn of the event loop: a quarter of a day. */
const PHASE_PART_MS = 6 * HOUR_MS

/** Reads the phases of a period from its results, with the buckets of their response times. */
export async function readPhases(
  db: Reader,
  { monitorKey, regionKey = null }: SeriesSource,
  period: (typeof PHASE_PERIODS)[number],
  now: number,
): Promise<PhasePoint[]> {
  const { lengthMs, bucketMs } = SERIES[period]
  const points: PhasePoint[] = []
  // Buckets begin with an hour, and so do parts
  for (let from = startOfResponseTimes(now - lengthMs); from <= now; from += PHASE_PART_MS) {
    const to = from + PHASE_PART_MS > now ? now + DAY_MS : from + PHASE_PART_MS
    const filter = { monitorKey, from, to, ...(regionKey !== null && { regionKey }) }
    const results = (await listResults(db, filter)).filter(isTimed).toReversed()
    const buckets = Map.groupBy(results, ({ scheduledAt }) => Math.floor(scheduledAt / bucketMs) * bucketMs)
    for (const [startsAt, checks] of buckets) points.push(averagePhases(startsAt, checks))
    await yieldToEventLoop()
  }
  return points
}

function averagePhases(
  startsAt: UnixMs,
  checks: readonly (Pick<StoredResult, 'timings'> & { responseTimeMs: number })[],
): PhasePoint {
  const average = (pick: (check: (typeof checks)[number]) => number) =>
    checks.reduce((sum, check) => sum + pick(check), 0) / checks.length
  const phasesMs = RESULT_PHASES.map((phase) => average(({ timings }) => timings[`${phase}Ms`] ?? 0))
  const otherMs = average(({ responseTimeMs }) => responseTimeMs) - phasesMs.reduce((sum, ms) => sum + ms, 0)
  return { startsAt, phasesMs, otherMs: Math.max(0, otherMs), count: checks.length }
}

/** How far the typical week looks back. */
const WEEK_MS = 90 * DAY_MS

interface WeekHour extends LatencySummary {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** 0-23 */
  hour: number
}

/**
 * Reads the response times of the last 90 days by weekday and hour. Hours are those in which a rollup starts, in the
 * time zone.
 */
export async function readWeek(db: Reader, monitorKey: number, timezone: string, now: number): Promise<WeekHour[]> {
  const rows = await listLatencies(db, 'result_hours', { monitorKey, from: startOfHour(now - WEEK_MS), to: now })
  const clock = getLocalClock(timezone)
  const byHour = Map.groupBy(
    rows.filter(({ count }) => count > 0),
    ({ startsAt }) => startsAt,
  )
  const cells = Map.groupBy(byHour.keys(), (startsAt) => toHourOfWeek(clock.toLocal(startsAt)))
  return [...cells]
    .toSorted(([a], [b]) => a - b)
    .map(([cell, starts]) => ({
      weekday: Math.floor(cell / 24) + 1,
      hour: cell % 24,
      ...summarizeLatencies(
        starts.flatMap((startsAt) => byHour.get(startsAt)!),
        [],
      ),
    }))
}
