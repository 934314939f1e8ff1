/** Which regions have a say in a monitor: those that check it now, and no other, however fresh its last word is. */
import { getRegionSelection, type RegionSelection } from '../../core/probes/shares.ts'
import type { EvaluatedMonitor } from '../../store/evaluation/check-states.ts'
import { listAutomaticCodes, type Region } from '../../store/probes/regions.ts'

/** `pinned` is JSON without spaces, and codes hold no quotes. */
const NO_PINNED_REGIONS = '[]'

export class VotingRegions {
  readonly #selection: RegionSelection
  readonly #codes: ReadonlyMap<number, string>

  constructor(regions: readonly Region[]) {
    this.#selection = getRegionSelection(listAutomaticCodes(regions))
    this.#codes = new Map(regions.map(({ key, code }) => [key, code]))
  }

  /** The code of a region, by its key. */
  getCode(regionKey: number): string {
    return this.#codes.get(regionKey) ?? '?'
  }

  /** Heartbeats are nobody's to check: they are filed under one region, wherever they come in. */
  canVote({ key, type, pinned }: Pick<EvaluatedMonitor, 'key' | 'type' | 'pinned'>, regionKey: number): boolean {
    if (type === 'HEARTBEAT') return true
    const code = this.getCode(regionKey)
    return pinned === NO_PINNED_REGIONS ? this.#selection.isChosen(code, key) : pinned.includes(`"${code}"`)
  }
}
