/**
 * Regions that count for a monitor's status. Only regions that check the monitor now count. A fresh result of any other
 * region does not.
 */
import { getRegionSelection, type RegionSelection } from '../../core/probes/shares.ts'
import type { EvaluatedMonitor } from '../../store/evaluation/evaluated-monitors.ts'
import { listAutomaticCodes, type Region } from '../../store/probes/regions.ts'

/** The `pinned` value of an unpinned monitor. `pinned` is JSON without spaces, and codes contain no quotes. */
const NO_PINNED_REGIONS = '[]'

export class VotingRegions {
  readonly #selection: RegionSelection
  readonly #codes: ReadonlyMap<number, string>

  constructor(regions: readonly Region[]) {
    this.#selection = getRegionSelection(listAutomaticCodes(regions))
    this.#codes = new Map(regions.map(({ key, code }) => [key, code]))
  }

  getCode(regionKey: number): string {
    return this.#codes.get(regionKey) ?? '?'
  }

  /**
   * Returns whether the region counts for the monitor. Heartbeats have no checking region: their pings are always
   * stored under one region.
   */
  canVote({ key, type, pinned }: Pick<EvaluatedMonitor, 'key' | 'type' | 'pinned'>, regionKey: number): boolean {
    if (type === 'HEARTBEAT') return true
    const code = this.getCode(regionKey)
    return pinned === NO_PINNED_REGIONS ? this.#selection.isChosen(code, key) : pinned.includes(`"${code}"`)
  }
}
