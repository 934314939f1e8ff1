/** Regions that checks run from: labels, selection and problems. */
import type { ResponseData } from '../../api/types.ts'

export type Region = ResponseData<'/api/regions', 'get'>['regions'][number]

/** At most this many regions check a monitor without pinned regions. */
export const AUTOMATIC_REGIONS = 3

/** Returns `Frankfurt (eu-1)`, or only the code for a region without a name. */
export const formatRegion = ({ name, code }: Pick<Region, 'name' | 'code'>): string =>
  name === code ? code : `${name} (${code})`

/** Returns the name of a region, or its code if the name is unknown. */
export const getRegionName = (code: string, regions: readonly Region[]): string =>
  regions.find((region) => region.code === code)?.name ?? code

/**
 * Returns the regions from which up to three check each monitor without pinned regions. These are default regions with
 * a probe, or all default regions if none has one.
 */
export function listAutomaticRegions(regions: readonly Region[]): Region[] {
  const candidates = regions.filter(({ is_default: isDefault }) => isDefault)
  const active = candidates.filter(({ is_active: isActive }) => isActive)
  return active.length > 0 ? active : candidates
}

/** A region that can be selected, or a selected region that can no longer be selected. */
export interface RegionOption {
  code: string
  label: string
  /** Null for a region that no longer exists. */
  region: Region | null
  isChosen: boolean
  /** Why it cannot be selected, or why selecting it has no effect. */
  problem: 'idle' | 'noPings' | null
}

/** @param needsPings whether the monitor sends ICMP pings */
export function listRegionOptions(
  regions: readonly Region[],
  chosen: readonly string[],
  needsPings: boolean,
): RegionOption[] {
  const unknown = chosen.filter((code) => !regions.some((region) => region.code === code))
  return [
    ...regions.map((region) => ({
      code: region.code,
      label: formatRegion(region),
      region,
      isChosen: chosen.includes(region.code),
      problem: findRegionProblem(region, needsPings),
    })),
    ...unknown.map((code) => ({ code, label: code, region: null, isChosen: true, problem: 'idle' as const })),
  ]
}

function findRegionProblem(
  { is_active: isActive, capabilities }: Region,
  needsPings: boolean,
): RegionOption['problem'] {
  if (!isActive) return 'idle'
  return needsPings && !capabilities.icmp ? 'noPings' : null
}

/**
 * Returns the names of the monitor's regions if none of them has an active probe, else nothing.
 *
 * @param pinned regions pinned by the monitor; empty selects the automatic regions
 */
export function listUncheckedRegions(regions: readonly Region[], pinned: readonly string[]): string[] {
  const codes = pinned.length > 0 ? pinned : listAutomaticRegions(regions).map(({ code }) => code)
  const isActive = (code: string) => regions.find((region) => region.code === code)?.is_active === true
  return codes.some(isActive) ? [] : codes.map((code) => getRegionName(code, regions))
}
