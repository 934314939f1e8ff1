/** Assigned monitors of a simulated probe, and those that fall due in a time span. */
import type { AssignmentsResponse, Member } from '../../src/core/probes/protocol.ts'
import { computeGridOffsetMs } from '../../src/core/probes/schedule.ts'
import { ShareOwners } from '../../src/core/probes/shares.ts'

export class SimulatedSchedule {
  readonly #region: string
  readonly #intervalMs: number
  /** Grid offset within the interval by monitor, ms. */
  #offsetByKey = new Map<number, number>()
  /** Sorted by offset. */
  #keys = new Int32Array()
  #offsets = new Float64Array()
  #isStale = false
  /** Whether the current list is complete. */
  isComplete = false

  constructor(region: string, intervalSeconds: number) {
    this.#region = region
    this.#intervalMs = intervalSeconds * 1_000
  }

  get size(): number {
    return this.#offsetByKey.size
  }

  findOffset(key: number): number | undefined {
    return this.#offsetByKey.get(key)
  }

  apply({ changed, removed, more }: AssignmentsResponse, isNew: boolean): void {
    if (isNew) this.#offsetByKey = new Map()
    for (const key of removed) this.#offsetByKey.delete(key)
    for (const { monitorKey, monitorId, intervalSeconds } of changed)
      this.#offsetByKey.set(monitorKey, computeGridOffsetMs(monitorId, this.#region, intervalSeconds))
    if (isNew || changed.length > 0 || removed.length > 0) this.#isStale = true
    if (isNew || this.#isStale) this.isComplete = more !== true
  }

  /** Removes monitors that now belong to other probes. */
  releaseOthers(members: readonly Member[], own: string): void {
    const division = new ShareOwners(members)
    for (const key of this.#offsetByKey.keys())
      if (division.findOwner(key, 'HTTP') !== own) this.#offsetByKey.delete(key)
    this.#isStale = true
  }

  /** Calls `check` for every check due in (from, to], Unix ms; the span must be shorter than an interval. */
  visitDue(from: number, to: number, check: (key: number, dueAt: number) => void): void {
    if (this.#isStale && this.isComplete) this.#sort()
    const gridStart = Math.floor(from / this.#intervalMs) * this.#intervalMs
    for (const start of [gridStart, gridStart + this.#intervalMs]) {
      const [first, end] = [this.#countUntil(from - start), this.#countUntil(to - start)]
      for (let at = first; at < end; at++) check(this.#keys[at]!, start + this.#offsets[at]!)
    }
  }

  #sort(): void {
    const sorted = [...this.#offsetByKey].sort(([, a], [, b]) => a - b)
    this.#keys = Int32Array.from(sorted, ([key]) => key)
    this.#offsets = Float64Array.from(sorted, ([, offset]) => offset)
    this.#isStale = false
  }

  /** Returns the number of monitors with an offset of at most `offset`. */
  #countUntil(offset: number): number {
    let [low, high] = [0, this.#offsets.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#offsets[middle]! <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}
