/** Cache of the addresses of names. */
import { TtlCache } from '../../core/platform/ttl-cache.ts'
import { describeMissingName, type RecordsAnswer } from './dns-answer.ts'

/** The known state of a name: an answer, or the reason why there is none. */
export type KnownName =
  | { addresses: readonly string[] }
  | { missing: string; noAddress: boolean }
  | { alias: string; path: readonly string[] }

type UsefulAnswer = Exclude<RecordsAnswer, { kind: 'failed' }>

/** Maximum of cached names. */
const CACHE_LIMIT = 65_536

/** Limits of an answer's TTL. */
const MIN_TTL_MS = 1_000
const MAX_TTL_MS = 3_600_000

/** Negative answers are cached for a shorter time, so that a name that exists again is noticed soon. */
const MAX_NEGATIVE_TTL_MS = 30_000

/**
 * Maximum age of an answer that is used while the name servers have trouble with every name. RFC 8767, section 5,
 * allows days. This limit is shorter, since the old address of a target that moved would cause a false outage.
 */
const LAST_KNOWN_MS = 3 * 3_600_000

/** Answers for one IP version. */
export class KnownNames {
  private readonly family: 4 | 6
  private readonly cache: TtlCache<KnownName>

  /** @param now milliseconds of a monotonic clock */
  constructor(family: 4 | 6, now: () => number) {
    this.family = family
    this.cache = new TtlCache(CACHE_LIMIT, now)
  }

  get(name: string): KnownName | undefined {
    return this.cache.get(name)
  }

  /** The latest answer, even after its expiry; for use while there is no better one. */
  getLast(name: string): { value: KnownName; ageMs: number } | undefined {
    const last = this.cache.getLast(name)
    return last && last.ageMs <= LAST_KNOWN_MS ? last : undefined
  }

  /**
   * Deletes a name that fails while other names resolve. Its last address must not let it pass while the name servers
   * have trouble.
   */
  delete(name: string): void {
    this.cache.delete(name)
  }

  /**
   * Converts an answer to a cache entry and stores it for its TTL.
   *
   * @param phase the question: `resolve shop.example`
   */
  learn(name: string, answer: UsefulAnswer, phase: string): KnownName {
    const known = toKnownName(answer, name, phase, this.family)
    const limitMs = 'missing' in known ? MAX_NEGATIVE_TTL_MS : MAX_TTL_MS
    this.cache.set(name, known, Math.min(Math.max(answer.ttlSeconds * 1_000, MIN_TTL_MS), limitMs))
    return known
  }
}

function toKnownName(answer: UsefulAnswer, name: string, phase: string, family: 4 | 6): KnownName {
  switch (answer.kind) {
    case 'records':
      return { addresses: answer.records.map(({ value }) => value) }
    case 'alias':
      return { alias: answer.name, path: answer.path }
    case 'missing':
      return { missing: `${phase}: ${describeMissingName(answer.name, name)}`, noAddress: false }
    case 'empty':
      return { missing: `${phase}: no IPv${family} address`, noAddress: true }
  }
}
