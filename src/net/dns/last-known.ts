/** Cached answers for use while the name servers have trouble with every name (in the spirit of RFC 8767). Pure. */
import { formatDurationText } from '../../core/platform/time/time-text.ts'
import { ProbeError } from '../../core/results/verdict.ts'
import { type Failed, fail } from '../connection/failure.ts'
import { DNS_TROUBLE_MESSAGES, type DnsTrouble } from './dns-health-check.ts'
import type { Lookup, LookupResult } from './dns-lookup.ts'
import type { KnownName } from './known-names.ts'

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
