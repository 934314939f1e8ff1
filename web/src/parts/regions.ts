/** Places that checks are made from, as people choose them and read of them. */
import type { ResponseData } from '../api/types.ts'

export type Region = ResponseData<'/api/regions', 'get'>['regions'][number]

/** Regions that check a monitor which pins none, where there are as many. */
export const AUTOMATIC_REGIONS = 3

/** `Frankfurt (eu-1)`, or the code alone where nobody has said more. */
export const formatRegion = ({ name, code }: Pick<Region, 'name' | 'code'>): string =>
  name === code ? code : `${name} (${code})`

/** By what people call it; by its code where nobody knows it. */
export const getRegionName = (code: string, regions: readonly Region[]): string =>
  regions.find((region) => region.code === code)?.name ?? code

/** Regions of which up to three check each monitor that pins none: those with a probe, and all where none has one. */
export function listAutomaticRegions(regions: readonly Region[]): Region[] {
  const candidates = regions.filter(({ is_default: isDefault }) => isDefault)
  const active = candidates.filter(({ is_active: isActive }) => isActive)
  return active.length > 0 ? active : candidates
}

/** What may be chosen, and what cannot be chosen but was. */
export interface RegionOption {
  code: string
  label: string
  /** Null where nobody knows of the region any more. */
  region: Region | null
  isChosen: boolean
  /** Why it cannot be chosen, or does no good. */
  problem: 'idle' | 'noPings' | null
}

/** @param needsPings whether what is to be checked asks for pings */
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
 * Regions that a monitor is to be checked from and where nobody is at work; empty while at least one is left.
 *
 * @param pinned by the monitor; none asks for the automatic ones
 * @returns their names
 */
export function listUncheckedRegions(regions: readonly Region[], pinned: readonly string[]): string[] {
  const wanted = pinned.length > 0 ? pinned : listAutomaticRegions(regions).map(({ code }) => code)
  const isActive = (code: string) => regions.find((region) => region.code === code)?.is_active === true
  return wanted.some(isActive) ? [] : wanted.map((code) => getRegionName(code, regions))
}
