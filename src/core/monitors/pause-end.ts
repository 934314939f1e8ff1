/** The end of a pause that ends by itself. */
import type { Problem } from '../platform/errors.ts'
import { checkEndTime, YEAR_DAYS } from '../platform/time/end-time.ts'
import type { Monitor } from './monitor.ts'
import { type AppliedUpdate, toAppliedUpdate } from './monitor-change.ts'

/**
 * @param until Unix ms
 * @throws Problem VALIDATION_ERROR on `until`
 */
export const checkPauseEnd = (until: number, now: number): void => checkEndTime(until, now, YEAR_DAYS)

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
