/**
 * Adjusts the status history of a monitor to a clock change. Start times of current periods move with the clock, so
 * that their durations stay the same. The latest long period without trouble grows or shrinks instead.
 */

/** A period with one status. */
export interface StatusPeriod {
  id: string
  status: string
  /** Unix ms. */
  startedAt: number
}

/** Periods with these statuses never change their length. */
const TROUBLE: readonly string[] = ['down', 'degraded']

/**
 * Returns the new start times of the periods that move, by id.
 *
 * @param periods of one monitor and kind, without gaps, newest first; the first period is current
 * @param now time before the clock change, Unix ms
 * @param byMs size of the clock change; negative when the clock was set back
 * @param floor earliest start of a period, Unix ms
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
