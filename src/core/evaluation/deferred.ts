/** What failed in maintenance and opened nothing: at its end it does, where the trouble has not gone with it. */

import type { Evaluation } from '../incidents/evaluation.ts'
import { getLastJudgement, type MonitorState } from './evaluate-result.ts'

/** How the reason ends of what opens at the end of maintenance. */
export const AFTER_MAINTENANCE = 'still in this state at the end of the maintenance'

const FAILING: readonly string[] = ['down', 'degraded']

/** Whether it failed when it was last heard of, and nobody has heard of it for too long to say that it still does. */
export const isStale = ({ status, regions }: MonitorState, now: number): boolean =>
  FAILING.includes(status) && regions.every(({ freshUntil }) => freshUntil <= now)

/**
 * To people the end of the maintenance is what changes. A status that began after it was followed up as it came.
 *
 * @param endedAt when the maintenance was over, Unix ms
 * @returns null when there is nothing to follow up
 */
export function evaluateAfterMaintenance(
  monitorKey: number,
  state: MonitorState,
  endedAt: number,
  now: number,
): Evaluation | null {
  const { status, since, regions } = state
  if (!FAILING.includes(status) || since >= endedAt) return null
  const judged = getLastJudgement(state, now)
  const affected = regions.filter(({ region }) => judged.affectedRegions.includes(region))
  return {
    monitorKey,
    changes: [{ from: status, to: status, at: endedAt, reason: `${judged.reason}; ${AFTER_MAINTENANCE}` }],
    judged,
    failures: Math.max(0, ...affected.map(({ counters }) => counters.failures)),
    failingRegions: judged.affectedRegions,
    at: now,
  }
}
