import { useQuery } from '@tanstack/react-query'
import { regionsQuery } from '../../parts/platform/queries.ts'
import { listUncheckedRegions, type Region } from '../../parts/probes/regions.ts'
import { listRegionStatuses, type RegionStatus } from './cards/region-statuses.ts'
import { type Monitor, pinnedQuery, resultsQuery } from './queries.ts'

/** Regions are read again at this interval, since probes start and stop, ms. */
const REFRESH_MS = 30_000

const NONE: readonly Region[] = []

/** Returns the regions that check the monitor; null while loading and for heartbeats. */
function useCheckRegions(monitor: Monitor) {
  const isChecked = monitor.type !== 'HEARTBEAT'
  const regions = useQuery({ ...regionsQuery, refetchInterval: REFRESH_MS, enabled: isChecked }).data
  const pinned = useQuery({ ...pinnedQuery(monitor.id), enabled: isChecked }).data
  return isChecked && regions && pinned ? { regions, pinned } : null
}

/** Returns the names of the monitor's regions if none of them has a probe; empty if all is well. */
export function useUncheckedRegions(monitor: Monitor): { names: readonly string[]; isPinned: boolean } {
  const checkRegions = useCheckRegions(monitor)
  if (!checkRegions || monitor.status !== 'active') return { names: [], isPinned: false }
  return {
    names: listUncheckedRegions(checkRegions.regions, checkRegions.pinned),
    isPinned: checkRegions.pinned.length > 0,
  }
}

/** Same as the first page of the result list, so that both share one request. */
const FIRST_PAGE = { offset: 0, limit: 50 }

/** Null while loading, or if there is only one region anyway. */
export function useRegionStatuses(monitor: Monitor): RegionStatus[] | null {
  const checkRegions = useCheckRegions(monitor)
  const { regions, pinned } = checkRegions ?? { regions: NONE, pinned: [] }
  const isWorth = regions.length > 1 || pinned.length > 0
  const { data } = useQuery({ ...resultsQuery(monitor.id, FIRST_PAGE), enabled: isWorth })
  return isWorth && data ? listRegionStatuses(regions, pinned, data.results, monitor.interval_seconds) : null
}
