/**
 * How the history of a monitor survives a step of the clock. The times of what is going on move with the clock, so that
 * it has lasted as long after the step as before; the latest long stretch without trouble grows or shrinks instead.
 */

/** One stretch of a status. */
export interface StatusPeriod {
  id: string
  status: string
  /** Unix ms. */
  startedAt: number
}

/** Stretches of these are never shortened or lengthened by a step of the clock. */
const TROUBLE: readonly string[] = ['down', 'degraded']

/**
 * Returns the new starts of the stretches that move, by id.
 *
 * @param stretches of one monitor and kind, without gaps, newest first; the first one is still going on
 * @param now before the step, Unix ms
 * @param byMs the step; negative when the clock was set back
 * @param floor no stretch begins before this, Unix ms
 */
export function moveStarts(
  periods: readonly StatusPeriod[],
  now: number,
  byMs: number,
  floor = Number.NEGATIVE_INFINITY,
): Map<string, number> {
  const starts = new Map<string, number>()
  let end = now
  for (const { id, status, startedAt } of periods) {
    if (!TROUBLE.includes(status) && startedAt <= end + byMs) break
    starts.set(id, Math.max(floor, startedAt + byMs))
    end = startedAt
  }
  return starts
}
