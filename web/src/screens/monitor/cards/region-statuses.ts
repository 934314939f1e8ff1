/** Current state of a monitor per region. */
import { AUTOMATIC_REGIONS, getRegionName, listAutomaticRegions, type Region } from '../../../parts/probes/regions.ts'
import type { Result } from '../live-patch.ts'

export interface RegionStatus {
  code: string
  name: string
  /** Whether a probe is online there. */
  isActive: boolean
  /** The newest result; null without a recent one. */
  result: Result | null
}

/**
 * A region no longer checks the monitor if its newest result is this many intervals older than the newest of all
 * regions.
 */
const STALE_INTERVALS = 3

/**
 * Lists pinned regions, or else automatic regions. The API does not report which three of many automatic regions check
 * a monitor. In this case regions with recent results are listed.
 *
 * @param results newest first, of all regions
 * @param intervalSeconds between checks
 */
export function listRegionStatuses(
  regions: readonly Region[],
  pinned: readonly string[],
  results: readonly Result[],
  intervalSeconds: number,
): RegionStatus[] {
  const newest = new Map<string, Result>()
  for (const result of results) if (!newest.has(result.region)) newest.set(result.region, result)
  return listExpectedRegions(regions, pinned, newest, intervalSeconds).map((code) => ({
    code,
    name: getRegionName(code, regions),
    isActive: regions.find((region) => region.code === code)?.is_active === true,
    result: newest.get(code) ?? null,
  }))
}

function listExpectedRegions(
  regions: readonly Region[],
  pinned: readonly string[],
  newest: ReadonlyMap<string, Result>,
  intervalSeconds: number,
): string[] {
  if (pinned.length > 0) return [...pinned]
  const automatic = listAutomaticRegions(regions).map(({ code }) => code)
  if (automatic.length <= AUTOMATIC_REGIONS) return automatic
  const latest = Math.max(...[...newest.values()].map(({ checked_at: at }) => Date.parse(at)))
  const isFresh = (code: string): boolean => {
    const result = newest.get(code)
    return result !== undefined && Date.parse(result.checked_at) >= latest - STALE_INTERVALS * intervalSeconds * 1000
  }
  return automatic.filter(isFresh)
}
