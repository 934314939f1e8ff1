/** First in, first out, without moving everything each time the first one leaves. */
export class Fifo<T> {
  #items: T[] = []
  /** Items before this one have left. */
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  /** Stays where it is; undefined when there is none. */
  get first(): T | undefined {
    return this.#items[this.#head]
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    return this.take(1)[0]
  }

  /** Takes up to so many from the front. */
  take(limit: number): T[] {
    const end = Math.min(this.#items.length, this.#head + limit)
    const taken = this.#items.slice(this.#head, end)
    this.#head = end
    // Only when most of the array is empty, so that each item is moved once on average
    if (this.#head * 2 >= this.#items.length) this.#compact()
    return taken
  }

  /** Back to the front, in their order. */
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
