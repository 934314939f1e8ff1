/**
 * Due ids in groups of equal weight. Each group is ordered by due time. The due id that has waited longest relative to
 * its weight comes first.
 */
import type { UnixMs } from '../../core/platform/time/time.ts'

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

  /** Removes the most urgent id. Call only when an id is due. */
  pop(now: UnixMs): { id: number; dueAt: number } {
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

/** Due time and place of each id. Heaps may share them, as long as each id is in at most one heap. */
class DuePlaces {
  /** Due times by id. */
  dueAt = new Float64Array(64)
  /** Index in a heap by id; -1 when the id is in no heap. */
  indexOf = new Int32Array(64).fill(-1)

  /** Makes room for an id. */
  reserve(id: number): void {
    if (id < this.indexOf.length) return
    const length = Math.max(id + 1, this.indexOf.length * 2)
    const indexOf = new Int32Array(length).fill(-1)
    indexOf.set(this.indexOf)
    const dueAt = new Float64Array(length)
    dueAt.set(this.dueAt)
    this.indexOf = indexOf
    this.dueAt = dueAt
  }
}

/**
 * A priority queue of ids by due time. It is a binary heap in typed arrays, 16 bytes per id, that can also move and
 * remove any id.
 */
export class DueHeap {
  readonly #places: DuePlaces
  /** The heap: ids. */
  #order = new Int32Array(64)
  #size = 0

  constructor(places = new DuePlaces()) {
    this.#places = places
  }

  get size(): number {
    return this.#size
  }

  /** Infinity when the heap is empty. */
  get firstDueAt(): number {
    return this.#size > 0 ? this.#places.dueAt[this.#order[0]!]! : Infinity
  }

  has(id: number): boolean {
    const index = this.#places.indexOf[id] ?? -1
    return index >= 0 && index < this.#size && this.#order[index] === id
  }

  /** NaN when the id is absent. */
  getDueAt(id: number): number {
    return this.has(id) ? this.#places.dueAt[id]! : NaN
  }

  /** Adds the id, or moves it if it is present. */
  set(id: number, dueAt: number): void {
    this.#places.reserve(id)
    this.#places.dueAt[id] = dueAt
    if (this.#places.indexOf[id]! < 0) this.#append(id)
    this.#restoreOrder(this.#places.indexOf[id]!)
  }

  /** @returns whether it was present */
  remove(id: number): boolean {
    if (!this.has(id)) return false
    const index = this.#places.indexOf[id]!
    this.#places.indexOf[id] = -1
    this.#size -= 1
    if (index < this.#size) {
      this.#setIndex(this.#order[this.#size]!, index)
      this.#restoreOrder(index)
    }
    return true
  }

  /** Removes the id that is due first. Call only when `size` is above 0. */
  pop(): number {
    const id = this.#order[0]!
    this.remove(id)
    return id
  }

  #setIndex(id: number, index: number): void {
    this.#order[index] = id
    this.#places.indexOf[id] = index
  }

  /** Moves the id at `index` up or down to restore the heap order. */
  #restoreOrder(index: number): void {
    const id = this.#order[index]!
    const dueAt = this.#places.dueAt[id]!
    const movedTo = this.#moveUp(index, dueAt)
    this.#setIndex(id, movedTo === index ? this.#moveDown(index, dueAt) : movedTo)
  }

  /** Moves ids down until `dueAt` fits above `index`. */
  #moveUp(start: number, dueAt: number): number {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      const other = this.#order[parent]!
      if (this.#places.dueAt[other]! <= dueAt) break
      this.#setIndex(other, index)
      index = parent
    }
    return index
  }

  /** Moves ids up until `dueAt` fits below `index`. */
  #moveDown(start: number, dueAt: number): number {
    let index = start
    for (;;) {
      const child = this.#findEarlierChild(index)
      if (child < 0) return index
      const other = this.#order[child]!
      if (this.#places.dueAt[other]! >= dueAt) return index
      this.#setIndex(other, index)
      index = child
    }
  }

  /** -1 when there is none. */
  #findEarlierChild(index: number): number {
    const left = 2 * index + 1
    if (left >= this.#size) return -1
    const right = left + 1
    if (right >= this.#size) return left
    const { dueAt } = this.#places
    return dueAt[this.#order[right]!]! < dueAt[this.#order[left]!]! ? right : left
  }

  #append(id: number): void {
    if (this.#size === this.#order.length) {
      const order = new Int32Array(2 * this.#size)
      order.set(this.#order)
      this.#order = order
    }
    this.#setIndex(id, this.#size++)
  }
}
