/** When checks are due. */
import { SECOND_MS } from './time.ts'

/**
 * Where on its interval a monitor lies in one region: a stable hash, so that equal intervals do not all fire at once
 * and a restart keeps every monitor's place.
 *
 * Source of the hash: FNV-1a, 32 bits, with the finalizer of MurmurHash3 so that neighbouring ids spread.
 *
 * @returns ms, 0 to the interval (exclusive)
 */
export function gridOffsetMs(monitorId: string, region: string, intervalSeconds: number): number {
  let hash = 0x811c9dc5
  const text = `${monitorId}/${region}`
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash ^= hash >>> 16
  return (hash >>> 0) % (intervalSeconds * SECOND_MS)
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
