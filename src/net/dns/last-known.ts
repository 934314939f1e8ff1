/** Answers from before, for use while the name servers have trouble with every name (in the spirit of RFC 8767). Pure. */
import { durationInWords } from '../../core/platform/time/time-words.ts'
import { ProbeTrouble } from '../../core/results/verdict.ts'
import { type Failed, fail } from '../connection/failure.ts'
import type { Lookup, LookupResult } from './dns-lookup.ts'
import type { Known } from './known-names.ts'
import { type NameTrouble, TROUBLE_WORDS } from './name-witness.ts'

/**
 * At least one address, in the order of the name server. `isAbsent` marks the answer that there is none, and `noAddress`
 * one that may be different in the other family.
 */
export type Resolution =
  | { addresses: readonly string[]; lastKnown?: LastKnown }
  | (Failed & { isAbsent?: boolean; noAddress?: boolean; lastKnown?: LastKnown })

/** Says that the answer is an old one, because the name servers have trouble with every name. */
export interface LastKnown {
  name: string
  ageMs: number
  trouble: NameTrouble
}

/** For the end of a message. */
export const describeLastKnown = ({ name, ageMs, trouble }: LastKnown): string =>
  `the address of ${name} is ${durationInWords(ageMs / 1_000)} old, because ${TROUBLE_WORDS[trouble]}`

/** A known answer, its age, and why no newer one can be had. */
export type Last = { value: Known; ageMs: number; trouble: NameTrouble }

/** What came of one question. */
export type Answered = (Known & { lastKnown?: LastKnown }) | Failed

export type Replied = Extract<LookupResult, { kind: 'reply' }>

export function resolutionOf(known: Exclude<Known, { alias: string }>, lastKnown?: LastKnown): Resolution {
  const note = lastKnown && { lastKnown }
  if ('addresses' in known) return lastKnown ? { addresses: known.addresses, ...note } : known
  return { ...fail('dns_error', known.missing), isAbsent: true, noAddress: known.noAddress, ...note }
}

/** An address from before is good enough for a check. That a name did not exist before says nothing about it now. */
export async function refuseOldNo(resolving: Promise<Resolution>): Promise<Resolution> {
  const resolution = await resolving
  if (!('failure' in resolution) || !resolution.lastKnown || resolution.noAddress) return resolution
  const { name, trouble } = resolution.lastKnown
  throw new ProbeTrouble(`resolve ${name}: ${TROUBLE_WORDS[trouble]}`)
}

/** Null when the name alone may be to blame. */
export function troubleOf(result: Exclude<LookupResult, Replied> | 'expired', lookup: Lookup): NameTrouble | null {
  if (result === 'expired') return lookup.heardAnything() ? null : 'silent'
  if (result.kind === 'trouble') return result.trouble
  if ('rcode' in result.complaint) return null
  return result.complaint.error === 'ECONNREFUSED' ? 'refused' : 'silent'
}
