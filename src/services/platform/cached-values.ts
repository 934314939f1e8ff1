/** A cache of values that are loaded at most once in a given time, for any number of callers. */
import { BoundedMap } from '../../core/platform/maps.ts'

/** Default maximum number of values. */
const MAX_CACHED = 1_000

export class CachedValues<T> {
  readonly #ttlMs: number
  readonly #elapsed: () => number
  readonly #known: BoundedMap<string, { until: number; value: Promise<T> }>

  /**
   * @param elapsed monotonic ms
   * @param limit maximum number of values; a new one replaces the oldest
   */
  constructor(ttlMs: number, elapsed: () => number, limit = MAX_CACHED) {
    this.#known = new BoundedMap(limit)
    this.#ttlMs = ttlMs
    this.#elapsed = elapsed
  }

  /** @param load called when there is no fresh value; a failure is not cached */
  get(name: string, load: () => Promise<T>): Promise<T> {
    const now = this.#elapsed()
    const known = this.#known.get(name)
    if (known && now < known.until) return known.value
    const value = load()
    this.#dropExpired(now)
    // A value may wait in a queue longer than it stays fresh
    const entry = { until: Infinity, value }
    this.#known.set(name, entry)
    value.then(
      () => {
        entry.until = this.#elapsed() + this.#ttlMs
      },
      () => {
        if (this.#known.get(name) === entry) this.#known.delete(name)
      },
    )
    return value
  }

  /** Drops expired values, which usually come first in insertion order. */
  #dropExpired(now: number): void {
    for (const [name, { until }] of this.#known) {
      if (until > now) return
      this.#known.delete(name)
    }
  }
}
