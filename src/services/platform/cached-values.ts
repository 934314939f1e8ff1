/** A cache of values that are read at most once in a given time, however many callers ask. */
import { BoundedMap } from '../../core/platform/bounded-map.ts'

/** Values of one cache, unless it has a limit of its own. */
const MAX_CACHED = 1_000

export class CachedValues<T> {
  readonly #ttlMs: number
  readonly #elapsed: () => number
  readonly #known: BoundedMap<string, { until: number; value: Promise<T> }>

  /** @param elapsed monotonic ms @param most values kept; a new one replaces the oldest */
  constructor(ttlMs: number, elapsed: () => number, most = MAX_CACHED) {
    this.#known = new BoundedMap(most)
    this.#ttlMs = ttlMs
    this.#elapsed = elapsed
  }

  /** @param make is called when there is no fresh value; a failure is not kept */
  get(name: string, load: () => Promise<T>): Promise<T> {
    const now = this.#elapsed()
    const known = this.#known.get(name)
    if (known && now < known.until) return known.value
    const value = load()
    this.#dropExpired(now)
    this.#known.set(name, { until: now + this.#ttlMs, value })
    value.catch(() => this.#known.delete(name))
    return value
  }

  /** The oldest come first. */
  #dropExpired(now: number): void {
    for (const [name, { until }] of this.#known) {
      if (until > now) return
      this.#known.delete(name)
    }
  }
}
