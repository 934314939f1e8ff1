/** Status of a monitor in each of its regions, as the evaluation sees it. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import { isSlowRegion } from '../../core/results/state.ts'
import type { CheckState } from '../../store/evaluation/check-states.ts'
import { loadEvaluatedMonitors } from '../../store/evaluation/evaluated-monitors.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { VotingRegions } from './voting-regions.ts'

export const REGION_STATUSES = ['up', 'down', 'degraded', 'unknown'] as const

export interface RegionStatus {
  region: string
  /** `unknown` without a fresh report. */
  status: (typeof REGION_STATUSES)[number]
  /** Null while the status is unknown. */
  since: UnixMs | null
  /** Message of the last failed or slow check; null unless the region is down or degraded. */
  reason: string | null
}

/** Lists the regions that count for the status of a monitor, by code. Regions that never reported are left out. */
export async function listRegionStatuses(db: Reader, monitorKey: number, now: UnixMs): Promise<RegionStatus[]> {
  const [monitors, regions] = await Promise.all([loadEvaluatedMonitors(db, [monitorKey]), listRegions(db)])
  const monitor = monitors.get(monitorKey)
  if (!monitor) return []
  const voters = new VotingRegions(regions)
  return monitor.states
    .filter(({ regionKey }) => voters.canVote(monitor, regionKey))
    .map((state) => toRegionStatus(voters.getCode(state.regionKey), state, now))
    .sort((a, b) => (a.region < b.region ? -1 : 1))
}

function toRegionStatus(region: string, state: CheckState, now: UnixMs): RegionStatus {
  const { counters, opinionSince, freshUntil, errorMessage } = state
  if (counters.opinion === 'unknown' || freshUntil <= now)
    return { region, status: 'unknown', since: null, reason: null }
  const status = isSlowRegion(counters) ? 'degraded' : counters.opinion
  return { region, status, since: opinionSince, reason: status === 'up' ? null : errorMessage }
}
