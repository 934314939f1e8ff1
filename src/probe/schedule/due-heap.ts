/**
 * Which of many numbered places is due first: a binary heap in typed arrays, 16 bytes a place, that can also move and
 * remove any place it holds.
 */
export class DueHeap {
  /** When each place is due, by place. */
  #dueAt = new Float64Array(64)
  /** Where in `#order` each place lies, by place; -1 when it is not held. */
  #indexOf = new Int32Array(64).fill(-1)
  /** The heap itself: places. */
  #order = new Int32Array(64)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Infinity when nothing is held. */
  get firstDueAt(): number {
    return this.#size > 0 ? this.#dueAt[this.#order[0]!]! : Infinity
  }

  has(place: number): boolean {
    return place < this.#indexOf.length && this.#indexOf[place]! >= 0
  }

  /** NaN when the place is not held. */
  dueAt(place: number): number {
    return this.has(place) ? this.#dueAt[place]! : NaN
  }

  /** Adds the place, or moves it when it is held already. */
  set(place: number, dueAt: number): void {
    if (place >= this.#indexOf.length) this.#grow(place + 1)
    this.#dueAt[place] = dueAt
    if (this.#indexOf[place]! < 0) this.#put(place, this.#size++)
    this.#settle(this.#indexOf[place]!)
  }

  /** @returns whether it was held */
  remove(place: number): boolean {
    if (!this.has(place)) return false
    const index = this.#indexOf[place]!
    this.#indexOf[place] = -1
    this.#size -= 1
    if (index < this.#size) {
      this.#put(this.#order[this.#size]!, index)
      this.#settle(index)
    }
    return true
  }

  /** Takes out the place that is due first. Only when `size` is above 0. */
  pop(): number {
    const place = this.#order[0]!
    this.remove(place)
    return place
  }

  #put(place: number, index: number): void {
    this.#order[index] = place
    this.#indexOf[place] = index
  }

  /** Moves the place at `index` up or down to where it belongs. */
  #settle(index: number): void {
    const place = this.#order[index]!
    const dueAt = this.#dueAt[place]!
    const risen = this.#rise(index, dueAt)
    this.#put(place, risen === index ? this.#sink(index, dueAt) : risen)
  }

  /** Makes room for `dueAt` above `index`. */
  #rise(start: number, dueAt: number): number {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      const other = this.#order[parent]!
      if (this.#dueAt[other]! <= dueAt) break
      this.#put(other, index)
      index = parent
    }
    return index
  }

  /** Makes room for `dueAt` below `index`. */
  #sink(start: number, dueAt: number): number {
    let index = start
    for (;;) {
      const child = this.#earlierChild(index)
      if (child < 0) return index
      const other = this.#order[child]!
      if (this.#dueAt[other]! >= dueAt) return index
      this.#put(other, index)
      index = child
    }
  }

  /** -1 when there is none. */
  #earlierChild(index: number): number {
    const left = 2 * index + 1
    if (left >= this.#size) return -1
    const right = left + 1
    if (right >= this.#size) return left
    return this.#dueAt[this.#order[right]!]! < this.#dueAt[this.#order[left]!]! ? right : left
  }

  #grow(needed: number): void {
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
