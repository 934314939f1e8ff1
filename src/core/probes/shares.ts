/**
 * Assigns the monitors of a region to its live probes, and automatic monitors to regions. Server and probe compute the
 * assignment from the same list of probes. A change of members therefore needs no message per monitor.
 *
 * Monitors are divided into a fixed number of shares by their sequential keys. Shares are therefore equally large, and
 * monitors created together go to different probes. Each share belongs to the probe with the highest hash (rendezvous
 * hashing). When a probe leaves, only its own shares move. Source: Thaler and Ravishankar, 1998
 */

import type { MonitorType } from '../monitors/monitor.ts'
import { BoundedMap, getOrCreate } from '../platform/maps.ts'
import type { Member } from './protocol.ts'

/** Enough that each of a hundred probes has forty shares, give or take six. */
export const SHARES = 4_096

export const getShare = (monitorKey: number): number => monitorKey % SHARES

/** Number of regions that check a monitor without pinned regions, if there are as many. */
export const AUTOMATIC_REGIONS = 3

/** The owner of each share. */
export class ShareOwners {
  readonly #owners: readonly string[]
  readonly #pingers: readonly string[]

  constructor(members: readonly Member[]) {
    const capable = members.filter(({ capabilities }) => capabilities.icmp)
    this.#owners = computeOwners(members)
    // If no probe can send pings, the failing checks show it
    this.#pingers = capable.length === members.length || capable.length === 0 ? this.#owners : computeOwners(capable)
  }

  /** @returns id of the probe that checks the monitor; undefined when the region has none */
  findOwner(monitorKey: number, type: MonitorType): string | undefined {
    return (type === 'ICMP' ? this.#pingers : this.#owners)[getShare(monitorKey)]
  }

  /** Returns the shares of a probe: for ICMP monitors, and for all other monitors. */
  listShares(probeId: string): { pings: number[]; others: number[] } {
    return { pings: listOwnedShares(this.#pingers, probeId), others: listOwnedShares(this.#owners, probeId) }
  }
}

function computeOwners(members: readonly Member[]): string[] {
  const ids = members.map(({ id }) => id)
  if (ids.length === 0) return []
  return Array.from({ length: SHARES }, (_, share) => findHighest(ids, String(share)))
}

const listOwnedShares = (owners: readonly string[], probeId: string): number[] =>
  owners.flatMap((owner, share) => (owner === probeId ? [share] : []))

function findHighest(names: readonly string[], key: string): string {
  let [best, bestHash] = [names[0]!, computeStableHash(`${key}/${names[0]}`)]
  for (const name of names.slice(1)) {
    const hash = computeStableHash(`${key}/${name}`)
    if (hash > bestHash || (hash === bestHash && name > best)) [best, bestHash] = [name, hash]
  }
  return best
}

/**
 * Returns the regions that check a monitor without pinned regions. At most `AUTOMATIC_REGIONS` are chosen, from
 * different areas first. The area is the first part of a region's code (`eu` of `eu-1`).
 *
 * @param codes of all regions, in any order
 * @returns in order of preference
 */
export function chooseRegions(monitorKey: number, codes: readonly string[]): string[] {
  const share = getShare(monitorKey)
  const ranked = codes
    .map((code) => ({ code, hash: computeStableHash(`${share}/${code}`) }))
    .sort((a, b) => b.hash - a.hash || (a.code > b.code ? -1 : 1))
    .map(({ code }) => code)
  const areas = ranked.map(getRegionArea)
  const firstOfArea = ranked.filter((code, index) => areas.indexOf(getRegionArea(code)) === index)
  const others = ranked.filter((code) => !firstOfArea.includes(code))
  return [...firstOfArea, ...others].slice(0, AUTOMATIC_REGIONS)
}

const getRegionArea = (code: string): string => code.split('-', 1)[0]!

/**
 * Chooses the regions of monitors that have no list of their own. Computing the choice for every share takes a few
 * milliseconds.
 */
export class RegionSelection {
  readonly #codes: readonly string[]
  /** Regions by share; null when every region is chosen for all monitors. */
  readonly #chosen: readonly (readonly string[])[] | null

  constructor(codes: readonly string[]) {
    this.#codes = codes
    this.#chosen =
      codes.length <= AUTOMATIC_REGIONS
        ? null
        : Array.from({ length: SHARES }, (_, share) => chooseRegions(share, codes))
  }

  isChosen(code: string, monitorKey: number): boolean {
    return (this.#chosen?.[getShare(monitorKey)] ?? this.#codes).includes(code)
  }

  /** Returns the shares whose automatic monitors a region checks; null for all shares. */
  listShares(code: string): number[] | null {
    if (this.#chosen === null) return this.#codes.includes(code) ? null : []
    return this.#chosen.flatMap((codes, share) => (codes.includes(code) ? [share] : []))
  }
}

/** FNV-1a with 32 bits and the finalizer of MurmurHash3, so that similar texts have different hashes. */
export function computeStableHash(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Caches values that are computed from a list, by a key of the list. Each takes milliseconds and is needed at every
 * poll of a probe.
 */
function withCache<T, M>(toKey: (list: readonly M[]) => string, create: (list: readonly M[]) => T) {
  const cache = new BoundedMap<string, T>(MAX_CACHED)
  return (list: readonly M[]): T => getOrCreate(cache, toKey(list), () => create(list))
}

const MAX_CACHED = 100

export const getShareOwners = withCache<ShareOwners, Member>(
  (members) => members.map(({ id, capabilities }) => `${id}${capabilities.icmp ? '+' : '-'}`).join(),
  (members) => new ShareOwners(members),
)

export const getRegionSelection = withCache<RegionSelection, string>(
  (codes) => codes.join(),
  (codes) => new RegionSelection(codes),
)
