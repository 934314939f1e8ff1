/** The part of a Map or a WeakMap that is needed. */
interface Entries<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** Returns the value of a key, and creates it first when there is none. Node 24 has no `getOrInsertComputed`. */
export function getOrCreate<K, V>(entries: Entries<K, V>, key: K, create: (key: K) => V): V {
  const known = entries.get(key)
  if (known !== undefined) return known
  const value = create(key)
  entries.set(key, value)
  return value
}

/** A map for caches: it stores at most `limit` entries, and a new entry replaces the oldest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number
  readonly #onEvict: ((value: V) => void) | null
  /** Iterator positioned before the oldest entry; null when it must be created again. */
  #oldest: MapIterator<[K, V]> | null = null
  /** Number of `set` calls since the iterator was created. */
  #setsSinceIterator = 0

  /**
   * @param limit at least 1
   * @param onEvict receives each value that is evicted
   */
  constructor(limit: number, onEvict: ((value: V) => void) | null = null) {
    super()
    this.#limit = limit
    this.#onEvict = onEvict
  }

  /** Makes the entry the newest. Setting an entry at every use therefore evicts the least recently used entry first. */
  override set(key: K, value: V): this {
    this.delete(key)
    if (++this.#setsSinceIterator > this.#limit) this.#oldest = null
    if (this.size >= this.#limit) this.#dropOldest()
    return super.set(key, value)
  }

  /**
   * A Map keeps the order of insertion. A new iterator steps over the slots of deleted entries, which is the main cost
   * in a large map. An iterator that is kept for too long retains the tables of earlier sizes.
   */
  #dropOldest(): void {
    if (this.#oldest === null) {
      this.#oldest = this.entries()
      this.#setsSinceIterator = 0
    }
    const [key, value] = this.#oldest.next().value!
    this.delete(key)
    this.#onEvict?.(value)
  }
}

interface Entry<V> {
  value: V
  at: number
  until: number
}

/**
 * A bounded cache of values that are valid for a limited time; expired values stay available. A new value replaces the
 * oldest.
 */
export class TtlCache<V> {
  readonly #now: () => number
  readonly #entries: BoundedMap<string, Entry<V>>

  /** @param now ms of any clock */
  constructor(limit: number, now: () => number) {
    this.#now = now
    this.#entries = new BoundedMap(limit)
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.until > this.#now() ? entry.value : undefined
  }

  /** Returns the last value that was set, even if it has expired. */
  getLast(key: string): { value: V; ageMs: number } | undefined {
    const entry = this.#entries.get(key)
    return entry && { value: entry.value, ageMs: this.#now() - entry.at }
  }

  set(key: string, value: V, ttlMs: number): void {
    const at = this.#now()
    this.#entries.set(key, { value, at, until: at + ttlMs })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
