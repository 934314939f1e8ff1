/** What each region says of a monitor at present. */
import { AUTOMATIC_REGIONS, getRegionName, listAutomaticRegions, type Region } from '../../../parts/regions.ts'
import type { Result } from '../live-patch.ts'

export interface RegionStatus {
  code: string
  name: string
  /** Whether a probe is at work there. */
  isActive: boolean
  /** The newest; null when none came lately. */
  result: Result | null
}

/** A region whose newest result is so many intervals older than that of others checks the monitor no more. */
const STALE_INTERVALS = 3

/**
 * Those that it pins; else those that check monitors which pin none. Where there are many of these, nobody is told which
 * three it is: those that were heard of.
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
