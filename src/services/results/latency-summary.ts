/** Summary of response times from rollups and raw results. Every average, minimum and percentile is computed here. */
import { LATENCY, mergeEncoded } from '../../core/results/sketch.ts'
import type { MeasuredResult } from '../../store/results/results.ts'
import type { LatencyRow } from '../../store/results/rollup-reads.ts'

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
export const isTimed = (result: MeasuredResult): result is TimedResult =>
  (result.status === 'up' || result.status === 'degraded') && result.responseTimeMs !== null

/** Reused for every summary: a sketch is large, and most buckets have only one row. */
const scratch = LATENCY.empty()

/** @param rows together with the results, at least one passing check */
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
