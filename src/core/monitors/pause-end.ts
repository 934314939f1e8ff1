/** The end of a pause that ends by itself. */
import { createInvalid, type Problem } from '../platform/errors.ts'
import { DAY_MS } from '../platform/time/time.ts'
import type { Monitor } from './monitor.ts'
import { type AppliedUpdate, toAppliedUpdate } from './monitor-change.ts'

const MAX_PAUSE_MS = 366 * DAY_MS

/**
 * @param until Unix ms
 * @throws Problem VALIDATION_ERROR on `until`
 */
export function checkPauseEnd(until: number, now: number): void {
  if (until <= now) throw createInvalid({ field: 'until', message: 'must be in the future' })
  if (until > now + MAX_PAUSE_MS) throw createInvalid({ field: 'until', message: 'must be at most one year ahead' })
}

const END_REASON = 'the pause ended'

/**
 * Ends a pause. A monitor that the plan does not allow to become active stays paused without an end, so that the reason
 * is reported once.
 *
 * @param refusal null when the monitor may become active
 */
export const finishPause = (monitor: Monitor, refusal: Problem | null): AppliedUpdate =>
  refusal === null
    ? toAppliedUpdate(monitor, { status: 'active' }, [], END_REASON)
    : toAppliedUpdate(monitor, { pausedUntil: null }, [], `${END_REASON}, but checks stay paused: ${refusal.message}`)
