/** Converts response times to the columns of the chart. */

export const PERIODS = ['24h', '7d', '30d', '90d'] as const
export type Period = (typeof PERIODS)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const LENGTH_MS: Record<Period, number> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
}

/** Time span of one data point from the API. */
export const BUCKET_MS: Record<Period, number> = {
  '24h': 5 * MINUTE_MS,
  '7d': HOUR_MS,
  '30d': 3 * HOUR_MS,
  '90d': DAY_MS,
}

export const MEASURES = ['avg', 'p50', 'p95', 'p99'] as const
export type Measure = (typeof MEASURES)[number]

export interface Point {
  timestamp: string
  avg_ms: number
  min_ms: number
  max_ms: number
  p50_ms: number
  p95_ms: number
  p99_ms: number
  count: number
}

export const getMs = (point: Point, measure: Measure | 'min' | 'max'): number => point[`${measure}_ms`]

/** Maximum share of points with several checks, such as a check on demand, of a series with one check a point. */
const SEVERAL_SHARE = 0.1

/** Whether a point is one check, so that percentiles equal the average. */
export const isSingle = (series: readonly Point[]): boolean =>
  series.filter(({ count }) => count > 1).length <= series.length * SEVERAL_SHARE

/** Unix seconds and a value. */
export type Dot = readonly [at: number, value: number]

export interface Columns {
  /** Unix seconds, ascending. */
  at: number[]
  /** One column per line: null breaks the line, undefined is skipped. */
  values: (number | null | undefined)[][]
}

/** Converts points to dots. A dot is placed at the middle of its bucket. */
export const toDots = (series: readonly Point[], measure: Measure | 'min' | 'max', bucketMs: number): Dot[] =>
  series.map((point) => [(Date.parse(point.timestamp) + bucketMs / 2) / 1000, getMs(point, measure)])

/**
 * Returns the distance beyond which two points are not joined, because a due check between them is missing.
 *
 * @param intervalSeconds between checks; null for irregular pings, where nothing can be missing
 * @returns ms
 */
export const computeGapMs = (bucketMs: number, intervalSeconds: number | null): number =>
  intervalSeconds === null ? Number.POSITIVE_INFINITY : 1.5 * Math.max(bucketMs, intervalSeconds * 1000)

/** Merges lines with different timestamps into one table. */
export function align(lines: readonly (readonly Dot[])[], gap: number): Columns {
  const gapSeconds = gap / 1000
  const broken = lines.map((dots) => withBreaks(dots, gapSeconds))
  const at = [...new Set(broken.flatMap((dots) => dots.map(([second]) => second)))].sort((a, b) => a - b)
  const values = broken.map((dots) => {
    const known = new Map(dots)
    return at.map((second) => known.get(second))
  })
  return { at, values }
}

function withBreaks(dots: readonly Dot[], gapSeconds: number): (readonly [number, number | null])[] {
  return dots.flatMap((dot, index) => {
    const before = dots[index - 1]
    const isGap = before !== undefined && dot[0] - before[0] > gapSeconds
    return isGap ? [[(before[0] + dot[0]) / 2, null] as const, dot] : [dot]
  })
}

/** Finds points without a neighbour, which a line cannot show. */
export function findIsolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const isMeasured = (value: number | null | undefined) => value !== null && value !== undefined
  const neighbour = (index: number, step: 1 | -1): number | null | undefined => {
    let next = index + step
    while (next >= 0 && next < values.length && values[next] === undefined) next += step
    return values[next]
  }
  return Array.from(values).flatMap((value, index) =>
    isMeasured(value) && !isMeasured(neighbour(index, -1)) && !isMeasured(neighbour(index, 1)) ? [index] : [],
  )
}

/** Returns the index of the nearest time; null for an empty list. */
export function findNearest(at: readonly number[], second: number): number | null {
  if (at.length === 0) return null
  let [low, high] = [0, at.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at[middle]! <= second) low = middle
    else high = middle
  }
  return second - at[low]! <= at[high]! - second ? low : high
}
