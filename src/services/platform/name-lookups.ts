/**
 * Looks up names that strangers choose, such as tokens and slugs, on routes that never refuse a caller for the number of
 * requests. A flood of unknown names must not become a flood of queries: an unknown name is remembered for a while, and
 * an address that asked for too many of them gets no further lookups. Names that were found once are always looked up, so
 * the flood of one client does not stop the other clients behind its address.
 */
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import { type Limiter, toCountedAddress } from '../../core/platform/rate-limit.ts'
import { TtlCache } from '../../core/platform/ttl-cache.ts'

/** Names remembered, of each kind. A flood replaces the oldest. */
const MAX_NAMES = 50_000

interface NameLookupOptions {
  /** Unknown names per address; null when requests have no limit. */
  limiter: Limiter | null
  /** What the refusal counts: `pings with unknown tokens`. */
  label: string
  /** Monotonic ms. */
  elapsed: () => number
  /** How long an unknown name is answered without a lookup. */
  absentMs: number
}

export class NameLookups {
  readonly #options: NameLookupOptions
  readonly #known = new BoundedMap<string, true>(MAX_NAMES)
  readonly #absent: TtlCache<true>

  constructor(options: NameLookupOptions) {
    this.#options = options
    this.#absent = new TtlCache(MAX_NAMES, options.elapsed)
  }

  /**
   * @param look returns null when there is nothing of that name
   * @throws Problem RATE_LIMIT_EXCEEDED when the address asked for too many unknown names
   */
  async find<T>(name: string, address: string, lookUp: () => Promise<T | null>): Promise<T | null> {
    if (this.#absent.get(name)) return null
    const caller = toCountedAddress(address)
    if (!this.#known.has(name)) this.#refuse(caller)
    const found = await lookUp()
    if (found === null) await this.#recordAbsent(name, caller)
    else this.#recordKnown(name)
    return found
  }

  /** Names that were absent may exist now. */
  clearAbsent(): void {
    this.#absent.clear()
  }

  /** @throws Problem RATE_LIMIT_EXCEEDED */
  #refuse(caller: string): void {
    const refusal = this.#options.limiter?.findRefusalIfUsedUp(caller, this.#options.label)
    if (refusal) throw refusal
  }

  async #recordAbsent(name: string, caller: string): Promise<void> {
    const { limiter, label, absentMs } = this.#options
    this.#known.delete(name)
    this.#absent.set(name, true, absentMs)
    await limiter?.take(caller, label)
  }

  #recordKnown(name: string): void {
    this.#absent.delete(name)
    this.#known.set(name, true)
  }
}
