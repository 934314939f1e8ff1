/** Rollups: counts, response times and lateness of the results of one hour or day. */
import { MINUTE_MS, startOfHour, type UnixMs } from '../platform/time/time.ts'
import { encodeSketch, LATENCY, LATENESS, mergeEncoded, type Sketch } from './sketch.ts'
import type { CheckStatus } from './verdict.ts'

/** Fields of a result that a rollup contains. */
export interface RolledResult {
  status: CheckStatus
  /** Whether the check was due on the grid. All other checks are fast re-checks or were requested by a user. */
  onGrid: boolean
  responseTimeMs: number | null
  latenessMs: number
}

export interface Rollup {
  up: number
  down: number
  degraded: number
  inconclusive: number
  onGrid: number
  /** Response times of passing checks, microseconds. The time of a failing check is no evidence of speed. */
  latencyCount: number
  latencySumUs: number
  latencyMinUs: number
  latencyMaxUs: number
  latency: Sketch
  lateness: Sketch
}

/** A rollup in its stored form. */
export interface EncodedRollup extends Omit<Rollup, 'latency' | 'lateness'> {
  latencySketch: Uint8Array
  latenessSketch: Uint8Array
}

export const createRollup = (): Rollup => ({
  up: 0,
  down: 0,
  degraded: 0,
  inconclusive: 0,
  onGrid: 0,
  latencyCount: 0,
  latencySumUs: 0,
  latencyMinUs: 0,
  latencyMaxUs: 0,
  latency: LATENCY.empty(),
  lateness: LATENESS.empty(),
})

export function addResult(rollup: Rollup, result: RolledResult): void {
  rollup[result.status]++
  if (result.onGrid) {
    rollup.onGrid++
    LATENESS.add(rollup.lateness, result.latenessMs * 1_000)
  }
  const passed = result.status === 'up' || result.status === 'degraded'
  if (passed && result.responseTimeMs !== null) addLatency(rollup, Math.round(result.responseTimeMs * 1_000))
}

function addLatency(rollup: Rollup, us: number): void {
  rollup.latencyMinUs = rollup.latencyCount === 0 ? us : Math.min(rollup.latencyMinUs, us)
  rollup.latencyMaxUs = Math.max(rollup.latencyMaxUs, us)
  rollup.latencyCount++
  rollup.latencySumUs += us
  LATENCY.add(rollup.latency, us)
}

/** Adds a stored rollup to another one. */
export function mergeRollup(into: Rollup, part: EncodedRollup): void {
  into.up += part.up
  into.down += part.down
  into.degraded += part.degraded
  into.inconclusive += part.inconclusive
  into.onGrid += part.onGrid
  mergeEncoded(into.lateness, part.latenessSketch)
  if (part.latencyCount === 0) return
  into.latencyMinUs = into.latencyCount === 0 ? part.latencyMinUs : Math.min(into.latencyMinUs, part.latencyMinUs)
  into.latencyMaxUs = Math.max(into.latencyMaxUs, part.latencyMaxUs)
  into.latencyCount += part.latencyCount
  into.latencySumUs += part.latencySumUs
  mergeEncoded(into.latency, part.latencySketch)
}

export function encodeRollup(rollup: Rollup): EncodedRollup {
  const { latency, lateness, ...counts } = rollup
  return { ...counts, latencySketch: encodeSketch(latency), latenessSketch: encodeSketch(lateness) }
}

/**
 * Maximum delay of a rollup after the end of an hour. A rollup costs as much as storing about ten results. Rolling up a
 * million monitors takes minutes of CPU time, which would delay all results if done at once.
 */
const MAX_ROLLUP_DELAY_MS = 30 * MINUTE_MS

/** Number of different delays. */
const ROLLUP_DELAYS = 4_096

/** Keys are sequential, so the few monitors of a small installation are all rolled up soon. */
const computeRollupDelayMs = (monitorKey: number): number =>
  ((monitorKey % ROLLUP_DELAYS) / ROLLUP_DELAYS) * MAX_ROLLUP_DELAY_MS

/**
 * Returns the start of the first hour whose results may still change, after a result due at `at` has arrived.
 *
 * @returns Unix ms; the start of the hour that contains `at`, or of the hour before
 */
export const computeOpenHour = (monitorKey: number, at: UnixMs): number =>
  startOfHour(at - computeRollupDelayMs(monitorKey))
