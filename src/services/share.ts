/** What of a region's monitors is one probe's. */
import type { MonitorType } from '../core/monitor.ts'
import type { Member } from '../core/protocol.ts'
import { automaticShares, chooseRegions, Division } from '../core/shares.ts'
import { ALL_SHARES, type AssignmentChange, type ShareFilter } from '../store/assignments.ts'
import { automaticCodes, type Region } from '../store/regions.ts'

export class Share {
  readonly region: Region
  /** Among which monitors are divided that pin none. */
  readonly #codes: readonly string[]
  readonly #division: Division | null
  readonly #probeId: string | null

  /** @param probeId null, or the id of the only member, where one probe checks all there is */
  constructor(region: Region, regions: readonly Region[], members: readonly Member[], probeId: string | null) {
    this.region = region
    this.#probeId = probeId
    this.#codes = automaticCodes(regions)
    const isAlone = probeId === null || (members.length === 1 && members[0]!.id === probeId)
    this.#division = isAlone ? null : divisionOf(members)
  }

  has({ key, type, isAutomatic, monitor }: AssignmentChange): boolean {
    if (monitor === null || (isAutomatic && !chooseRegions(key, this.#codes).includes(this.region.code))) return false
    return this.#division === null || this.#division.ownerOf(key, type as MonitorType) === this.#probeId
  }

  filter(): ShareFilter {
    const own = this.#division?.sharesOf(this.#probeId ?? '') ?? { pings: null, others: null }
    const chosen = automaticShares(this.region.code, this.#codes)
    if (own.others === null && chosen === null) return ALL_SHARES
    return {
      pinned: own.others,
      pinnedPings: own.pings,
      automatic: both(own.others, chosen),
      automaticPings: both(own.pings, chosen),
    }
  }
}

/** What is in both lists; null is everything. */
function both(one: readonly number[] | null, other: readonly number[] | null): readonly number[] | null {
  if (one === null || other === null) return one ?? other
  const wanted = new Set(other)
  return one.filter((share) => wanted.has(share))
}

/** Divisions that were worked out lately, by their members: a few milliseconds each, and asked for with every question. */
const known = new Map<string, Division>()
const MOST_KNOWN = 100

function divisionOf(members: readonly Member[]): Division {
  const name = members.map(({ id, capabilities }) => `${id}${capabilities.icmp ? '+' : '-'}`).join()
  const found = known.get(name)
  if (found) return found
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!)
  const made = new Division(members)
  known.set(name, made)
  return made
}
