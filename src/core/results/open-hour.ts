/** Until when the results of an hour are read one by one, and from when on summed up. */

import { MINUTE_MS, startOfHour } from '../platform/time/time.ts'

/**
 * How long after the end of an hour the last monitor's is summed up. That costs as much as storing some ten results, and
 * all monitors at once would hold up the results of everybody: a million take minutes of a processor.
 */
const LONGEST_PAUSE_MS = 30 * MINUTE_MS

/** How many different pauses there are. */
const PAUSES = 4_096

/** Keys are given out one after the other, so the few monitors of a small installation are all summed up soon. */
const pauseMs = (monitorKey: number): number => ((monitorKey % PAUSES) / PAUSES) * LONGEST_PAUSE_MS

/**
 * The hour from which on results of a monitor stay as they are, once one has come that was due at `at`.
 *
 * @param at Unix ms
 * @returns Unix ms, the start of that hour or of the one before it
 */
export const openHourAt = (monitorKey: number, at: number): number => startOfHour(at - pauseMs(monitorKey))
