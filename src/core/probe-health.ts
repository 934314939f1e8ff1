/** Whether a probe that is heard of gets on with its checks. */
import { MINUTE_MS, SECOND_MS } from './time.ts'

/** Checks that have been due for so long, ms, do not come of load: the probe has stopped to do its work. */
const STUCK_MS = 30 * SECOND_MS

/** Well again. */
const CALM_MS = 5 * SECOND_MS

/** One that recovers when its work is taken away would get it back, and be stuck again: it rests. */
const REST_MS = 5 * MINUTE_MS

/**
 * @param before since when it was stuck, Unix ms; null when it was not
 * @param overdueMs as it says
 * @returns since when it is stuck; null when it is not
 */
export function isStuckSince(before: number | null, overdueMs: number, now: number): number | null {
  if (before === null) return overdueMs > STUCK_MS ? now : null
  return overdueMs < CALM_MS && now - before >= REST_MS ? null : before
}

/** Those who share the work of a region: all who get on with it, or all there are. */
export function atWork<P extends { stuckSince: number | null }>(probes: readonly P[]): readonly P[] {
  const well = probes.filter(({ stuckSince }) => stuckSince === null)
  return well.length > 0 ? well : probes
}
