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

export const shareOf = (monitorKey: number): number => monitorKey % SHARES

/** Regions that check a monitor which pins none, where there are as many. */
export const AUTOMATIC_REGIONS = 3

/** Which shares are whose. */
export class Division {
  readonly #owners: readonly string[]
  readonly #pingers: readonly string[]

  constructor(members: readonly Member[]) {
    const capable = members.filter(({ capabilities }) => capabilities.icmp)
    this.#owners = ownersOf(members)
    // Where nobody can send pings it is said by the failure of the checks
    this.#pingers = capable.length === members.length || capable.length === 0 ? this.#owners : ownersOf(capable)
  }

  /** @returns the id of the probe that checks the monitor; undefined when the region has none */
  ownerOf(monitorKey: number, type: MonitorType): string | undefined {
    return (type === 'ICMP' ? this.#pingers : this.#owners)[shareOf(monitorKey)]
  }

  /** Shares of a probe: of monitors that send pings, and of all others. */
  sharesOf(probeId: string): { pings: number[]; others: number[] } {
    return { pings: placesOf(this.#pingers, probeId), others: placesOf(this.#owners, probeId) }
  }
}

function ownersOf(members: readonly Member[]): string[] {
  const ids = members.map(({ id }) => id)
  if (ids.length === 0) return []
  return Array.from({ length: SHARES }, (_, share) => highest(ids, String(share)))
}

const placesOf = (owners: readonly string[], probeId: string): number[] =>
  owners.flatMap((owner, share) => (owner === probeId ? [share] : []))

function highest(names: readonly string[], of: string): string {
  let [best, bestHash] = [names[0]!, stableHash(`${of}/${names[0]}`)]
  for (const name of names.slice(1)) {
    const hash = stableHash(`${of}/${name}`)
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
  const share = shareOf(monitorKey)
  const ranked = codes
    .map((code) => ({ code, hash: stableHash(`${share}/${code}`) }))
    .sort((a, b) => b.hash - a.hash || (a.code > b.code ? -1 : 1))
    .map(({ code }) => code)
  const areas = ranked.map(areaOf)
  const firstOfArea = ranked.filter((code, place) => areas.indexOf(areaOf(code)) === place)
  const others = ranked.filter((code) => !firstOfArea.includes(code))
  return [...firstOfArea, ...others].slice(0, AUTOMATIC_REGIONS)
}

const areaOf = (code: string): string => code.split('-', 1)[0]!

/** Which of so many regions check which monitors that pin none. Choosing for every share takes some milliseconds. */
export class Selection {
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

  has(code: string, monitorKey: number): boolean {
    return (this.#chosen?.[shareOf(monitorKey)] ?? this.#codes).includes(code)
  }

  /** Shares whose automatic monitors a region checks; null for all of them. */
  sharesOf(code: string): number[] | null {
    if (this.#chosen === null) return this.#codes.includes(code) ? null : []
    return this.#chosen.flatMap((codes, share) => (codes.includes(code) ? [share] : []))
  }
}

/** FNV-1a with 32 bits, finished as in MurmurHash3, so that neighbours spread. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Caches what is computed from a list, by a name of the list: each takes milliseconds, and every poll of a probe asks. */
function remembered<T, M>(nameOf: (from: readonly M[]) => string, make: (from: readonly M[]) => T) {
  const known = new BoundedMap<string, T>(MOST_KNOWN)
  return (from: readonly M[]): T => known.getOrInsertComputed(nameOf(from), () => make(from))
}

const MOST_KNOWN = 100

export const divisionOf = remembered<Division, Member>(
  (members) => members.map(({ id, capabilities }) => `${id}${capabilities.icmp ? '+' : '-'}`).join(),
  (members) => new Division(members),
)

export const selectionOf = remembered<Selection, string>(
  (codes) => codes.join(),
  (codes) => new Selection(codes),
)
