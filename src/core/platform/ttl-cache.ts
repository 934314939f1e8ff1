import { BoundedMap } from './maps.ts'

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
