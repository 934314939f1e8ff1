/** A cache of values that are read at most once in a given time, however many callers ask. */
import { BoundedMap } from '../../core/platform/bounded-map.ts'

/** Values of one cache, unless it has a limit of its own. */
const MOST_KEPT = 1_000

export class KeptValues<T> {
  readonly #lengthMs: number
  readonly #elapsed: () => number
  readonly #known: BoundedMap<string, { until: number; value: Promise<T> }>

  /** @param elapsed monotonic ms @param most values kept; a new one replaces the oldest */
  constructor(lengthMs: number, elapsed: () => number, most = MOST_KEPT) {
    this.#known = new BoundedMap(most)
    this.#lengthMs = lengthMs
    this.#elapsed = elapsed
  }

  /** @param make is called when there is no fresh value; a failure is not kept */
  get(name: string, make: () => Promise<T>): Promise<T> {
    const now = this.#elapsed()
    const known = this.#known.get(name)
    if (known && now < known.until) return known.value
    const value = make()
    this.#forgetOld(now)
    this.#known.set(name, { until: now + this.#lengthMs, value })
    value.catch(() => this.#known.delete(name))
    return value
  }

  /** The oldest come first. */
  #forgetOld(now: number): void {
    for (const [name, { until }] of this.#known) {
      if (until > now) return
      this.#known.delete(name)
    }
  }
}
