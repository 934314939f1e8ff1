/** When checks are due. */
import { stableHash } from './shares.ts'
import { type RegionCounters, recheckDelayMs } from './state.ts'
import { SECOND_MS } from './time.ts'

/**
 * Where on its interval a monitor lies in one region: a stable hash, so that equal intervals do not all fire at once
 * and a restart keeps every monitor's place.
 *
 * @returns ms, 0 to the interval (exclusive)
 */
export function gridOffsetMs(monitorId: string, region: string, intervalSeconds: number): number {
  return stableHash(`${monitorId}/${region}`) % (intervalSeconds * SECOND_MS)
}

/**
 * When the next check is due. Times lie on a fixed grid, so one slow check does not push the others.
 *
 * @param offsetMs 0 to the interval, see `gridOffsetMs`
 * @param now Unix ms
 * @returns Unix ms, always later than `now`
 */
export function nextDueAt(offsetMs: number, intervalSeconds: number, now: number): number {
  const intervalMs = intervalSeconds * SECOND_MS
  const slots = Math.floor((now - offsetMs) / intervalMs) + 1
  return offsetMs + slots * intervalMs
}

/** How many checks the grid holds in (from, to]. */
export function slotsBetween(offsetMs: number, intervalSeconds: number, from: number, to: number): number {
  const intervalMs = intervalSeconds * SECOND_MS
  return Math.max(0, Math.floor((to - offsetMs) / intervalMs) - Math.floor((from - offsetMs) / intervalMs))
}

/**
 * When a monitor is checked again after a check that ended at `endedAt`: on its next slot, or before it when something
 * is in doubt. A slot that comes before the repeat serves as the repeat, so no slot is lost and none runs twice.
 *
 * @param counters after that check
 * @returns Unix ms, always later than `endedAt`
 */
export function checkAgainAt(
  offsetMs: number,
  intervalSeconds: number,
  counters: RegionCounters,
  endedAt: number,
): number {
  const slot = nextDueAt(offsetMs, intervalSeconds, endedAt)
  const delay = recheckDelayMs(counters, intervalSeconds)
  return delay === null ? slot : Math.min(slot, endedAt + delay)
}

/**
 * When a monitor is first checked after its probe has started: on its next slot, so that a restart is no burst. One
 * that was in doubt when the probe ended is not left in doubt for a whole interval; its repeat lies within the usual
 * wait, at the same share of it as its place on the grid, so that thousands in doubt do not come all at once.
 *
 * @returns Unix ms, later than `now`
 */
export function checkFirstAt(offsetMs: number, intervalSeconds: number, counters: RegionCounters, now: number): number {
  const slot = nextDueAt(offsetMs, intervalSeconds, now)
  const delay = recheckDelayMs(counters, intervalSeconds)
  if (delay === null) return slot
  const share = offsetMs / (intervalSeconds * SECOND_MS)
  return Math.min(slot, now + 1 + Math.floor(delay * share))
}
