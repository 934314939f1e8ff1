/**
 * How the live probes of a region share its monitors, and automatic monitors the regions. Both sides work it out for
 * themselves, from the same list: so nobody has to be told of each monitor when somebody comes or goes.
 *
 * Monitors lie in a fixed number of shares, by their keys, which are given out one after the other: shares are equally
 * large, and monitors made together do not land on one probe. Each share goes to whoever has the highest hash with it
 * (rendezvous hashing): when somebody goes, only what was his moves. Source: Thaler and Ravishankar, 1998
 */

import type { MonitorType } from '../monitors/monitor.ts'
import { BoundedMap } from '../platform/bounded-map.ts'
import type { Member } from './protocol.ts'

/** Enough that a hundred probes have forty each, give or take six. */
export const SHARES = 4_096

export const getShare = (monitorKey: number): number => monitorKey % SHARES

/** Regions that check a monitor which pins none, where there are as many. */
export const AUTOMATIC_REGIONS = 3

/** Which shares are whose. */
export class ShareOwners {
  readonly #owners: readonly string[]
  readonly #pingers: readonly string[]

  constructor(members: readonly Member[]) {
    const capable = members.filter(({ capabilities }) => capabilities.icmp)
    this.#owners = computeOwners(members)
    // Where nobody can send pings it is said by the failure of the checks
    this.#pingers = capable.length === members.length || capable.length === 0 ? this.#owners : computeOwners(capable)
  }

  /** @returns the id of the probe that checks the monitor; undefined when the region has none */
  findOwner(monitorKey: number, type: MonitorType): string | undefined {
    return (type === 'ICMP' ? this.#pingers : this.#owners)[getShare(monitorKey)]
  }

  /** Shares of a probe: of monitors that send pings, and of all others. */
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

function findHighest(names: readonly string[], of: string): string {
  let [best, bestHash] = [names[0]!, computeStableHash(`${of}/${names[0]}`)]
  for (const name of names.slice(1)) {
    const hash = computeStableHash(`${of}/${name}`)
    if (hash > bestHash || (hash === bestHash && name > best)) [best, bestHash] = [name, hash]
  }
  return best
}

/**
 * The regions that check a monitor which pins none: as many as `AUTOMATIC_REGIONS`, of different areas first, where an
 * area is what the name of a region begins with (`eu` of `eu-1`).
 *
 * @param codes of the regions there are, in any order
 * @returns in the order of choice
 */
export function chooseRegions(monitorKey: number, codes: readonly string[]): string[] {
  const share = getShare(monitorKey)
  const ranked = codes
    .map((code) => ({ code, hash: computeStableHash(`${share}/${code}`) }))
    .sort((a, b) => b.hash - a.hash || (a.code > b.code ? -1 : 1))
    .map(({ code }) => code)
  const areas = ranked.map(getRegionArea)
  const firstOfArea = ranked.filter((code, place) => areas.indexOf(getRegionArea(code)) === place)
  const others = ranked.filter((code) => !firstOfArea.includes(code))
  return [...firstOfArea, ...others].slice(0, AUTOMATIC_REGIONS)
}

const getRegionArea = (code: string): string => code.split('-', 1)[0]!

/** Which of so many regions check which monitors that pin none. Choosing for every share takes some milliseconds. */
export class RegionSelection {
  readonly #codes: readonly string[]
  /** By share; null where all are chosen for all. */
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

  /** Shares whose automatic monitors a region checks; null for all of them. */
  listShares(code: string): number[] | null {
    if (this.#chosen === null) return this.#codes.includes(code) ? null : []
    return this.#chosen.flatMap((codes, share) => (codes.includes(code) ? [share] : []))
  }
}

/** FNV-1a with 32 bits, finished as in MurmurHash3, so that neighbours spread. */
export function computeStableHash(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Caches what is computed from a list, by a name of the list: each takes milliseconds, and every poll of a probe asks. */
function withCache<T, M>(nameOf: (from: readonly M[]) => string, make: (from: readonly M[]) => T) {
  const known = new BoundedMap<string, T>(MAX_CACHED)
  return (from: readonly M[]): T => known.getOrInsertComputed(nameOf(from), () => make(from))
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
