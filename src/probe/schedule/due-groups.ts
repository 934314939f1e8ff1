/**
 * Due ids in groups of equal weight. Each group is ordered by due time. The due id that has waited longest relative to its
 * weight comes first.
 */
import { DueHeap, DuePlaces } from './due-heap.ts'

export class DueGroups {
  readonly #places = new DuePlaces()
  readonly #byWeight = new Map<number, DueHeap>()
  /** Weights by id. */
  #weights = new Uint16Array(64)

  get size(): number {
    let size = 0
    for (const heap of this.#byWeight.values()) size += heap.size
    return size
  }

  /** Infinity when all groups are empty. */
  get firstDueAt(): number {
    let first = Infinity
    for (const { firstDueAt } of this.#byWeight.values()) if (firstDueAt < first) first = firstDueAt
    return first
  }

  /** NaN when the id is absent. */
  getDueAt(id: number): number {
    return this.#findHeap(id)?.getDueAt(id) ?? NaN
  }

  /**
   * Adds the id, or moves it if it is present.
   *
   * @param weight whole number from 1 to 65,535
   */
  set(id: number, dueAt: number, weight: number): void {
    if (this.#weights[id] !== weight) this.remove(id)
    if (id >= this.#weights.length) this.#expand(id + 1)
    this.#weights[id] = weight
    let heap = this.#byWeight.get(weight)
    if (heap === undefined) {
      heap = new DueHeap(this.#places)
      this.#byWeight.set(weight, heap)
    }
    heap.set(id, dueAt)
  }

  remove(id: number): void {
    this.#findHeap(id)?.remove(id)
  }

  /**
   * Removes the most urgent id. Call only when an id is due.
   *
   * @param now Unix ms
   */
  pop(now: number): { id: number; dueAt: number } {
    let [mostUrgent, longest]: [DueHeap | null, number] = [null, Number.NEGATIVE_INFINITY]
    for (const [weight, heap] of this.#byWeight) {
      const relative = (now - heap.firstDueAt) / weight
      if (relative > longest) [mostUrgent, longest] = [heap, relative]
    }
    const dueAt = mostUrgent!.firstDueAt
    return { id: mostUrgent!.pop(), dueAt }
  }

  #findHeap(id: number): DueHeap | undefined {
    return this.#byWeight.get(this.#weights[id] ?? 0)
  }

  #expand(needed: number): void {
    const weights = new Uint16Array(Math.max(needed, this.#weights.length * 2))
    weights.set(this.#weights)
    this.#weights = weights
  }
}
