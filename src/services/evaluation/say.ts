/** Which regions have a say in a monitor: those that check it now, and no other, however fresh its last word is. */
import { type Selection, selectionOf } from '../../core/probes/shares.ts'
import type { JudgedMonitor } from '../../store/evaluation/check-states.ts'
import { automaticCodes, type Region } from '../../store/probes/regions.ts'

/** `pinned` is JSON without spaces, and codes hold no quotes. */
const NONE = '[]'

export class Say {
  readonly #selection: Selection
  readonly #codes: ReadonlyMap<number, string>

  constructor(regions: readonly Region[]) {
    this.#selection = selectionOf(automaticCodes(regions))
    this.#codes = new Map(regions.map(({ key, code }) => [key, code]))
  }

  /** The code of a region, by its key. */
  codeOf(regionKey: number): string {
    return this.#codes.get(regionKey) ?? '?'
  }

  /** Heartbeats are nobody's to check: they are filed under one region, wherever they come in. */
  has({ key, type, pinned }: Pick<JudgedMonitor, 'key' | 'type' | 'pinned'>, regionKey: number): boolean {
    if (type === 'HEARTBEAT') return true
    const code = this.codeOf(regionKey)
    return pinned === NONE ? this.#selection.has(code, key) : pinned.includes(`"${code}"`)
  }
}
