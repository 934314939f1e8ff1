/** Waits between attempts while something keeps failing. */

/**
 * Returns the wait after `failures` consecutive failures, in ms. It doubles with each failure up to `longestMs`.
 *
 * @param failures at least 1
 */
export const computeBackoffMs = (failures: number, firstMs: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1))

/**
 * Returns the same wait with its upper half chosen at random, in whole ms. Clients that lost the same server then do
 * not reconnect at the same moment.
 *
 * @param random 0 to 1
 */
export const computeJitteredBackoffMs = (
  failures: number,
  firstMs: number,
  longestMs: number,
  random: number,
): number => Math.round(computeBackoffMs(failures, firstMs, longestMs) * (0.5 + random / 2))
