/** Decides which hours are read from raw results, and which from rollups. */

import { MINUTE_MS, startOfHour } from '../platform/time/time.ts'

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
 * @param at Unix ms
 * @returns Unix ms; the start of the hour that contains `at`, or of the hour before
 */
export const computeOpenHour = (monitorKey: number, at: number): number =>
  startOfHour(at - computeRollupDelayMs(monitorKey))
