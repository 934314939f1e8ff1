/** What is known of the addresses of names, and for how long. */
import { TtlCache } from '../../core/platform/ttl-cache.ts'
import { describeMissingName, type RecordsAnswer } from './dns-answer.ts'

/** The known state of a name: an answer, or the reason why there is none. */
export type KnownName =
  | { addresses: readonly string[] }
  | { missing: string; noAddress: boolean }
  | { alias: string; path: readonly string[] }

type UsefulAnswer = Exclude<RecordsAnswer, { kind: 'failed' }>

/** Names remembered. */
const CACHE_LIMIT = 65_536

/** An answer is good for as long as it says, within reason. */
const MIN_TTL_MS = 1_000
const MAX_TTL_MS = 3_600_000

/** A "no" is kept for less: a name that comes back should be seen to come back. */
const MAX_NEGATIVE_TTL_MS = 30_000

/**
 * How old an answer may be that is used while the name servers have trouble with every name. RFC 8767, section 5, allows
 * days. Here it is shorter, since the addresses of a target that moved would be reported as an outage.
 */
const LAST_KNOWN_MS = 3 * 3_600_000

/** Answers for one IP version. */
export class KnownNames {
  private readonly family: 4 | 6
  private readonly cache: TtlCache<KnownName>

  /** @param now milliseconds on any steady clock */
  constructor(family: 4 | 6, now: () => number) {
    this.family = family
    this.cache = new TtlCache(CACHE_LIMIT, now)
  }

  get(name: string): KnownName | undefined {
    return this.cache.get(name)
  }

  /** The latest answer, even when its time is over; for use while nothing better can be had. */
  getLast(name: string): { value: KnownName; ageMs: number } | undefined {
    const last = this.cache.getLast(name)
    return last && last.ageMs <= LAST_KNOWN_MS ? last : undefined
  }

  /** Called for a name that is broken alone: its last address must not make it pass while the name servers have trouble. */
  delete(name: string): void {
    this.cache.delete(name)
  }

  /**
   * Turns an answer into what is known, and keeps it for as long as it holds.
   *
   * @param phase what was asked: `resolve shop.example`
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
