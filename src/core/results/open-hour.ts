/** Until when the results of an hour are read one by one, and from when on summed up. */

import { MINUTE_MS, startOfHour } from '../platform/time/time.ts'

/**
 * How long after the end of an hour the last monitor's is summed up. That costs as much as storing some ten results, and
 * all monitors at once would hold up the results of everybody: a million take minutes of a processor.
 */
const MAX_ROLLUP_DELAY_MS = 30 * MINUTE_MS

/** How many different pauses there are. */
const ROLLUP_DELAYS = 4_096

/** Keys are given out one after the other, so the few monitors of a small installation are all summed up soon. */
const computeRollupDelayMs = (monitorKey: number): number =>
  ((monitorKey % ROLLUP_DELAYS) / ROLLUP_DELAYS) * MAX_ROLLUP_DELAY_MS

/**
 * The hour from which on results of a monitor stay as they are, once one has come that was due at `at`.
 *
 * @param at Unix ms
 * @returns Unix ms, the start of that hour or of the one before it
 */
export const computeOpenHour = (monitorKey: number, at: number): number =>
  startOfHour(at - computeRollupDelayMs(monitorKey))
