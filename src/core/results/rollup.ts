/** Many results as one row: counts, response times and lateness of one hour or day. */
import { encodeSketch, LATENCY, LATENESS, mergeEncoded, type Sketch } from './sketch.ts'
import type { CheckStatus } from './verdict.ts'

/** What a rollup needs to know of a result. */
export interface RolledResult {
  status: CheckStatus
  /** Whether it was due on the grid; otherwise a fast re-check, or asked for by hand. */
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
  /** Response times of passing checks, microseconds. A failing check's time says nothing about speed. */
  latencyCount: number
  latencySumUs: number
  latencyMinUs: number
  latencyMaxUs: number
  latency: Sketch
  lateness: Sketch
}

/** The same as it is stored. */
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

/** Adds what is stored to what is being summed up. */
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
