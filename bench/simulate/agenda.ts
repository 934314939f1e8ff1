/** Which monitors a simulated probe holds, and which of them fall due in a stretch of time. */
import type { AssignmentsAnswer, Member } from '../../src/core/probes/protocol.ts'
import { gridOffsetMs } from '../../src/core/probes/schedule.ts'
import { Division } from '../../src/core/probes/shares.ts'

export class Agenda {
  readonly #region: string
  readonly #intervalMs: number
  /** Of each monitor its place on the interval, ms. */
  #places = new Map<number, number>()
  /** By their places. */
  #keys = new Int32Array()
  #offsets = new Float64Array()
  #isStale = false
  /** A list is complete. */
  isWhole = false

  constructor(region: string, intervalSeconds: number) {
    this.#region = region
    this.#intervalMs = intervalSeconds * 1_000
  }

  get size(): number {
    return this.#places.size
  }

  placeOf(key: number): number | undefined {
    return this.#places.get(key)
  }

  apply({ changed, removed, more }: AssignmentsAnswer, isNew: boolean): void {
    if (isNew) this.#places = new Map()
    for (const key of removed) this.#places.delete(key)
    for (const { monitorKey, monitorId, intervalSeconds } of changed)
      this.#places.set(monitorKey, gridOffsetMs(monitorId, this.#region, intervalSeconds))
    if (isNew || changed.length > 0 || removed.length > 0) this.#isStale = true
    if (isNew || this.#isStale) this.isWhole = more !== true
  }

  /** Lets go what others have now. */
  divide(members: readonly Member[], own: string): void {
    const division = new Division(members)
    for (const key of this.#places.keys()) if (division.ownerOf(key, 'HTTP') !== own) this.#places.delete(key)
    this.#isStale = true
  }

  /** Calls `check` for what is due in (from, to], Unix ms; less than an interval apart. */
  forDue(from: number, to: number, check: (key: number, dueAt: number) => void): void {
    if (this.#isStale && this.isWhole) this.#sort()
    const turn = Math.floor(from / this.#intervalMs) * this.#intervalMs
    for (const start of [turn, turn + this.#intervalMs]) {
      const [first, end] = [this.#after(from - start), this.#after(to - start)]
      for (let at = first; at < end; at++) check(this.#keys[at]!, start + this.#offsets[at]!)
    }
  }

  #sort(): void {
    const sorted = [...this.#places].sort(([, a], [, b]) => a - b)
    this.#keys = Int32Array.from(sorted, ([key]) => key)
    this.#offsets = Float64Array.from(sorted, ([, offset]) => offset)
    this.#isStale = false
  }

  /** How many lie at `offset` or before it. */
  #after(offset: number): number {
    let [low, high] = [0, this.#offsets.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#offsets[middle]! <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}
