/**
 * What the history says. Every answer is made of rollups whose number does not depend on the age of the monitor, and
 * of the one hour that is still open.
 */
import { addResult, emptyRollup, mergeRollup, type Rollup } from '../core/rollup.ts'
import { gridOffsetMs, slotsBetween } from '../core/schedule.ts'
import { LATENCY, LATENESS } from '../core/sketch.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, startOfDay, startOfHour } from '../core/time.ts'
import { type DayCounts, dailyStrip, type StripDay, timeInStatus, uptimePercentage } from '../core/uptime.ts'
import { findLastChecks, findOpenHours, type LastChecks } from '../store/check-states.ts'
import { listRegions } from '../store/regions.ts'
import { listResultsBetween, type StoredResult } from '../store/results.ts'
import { findLastDayBefore, listRollups, type StoredRollup } from '../store/rollups.ts'
import { listStatusSpans } from '../store/status-changes.ts'
import type { Reader } from '../store/store.ts'

/** What a statistic needs to know of its monitor. */
export interface MeasuredMonitor {
  key: number
  id: string
  intervalSeconds: number
  timeoutMs: number
  /** Unix ms. */
  createdAt: number
  /** Since when checks lie on the present grid, Unix ms. */
  gridSince: number
}

/** Rollups and raw results that together tell of a stretch of time once. */
interface Material {
  rollups: StoredRollup[]
  results: StoredResult[]
}

type Grain = 'hours' | 'days'

/**
 * Everything since `from`. With `days`, whole days come as one row each and the first, partial day by its hours.
 *
 * @param from Unix ms; within an hour, the rest of that hour is read raw
 */
async function materialSince(
  db: Reader,
  monitorKey: number,
  from: number,
  grain: Grain,
  now: number,
): Promise<Material> {
  const end = now + DAY_MS // the clock of a probe may be a little ahead
  const firstHour = startOfHour(from + HOUR_MS - 1)
  const firstDay = grain === 'days' ? startOfDay(from + DAY_MS - 1) : end
  const hours = await listRollups(db, 'result_hours', monitorKey, firstHour, firstDay)
  const days = grain === 'days' ? await listRollups(db, 'result_days', monitorKey, firstDay, end) : []
  return { rollups: [...hours, ...days], results: await rawResults(db, monitorKey, from, firstHour, end) }
}

/** Results that no whole rollup tells of: those of hours that are still open, and of the partial hour at the start. */
async function rawResults(
  db: Reader,
  monitorKey: number,
  from: number,
  firstHour: number,
  end: number,
): Promise<StoredResult[]> {
  const openHours = await findOpenHours(db, monitorKey)
  if (openHours.size === 0) return []
  const isOpen = (result: StoredResult) => result.scheduledAt >= (openHours.get(result.regionKey) ?? 0)
  const open = await listResultsBetween(db, monitorKey, Math.max(from, Math.min(...openHours.values())), end)
  const edge = firstHour > from ? await listResultsBetween(db, monitorKey, from, firstHour) : []
  return [...edge.filter((result) => !isOpen(result)), ...open.filter(isOpen)]
}

function sumUp(material: Material): Rollup {
  const sum = emptyRollup()
  for (const rollup of material.rollups) mergeRollup(sum, rollup)
  for (const result of material.results) addResult(sum, result)
  return sum
}

export interface Stats extends LastChecks {
  /** 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  /** Null when no check passed. */
  averageMs: number | null
  totalChecks: number
  failedChecks: number
}

/** @param days back from now; the counts start with the whole hour, the uptime to the millisecond */
export async function readStats(db: Reader, monitor: MeasuredMonitor, days: number, now: number): Promise<Stats> {
  const from = Math.max(now - days * DAY_MS, monitor.createdAt)
  const spans = await listStatusSpans(db, monitor.key, 'runtime', from, now)
  const sum = sumUp(await materialSince(db, monitor.key, startOfHour(from), 'days', now))
  return {
    ...(await findLastChecks(db, monitor.key)),
    uptimePercentage: uptimePercentage(timeInStatus(spans, from, now)),
    averageMs: sum.latencyCount > 0 ? sum.latencySumUs / sum.latencyCount / 1_000 : null,
    totalChecks: sum.up + sum.down + sum.degraded + sum.inconclusive,
    failedChecks: sum.down,
  }
}

const STRIP_DAYS = 30

/** One entry per UTC day of the last 30, oldest first. */
export async function readSparkline(db: Reader, monitorKey: number, now: number): Promise<StripDay[]> {
  const first = startOfDay(now) - (STRIP_DAYS - 1) * DAY_MS
  const material = await materialSince(db, monitorKey, first, 'days', now)
  const before = await findLastDayBefore(db, monitorKey, first)
  const days = new Map<number, DayCounts>()
  const count = (at: number, successes: number, failures: number) => {
    const startsAt = startOfDay(at)
    const day = days.get(startsAt) ?? { startsAt, successes: 0, failures: 0 }
    days.set(startsAt, { startsAt, successes: day.successes + successes, failures: day.failures + failures })
  }
  for (const rollup of before ? [before, ...material.rollups] : material.rollups)
    count(rollup.startsAt, rollup.up + rollup.degraded, rollup.down)
  for (const { scheduledAt, status } of material.results)
    count(scheduledAt, status === 'up' || status === 'degraded' ? 1 : 0, status === 'down' ? 1 : 0)
  return dailyStrip([...days.values()], STRIP_DAYS, now)
}

export const SERIES_PERIODS = ['24h', '7d', '30d', '90d'] as const
export type SeriesPeriod = (typeof SERIES_PERIODS)[number]

/** Widths are such that no series has more than 300 points. */
const SERIES: Record<SeriesPeriod, { lengthMs: number; bucketMs: number; grain: Grain | 'raw' }> = {
  '24h': { lengthMs: DAY_MS, bucketMs: 5 * MINUTE_MS, grain: 'raw' },
  '7d': { lengthMs: 7 * DAY_MS, bucketMs: HOUR_MS, grain: 'hours' },
  '30d': { lengthMs: 30 * DAY_MS, bucketMs: 3 * HOUR_MS, grain: 'hours' },
  '90d': { lengthMs: 90 * DAY_MS, bucketMs: DAY_MS, grain: 'days' },
}

/** Response times of passing checks within one bucket. Percentiles are within 1 % of the true ones. */
export interface SeriesPoint {
  startsAt: number
  averageMs: number
  minMs: number
  maxMs: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  count: number
}

/** Oldest first; buckets without a passing check are left out. @param regionKey only this region; null for all */
export async function readSeries(
  db: Reader,
  monitorKey: number,
  period: SeriesPeriod,
  regionKey: number | null,
  now: number,
): Promise<SeriesPoint[]> {
  const { lengthMs, bucketMs, grain } = SERIES[period]
  const from = bucketStart(now - lengthMs, bucketMs) + bucketMs
  const material = await seriesMaterial(db, monitorKey, from, grain, now)
  const wanted = (part: { regionKey: number }) => regionKey === null || part.regionKey === regionKey
  const buckets = new Map<number, Rollup>()
  const bucketAt = (at: number): Rollup => {
    const startsAt = bucketStart(at, bucketMs)
    const bucket = buckets.get(startsAt) ?? emptyRollup()
    buckets.set(startsAt, bucket)
    return bucket
  }
  for (const rollup of material.rollups) if (wanted(rollup)) mergeRollup(bucketAt(rollup.startsAt), rollup)
  for (const result of material.results) if (wanted(result)) addResult(bucketAt(result.scheduledAt), result)
  return [...buckets]
    .filter(([, bucket]) => bucket.latencyCount > 0)
    .sort(([a], [b]) => a - b)
    .map(([startsAt, bucket]) => pointOf(startsAt, bucket))
}

const bucketStart = (at: number, bucketMs: number): number => Math.floor(at / bucketMs) * bucketMs

async function seriesMaterial(
  db: Reader,
  monitorKey: number,
  from: number,
  grain: Grain | 'raw',
  now: number,
): Promise<Material> {
  if (grain !== 'raw') return materialSince(db, monitorKey, from, grain, now)
  return { rollups: [], results: await listResultsBetween(db, monitorKey, from, now + DAY_MS) }
}

function pointOf(startsAt: number, bucket: Rollup): SeriesPoint {
  const [p50, p95, p99] = LATENCY.quantiles(bucket.latency, [0.5, 0.95, 0.99], bucket.latencyCount)
  // A percentile is an estimate, the extremes are not: it never lies outside of them
  const within = (us: number | null | undefined) =>
    Math.min(bucket.latencyMaxUs, Math.max(bucket.latencyMinUs, us ?? 0)) / 1_000
  return {
    startsAt,
    averageMs: bucket.latencySumUs / bucket.latencyCount / 1_000,
    minMs: bucket.latencyMinUs / 1_000,
    maxMs: bucket.latencyMaxUs / 1_000,
    p50Ms: within(p50),
    p95Ms: within(p95),
    p99Ms: within(p99),
    count: bucket.latencyCount,
  }
}

/** Proof of execution. Lateness percentiles are within 5 %, null when nothing ran. */
export interface Coverage {
  scheduled: number
  executed: number
  missed: number
  inconclusive: number
  latenessMs: { p50: number | null; p95: number | null; p99: number | null }
}

/** A check that was due this shortly ago may still be on its way into the store, ms. */
const IN_FLIGHT_MS = 5 * SECOND_MS

/** @param period counts from the whole hour, but not from before the present grid began */
export async function readCoverage(
  db: Reader,
  monitor: MeasuredMonitor,
  period: SeriesPeriod,
  now: number,
): Promise<Coverage> {
  const from = Math.max(startOfHour(now - SERIES[period].lengthMs), monitor.gridSince)
  const until = Math.max(from, now - monitor.timeoutMs - IN_FLIGHT_MS)
  const sum = sumUp(await materialSince(db, monitor.key, from, 'days', now))
  const scheduled = await countSlots(db, monitor, from, until)
  const [p50, p95, p99] = LATENESS.quantiles(sum.lateness, [0.5, 0.95, 0.99], sum.onGrid).map((us) =>
    us === null ? null : us / 1_000,
  )
  return {
    scheduled: Math.max(scheduled, sum.onGrid),
    executed: sum.onGrid,
    missed: Math.max(0, scheduled - sum.onGrid),
    inconclusive: sum.inconclusive,
    latenessMs: { p50: p50 ?? null, p95: p95 ?? null, p99: p99 ?? null },
  }
}

/** Grid slots while the monitor was active, over all regions that check it. */
async function countSlots(db: Reader, monitor: MeasuredMonitor, from: number, until: number): Promise<number> {
  const spans = await listStatusSpans(db, monitor.key, 'config', from, until)
  const active = spans.filter((span) => span.status === 'active')
  const reporting = await findOpenHours(db, monitor.key)
  const regions = (await listRegions(db)).filter((region) => reporting.has(region.key))
  let slots = 0
  for (const region of regions) {
    const offset = gridOffsetMs(monitor.id, region.code, monitor.intervalSeconds)
    for (const span of active)
      slots += slotsBetween(
        offset,
        monitor.intervalSeconds,
        Math.max(span.startedAt, from),
        Math.min(span.endedAt ?? until, until),
      )
  }
  return slots
}
