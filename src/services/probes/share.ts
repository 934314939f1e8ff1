/** A probe's share of the monitors of a region, or the part of one of its threads. */
import { isDeepStrictEqual } from 'node:util'
import type { MonitorType } from '../../core/monitors/monitor.ts'
import { isOfThread, listThreadShares, ONLY_THREAD, type ProbeThread } from '../../core/probes/probe-threads.ts'
import type { Member } from '../../core/probes/protocol.ts'
import { getRegionSelection, getShareOwners, type RegionSelection, type ShareOwners } from '../../core/probes/shares.ts'
import type { AssignmentChange } from '../../store/probes/assignment-rows.ts'
import { ALL_SHARES, type ShareFilter } from '../../store/probes/assignments.ts'
import { listAutomaticCodes, type Region } from '../../store/probes/regions.ts'

export class Share {
  readonly region: Region
  /** Selects the regions of monitors without pinned regions. */
  readonly #selection: RegionSelection
  readonly #owners: ShareOwners | null
  readonly #probeId: string | null
  readonly #thread: ProbeThread

  /**
   * @param probeId null, or the id of the only member, when a single probe checks all monitors
   * @param thread the thread of that probe
   */
  constructor(
    region: Region,
    regions: readonly Region[],
    members: readonly Member[],
    probeId: string | null,
    thread = ONLY_THREAD,
  ) {
    this.region = region
    this.#probeId = probeId
    this.#thread = thread
    this.#selection = getRegionSelection(listAutomaticCodes(regions))
    const isOnlyProbe = probeId === null || (members.length === 1 && members[0]!.id === probeId)
    this.#owners = isOnlyProbe ? null : getShareOwners(members)
  }

  isIncluded({ key, type, isAutomatic, monitor }: AssignmentChange): boolean {
    if (monitor === null || (isAutomatic && !this.#selection.isChosen(this.region.code, key))) return false
    if (!isOfThread(this.#thread, key)) return false
    return this.#owners === null || this.#owners.findOwner(key, type as MonitorType) === this.#probeId
  }

  filter(): ShareFilter {
    const own = this.#owners?.listShares(this.#probeId ?? '') ?? { pings: null, others: null }
    const ofThread = listThreadShares(this.#thread)
    const [others, pings] = [intersectShares(own.others, ofThread), intersectShares(own.pings, ofThread)]
    const chosen = this.#selection.listShares(this.region.code)
    if (others === null && chosen === null) return ALL_SHARES
    return {
      pinned: others,
      pinnedPings: pings,
      automatic: intersectShares(others, chosen),
      automaticPings: intersectShares(pings, chosen),
    }
  }
}

/** Returns the shares in both lists; null means all shares. */
function intersectShares(one: readonly number[] | null, other: readonly number[] | null): readonly number[] | null {
  if (one === null || other === null) return one ?? other
  const wanted = new Set(other)
  return one.filter((share) => wanted.has(share))
}

/** Returns the keys of regions whose share of monitors without pinned regions changed, in ascending order. */
export function listAffectedRegions(before: readonly Region[], after: readonly Region[]): number[] {
  const [was, is] = [before, after].map((regions) => getRegionSelection(listAutomaticCodes(regions)))
  return after
    .filter(({ code }) => !isDeepStrictEqual(was!.listShares(code), is!.listShares(code)))
    .map(({ key }) => key)
    .sort((a, b) => a - b)
}
