/**
 * Looks up names that clients choose, such as tokens and slugs, on routes without a request limit. A flood of unknown
 * names must not become a flood of queries. An unknown name is therefore cached for a while, and an address with too
 * many unknown names gets no further lookups.
 *
 * Names that were found once are always looked up, so one client's flood does not affect other clients behind its
 * address.
 */

import { type Limiter, toCountedAddress } from '../../../core/platform/limits/rate-limit.ts'
import { BoundedMap, TtlCache } from '../../../core/platform/maps.ts'

/** Maximum number of cached names of each kind. A new one replaces the oldest. */
const MAX_NAMES = 50_000

interface NameLookupOptions {
  /** Limits unknown names per address; null when requests have no limit. */
  limiter: Limiter | null
  /** Label in the error message, such as `pings with unknown tokens`. */
  label: string
  /** Monotonic ms. */
  elapsed: () => number
  /** How long an unknown name stays cached. */
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
   * @param lookUp returns null for an unknown name
   * @throws Problem RATE_LIMIT_EXCEEDED when the address sent too many unknown names
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

  /** Clears cached unknown names, which may exist now. */
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
