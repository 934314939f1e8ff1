/** A queue that does not move all items whenever the first one leaves. */
export class Fifo<T> {
  #items: T[] = []
  /** Items before this index have left. */
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  /** First item, without removing it; undefined when the queue is empty. */
  get first(): T | undefined {
    return this.#items[this.#head]
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    return this.take(1)[0]
  }

  /** Removes at most `limit` items from the front. */
  take(limit: number): T[] {
    const end = Math.min(this.#items.length, this.#head + limit)
    const taken = this.#items.slice(this.#head, end)
    this.#head = end
    // Compacts only when most of the array is empty, so that each item is moved once on average
    if (this.#head * 2 >= this.#items.length) this.#compact()
    return taken
  }

  /** Returns items to the front, in their order. */
  returnItems(items: readonly T[]): void {
    this.#items = [...items, ...this.#items.slice(this.#head)]
    this.#head = 0
  }

  filter(isWanted: (item: T) => boolean): void {
    this.#items = this.#items.slice(this.#head).filter(isWanted)
    this.#head = 0
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head)
    this.#head = 0
  }
}
