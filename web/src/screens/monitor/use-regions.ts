import { useQuery } from '@tanstack/react-query'
import { regionsQuery } from '../../parts/queries.ts'
import { type Region, uncheckedFrom } from '../../parts/regions.ts'
import { type RegionStanding, standingsOf } from './cards/region-standings.ts'
import { type Monitor, pinnedQuery, resultsQuery } from './queries.ts'

/** Probes come and go, ms. */
const LOOK_MS = 30_000

const NONE: readonly Region[] = []

/** Where it is to be checked from; null while that is not known, and for what reports by itself. */
function usePlaces(monitor: Monitor) {
  const isChecked = monitor.type !== 'HEARTBEAT'
  const regions = useQuery({ ...regionsQuery, refetchInterval: LOOK_MS, enabled: isChecked }).data
  const pinned = useQuery({ ...pinnedQuery(monitor.id), enabled: isChecked }).data
  return isChecked && regions && pinned ? { regions, pinned } : null
}

/** Names of the regions that should check it while none of them has a probe; empty when all is well. */
export function useUnchecked(monitor: Monitor): { names: readonly string[]; isPinned: boolean } {
  const places = usePlaces(monitor)
  if (!places || monitor.status !== 'active') return { names: [], isPinned: false }
  return { names: uncheckedFrom(places.regions, places.pinned), isPinned: places.pinned.length > 0 }
}

/** As many as the first page of the list of results has: it is read once for both. */
const NEWEST = { offset: 0, limit: 50 }

/** Null where there is but one place anyway, or all of it is not known yet. */
export function useStandings(monitor: Monitor): RegionStanding[] | null {
  const places = usePlaces(monitor)
  const { regions, pinned } = places ?? { regions: NONE, pinned: [] }
  const isWorth = regions.length > 1 || pinned.length > 0
  const { data } = useQuery({ ...resultsQuery(monitor.id, NEWEST), enabled: isWorth })
  return isWorth && data ? standingsOf(regions, pinned, data.results, monitor.interval_seconds) : null
}
