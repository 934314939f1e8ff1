/** Response times as the columns that the chart is drawn from. */

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

/** The width of one point of the API. */
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

/** Seconds and a value. */
export type Dot = readonly [at: number, value: number]

export interface Columns {
  /** Unix seconds, ascending. */
  at: number[]
  /** One for each line: null breaks it, undefined is passed over. */
  values: (number | null | undefined)[][]
}

/** A point stands for the middle of its bucket. */
export const toDots = (series: readonly Point[], measure: Measure | 'min' | 'max', bucketMs: number): Dot[] =>
  series.map((point) => [(Date.parse(point.timestamp) + bucketMs / 2) / 1000, getMs(point, measure)])

/**
 * From this distance on, ms, two points are not joined: something that was due in between is missing.
 *
 * @param intervalSeconds between checks; null when they come when they like, and nothing is ever missing
 */
export const computeGapMs = (bucketMs: number, intervalSeconds: number | null): number =>
  intervalSeconds === null ? Number.POSITIVE_INFINITY : 1.5 * Math.max(bucketMs, intervalSeconds * 1000)

/** Brings lines whose points lie at different times into one table. */
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

/** Points with nothing to be joined to: a line would not show them. */
export function findIsolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const isThere = (value: number | null | undefined) => value !== null && value !== undefined
  const neighbour = (index: number, step: 1 | -1): number | null | undefined => {
    let next = index + step
    while (next >= 0 && next < values.length && values[next] === undefined) next += step
    return values[next]
  }
  return Array.from(values).flatMap((value, index) =>
    isThere(value) && !isThere(neighbour(index, -1)) && !isThere(neighbour(index, 1)) ? [index] : [],
  )
}

/** The index whose time is nearest; null when there is none. */
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
