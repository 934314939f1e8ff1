import { BoundedMap } from './bounded-map.ts'

interface Entry<V> {
  value: V
  at: number
  until: number
}

/** Values that are valid for a while and kept for the time after. Bounded: a new value replaces the oldest. */
export class TtlCache<V> {
  readonly #now: () => number
  readonly #entries: BoundedMap<string, Entry<V>>

  /** @param now ms on any clock */
  constructor(limit: number, now: () => number) {
    this.#now = now
    this.#entries = new BoundedMap(limit)
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.until > this.#now() ? entry.value : undefined
  }

  /** Returns the value as it was last set, even when its time is over. */
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
