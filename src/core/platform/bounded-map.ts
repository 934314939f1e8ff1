/** A map for caches: it holds at most `limit` entries, and a new entry replaces the one that was set longest ago. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number
  readonly #onEvict: ((value: V) => void) | null
  /** Stands before the oldest entry; null when it has to be made again. */
  #oldest: MapIterator<[K, V]> | null = null
  #setsOfIterator = 0

  /** @param limit 1 or more @param onEvict receives each value that is replaced for lack of room */
  constructor(limit: number, onEvict: ((value: V) => void) | null = null) {
    super()
    this.#limit = limit
    this.#onEvict = onEvict
  }

  /** Makes the entry the newest, so setting an entry whenever it is used evicts the least recently used one first. */
  override set(key: K, value: V): this {
    this.delete(key)
    if (++this.#setsOfIterator > this.#limit) this.#oldest = null
    if (this.size >= this.#limit) this.#dropOldest()
    return super.set(key, value)
  }

  override getOrInsertComputed(key: K, compute: (key: K) => V): V {
    const known = this.get(key)
    if (known !== undefined) return known
    const value = compute(key)
    this.set(key, value)
    return value
  }

  /**
   * A Map keeps the order of insertion. A new iterator steps over every place that a deleted entry has left, which in a
   * large map takes longer than all the rest; one that is kept for long holds on to the tables of earlier sizes.
   */
  #dropOldest(): void {
    if (this.#oldest === null) {
      this.#oldest = this.entries()
      this.#setsOfIterator = 0
    }
    const [key, value] = this.#oldest.next().value!
    this.delete(key)
    this.#onEvict?.(value)
  }
}
