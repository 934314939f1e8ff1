/** What failed in maintenance and opened nothing: at its end it does, where the trouble has not gone with it. */

import type { Turn } from '../incidents/circumstances.ts'
import { lastJudgement, type MonitorStanding } from './monitor-step.ts'

/** How the reason ends of what opens at the end of maintenance. */
export const AT_THE_END = 'it is so at the end of the maintenance'

const FAILING: readonly string[] = ['down', 'degraded']

/** Whether it failed when it was last heard of, and nobody has heard of it for too long to say that it still does. */
export const hasFallenSilent = ({ status, regions }: MonitorStanding, now: number): boolean =>
  FAILING.includes(status) && regions.every(({ freshUntil }) => freshUntil <= now)

/**
 * To people the end of the maintenance is what changes. A status that began after it was followed up as it came.
 *
 * @param endedAt when the maintenance was over, Unix ms
 * @returns null when there is nothing to follow up
 */
export function turnAfterMaintenance(
  monitorKey: number,
  standing: MonitorStanding,
  endedAt: number,
  now: number,
): Turn | null {
  const { status, since, regions } = standing
  if (!FAILING.includes(status) || since >= endedAt) return null
  const judged = lastJudgement(standing, now)
  const affected = regions.filter(({ region }) => judged.affectedRegions.includes(region))
  return {
    monitorKey,
    changes: [{ from: status, to: status, at: endedAt, reason: `${judged.reason}; ${AT_THE_END}` }],
    judged,
    failures: Math.max(0, ...affected.map(({ counters }) => counters.failures)),
    failingRegions: judged.affectedRegions,
    at: now,
  }
}
