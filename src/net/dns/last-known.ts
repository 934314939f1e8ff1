/** Cached answers for use while the name servers have trouble with every name (in the spirit of RFC 8767). Pure. */

import { TtlCache } from '../../core/platform/maps.ts'
import { formatDurationText } from '../../core/platform/time/time.ts'
import { ProbeError } from '../../core/results/verdict.ts'
import { type Failed, fail } from '../connection/failure.ts'
import { describeMissingName, type RecordsAnswer } from './dns-answer.ts'
import { DNS_TROUBLE_MESSAGES, type DnsTrouble } from './dns-health-check.ts'
import type { Lookup, LookupResult } from './dns-lookup.ts'

/**
 * At least one address, in the order of the name server. `isAbsent` marks an answer without addresses. `noAddress`
 * marks one that may differ in the other family.
 */
export type Resolution =
  | { addresses: readonly string[]; lastKnown?: LastKnown }
  | (Failed & { isAbsent?: boolean; noAddress?: boolean; lastKnown?: LastKnown })

/** Marks an old answer, used because the name servers have trouble with every name. */
export interface LastKnown {
  name: string
  ageMs: number
  trouble: DnsTrouble
}

/** For the end of a message. */
export const describeLastKnown = ({ name, ageMs, trouble }: LastKnown): string =>
  `the address of ${name} is ${formatDurationText(ageMs / 1_000)} old, because ${DNS_TROUBLE_MESSAGES[trouble]}`

/** A cached answer, its age, and why there is no newer one. */
export type LastAnswer = { value: KnownName; ageMs: number; trouble: DnsTrouble }

/** Result of one question. */
export type QuestionResult = (KnownName & { lastKnown?: LastKnown }) | Failed

export type ReplyResult = Extract<LookupResult, { kind: 'reply' }>

export function toResolution(known: Exclude<KnownName, { alias: string }>, lastKnown?: LastKnown): Resolution {
  const note = lastKnown && { lastKnown }
  if ('addresses' in known) return lastKnown ? { addresses: known.addresses, ...note } : known
  return { ...fail('dns_error', known.missing), isAbsent: true, noAddress: known.noAddress, ...note }
}

/**
 * Accepts a cached address, but not a cached failure: a name that did not exist earlier may exist now.
 *
 * @throws ProbeError for a cached failure
 */
export async function refuseStaleFailure(resolving: Promise<Resolution>): Promise<Resolution> {
  const resolution = await resolving
  if (!('failure' in resolution) || !resolution.lastKnown || resolution.noAddress) return resolution
  const { name, trouble } = resolution.lastKnown
  throw new ProbeError(`resolve ${name}: ${DNS_TROUBLE_MESSAGES[trouble]}`)
}

/** Null when the name may be the only cause. */
export function findDnsTrouble(
  result: Exclude<LookupResult, ReplyResult> | 'expired',
  lookup: Lookup,
): DnsTrouble | null {
  if (result === 'expired') return lookup.hasAnyAnswer() ? null : 'silent'
  if (result.kind === 'trouble') return result.trouble
  if ('rcode' in result.rejection) return null
  return result.rejection.error === 'ECONNREFUSED' ? 'refused' : 'silent'
}

export const failAbsent = (message: string): Resolution => ({
  ...fail('dns_error', message),
  isAbsent: true,
  noAddress: true,
})

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
