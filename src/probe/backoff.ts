/**
 * How long to wait after so many failures in a row: doubling, with the upper half of it by chance, so that many probes
 * that lost the same server do not come back at the same moment.
 *
 * @param failures from 1
 * @param chance 0 to 1
 */
export function backoffMs(failures: number, firstMs: number, longestMs: number, chance = Math.random()): number {
  const full = Math.min(longestMs, firstMs * 2 ** (failures - 1))
  return Math.round(full * (0.5 + chance / 2))
}
