/**
 * Looks up names that strangers choose, such as tokens and slugs, on routes that never refuse a caller for the number of
 * requests. A flood of unknown names must not become a flood of queries: an unknown name is remembered for a while, and
 * an address that asked for too many of them gets no further lookups. Names that were found once are always looked up, so
 * the flood of one client does not stop the other clients behind its address.
 */
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import { countedAddress, type Limiter } from '../../core/platform/rate-limit.ts'
import { TtlCache } from '../../core/platform/ttl-cache.ts'

/** Names remembered, of each kind. A flood replaces the oldest. */
const MOST_NAMES = 50_000

interface NameLookupOptions {
  /** Unknown names per address; null when requests have no limit. */
  limiter: Limiter | null
  /** What the refusal counts: `pings with unknown tokens`. */
  what: string
  /** Monotonic ms. */
  elapsed: () => number
  /** How long an unknown name is answered without a lookup. */
  absentMs: number
}

export class NameLookups {
  readonly #options: NameLookupOptions
  readonly #known = new BoundedMap<string, true>(MOST_NAMES)
  readonly #absent: TtlCache<true>

  constructor(options: NameLookupOptions) {
    this.#options = options
    this.#absent = new TtlCache(MOST_NAMES, options.elapsed)
  }

  /**
   * @param look returns null when there is nothing of that name
   * @throws Problem RATE_LIMIT_EXCEEDED when the address asked for too many unknown names
   */
  async find<T>(name: string, address: string, look: () => Promise<T | null>): Promise<T | null> {
    if (this.#absent.get(name)) return null
    const who = countedAddress(address)
    if (!this.#known.has(name)) this.#refuse(who)
    const found = await look()
    if (found === null) await this.#noteAbsent(name, who)
    else this.#noteKnown(name)
    return found
  }

  /** Names that were absent may exist now. */
  forgetAbsent(): void {
    this.#absent.clear()
  }

  /** @throws Problem RATE_LIMIT_EXCEEDED */
  #refuse(who: string): void {
    const refusal = this.#options.limiter?.refusalIfUsedUp(who, this.#options.what)
    if (refusal) throw refusal
  }

  async #noteAbsent(name: string, who: string): Promise<void> {
    const { limiter, what, absentMs } = this.#options
    this.#known.delete(name)
    this.#absent.set(name, true, absentMs)
    await limiter?.take(who, what)
  }

  #noteKnown(name: string): void {
    this.#absent.delete(name)
    this.#known.set(name, true)
  }
}
