import { useQuery } from '@tanstack/react-query'
import { regionsQuery } from '../../parts/queries.ts'
import { listUncheckedRegions, type Region } from '../../parts/regions.ts'
import { listRegionStatuses, type RegionStatus } from './cards/region-statuses.ts'
import { type Monitor, pinnedQuery, resultsQuery } from './queries.ts'

/** Probes come and go, ms. */
const REFRESH_MS = 30_000

const NONE: readonly Region[] = []

/** Where it is to be checked from; null while that is not known, and for what reports by itself. */
function useCheckRegions(monitor: Monitor) {
  const isChecked = monitor.type !== 'HEARTBEAT'
  const regions = useQuery({ ...regionsQuery, refetchInterval: REFRESH_MS, enabled: isChecked }).data
  const pinned = useQuery({ ...pinnedQuery(monitor.id), enabled: isChecked }).data
  return isChecked && regions && pinned ? { regions, pinned } : null
}

/** Names of the regions that should check it while none of them has a probe; empty when all is well. */
export function useUncheckedRegions(monitor: Monitor): { names: readonly string[]; isPinned: boolean } {
  const checkRegions = useCheckRegions(monitor)
  if (!checkRegions || monitor.status !== 'active') return { names: [], isPinned: false }
  return {
    names: listUncheckedRegions(checkRegions.regions, checkRegions.pinned),
    isPinned: checkRegions.pinned.length > 0,
  }
}

/** As many as the first page of the list of results has: it is read once for both. */
const FIRST_PAGE = { offset: 0, limit: 50 }

/** Null where there is but one place anyway, or all of it is not known yet. */
export function useRegionStatuses(monitor: Monitor): RegionStatus[] | null {
  const checkRegions = useCheckRegions(monitor)
  const { regions, pinned } = checkRegions ?? { regions: NONE, pinned: [] }
  const isWorth = regions.length > 1 || pinned.length > 0
  const { data } = useQuery({ ...resultsQuery(monitor.id, FIRST_PAGE), enabled: isWorth })
  return isWorth && data ? listRegionStatuses(regions, pinned, data.results, monitor.interval_seconds) : null
}
