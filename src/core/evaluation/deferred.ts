/**
 * Deferred incidents: failures during maintenance that open an incident when the maintenance ends, if the monitor still
 * fails.
 */
import type { Evaluation } from '../incidents/evaluation.ts'
import type { UnixMs } from '../platform/time/time.ts'
import { getLastJudgement, type MonitorState } from './evaluate-result.ts'

/** Last part of the reason of an incident that opens at the end of maintenance. */
export const AFTER_MAINTENANCE = 'still in this state at the end of the maintenance'

const FAILING: readonly string[] = ['down', 'degraded']

/** Returns whether the last known status is a failure, but every result is too old to prove that it continues. */
export const isStale = ({ status, regions }: MonitorState, now: number): boolean =>
  FAILING.includes(status) && regions.every(({ freshUntil }) => freshUntil <= now)

/**
 * Evaluates a monitor as if its failure began when the maintenance ended. A status that began after the maintenance was
 * evaluated when it began.
 *
 * @param endedAt end of the maintenance
 * @returns null when there is no failure to evaluate
 */
export function evaluateAfterMaintenance(
  monitorKey: number,
  state: MonitorState,
  endedAt: UnixMs,
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
