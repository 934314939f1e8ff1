/**
 * A priority queue of ids by due time. It is a binary heap in typed arrays, 16 bytes per id, that can also move and
 * remove any id.
 */
export class DueHeap {
  /** Due times by id. */
  #dueAt = new Float64Array(64)
  /** Index in `#order` by id; -1 when the id is absent. */
  #indexOf = new Int32Array(64).fill(-1)
  /** The heap: ids. */
  #order = new Int32Array(64)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Infinity when the heap is empty. */
  get firstDueAt(): number {
    return this.#size > 0 ? this.#dueAt[this.#order[0]!]! : Infinity
  }

  has(id: number): boolean {
    return id < this.#indexOf.length && this.#indexOf[id]! >= 0
  }

  /** NaN when the id is absent. */
  getDueAt(id: number): number {
    return this.has(id) ? this.#dueAt[id]! : NaN
  }

  /** Adds the id, or moves it if it is present. */
  set(id: number, dueAt: number): void {
    if (id >= this.#indexOf.length) this.#expand(id + 1)
    this.#dueAt[id] = dueAt
    if (this.#indexOf[id]! < 0) this.#setIndex(id, this.#size++)
    this.#restoreOrder(this.#indexOf[id]!)
  }

  /** @returns whether it was present */
  remove(id: number): boolean {
    if (!this.has(id)) return false
    const index = this.#indexOf[id]!
    this.#indexOf[id] = -1
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
    this.#indexOf[id] = index
  }

  /** Moves the id at `index` up or down to restore the heap order. */
  #restoreOrder(index: number): void {
    const id = this.#order[index]!
    const dueAt = this.#dueAt[id]!
    const movedTo = this.#moveUp(index, dueAt)
    this.#setIndex(id, movedTo === index ? this.#moveDown(index, dueAt) : movedTo)
  }

  /** Moves ids down until `dueAt` fits above `index`. */
  #moveUp(start: number, dueAt: number): number {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      const other = this.#order[parent]!
      if (this.#dueAt[other]! <= dueAt) break
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
      if (this.#dueAt[other]! >= dueAt) return index
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
    return this.#dueAt[this.#order[right]!]! < this.#dueAt[this.#order[left]!]! ? right : left
  }

  #expand(needed: number): void {
    const length = Math.max(needed, this.#indexOf.length * 2)
    const indexOf = new Int32Array(length).fill(-1)
    indexOf.set(this.#indexOf)
    const dueAt = new Float64Array(length)
    dueAt.set(this.#dueAt)
    const order = new Int32Array(length)
    order.set(this.#order)
    this.#indexOf = indexOf
    this.#dueAt = dueAt
    this.#order = order
  }
}
