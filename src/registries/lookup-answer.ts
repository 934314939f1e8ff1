/** Answers without information about the domain, and how several are merged. Pure. */
import type { DomainAnswer, DomainRegistration, LookupFailure } from '../core/expiry/domain.ts'

export type UnknownAnswer = Extract<DomainAnswer, { kind: 'unknown' }>

export const toUnknownAnswer = (
  failure: LookupFailure,
  message: string,
  retryAfterMs: number | null = null,
): UnknownAnswer => ({
  kind: 'unknown',
  failure,
  message,
  registration: null,
  retryAfterMs,
})

/** A registration with an expiry date is a full answer; without a date it is a partial one. */
export const toAnswer = (registration: DomainRegistration): DomainAnswer =>
  registration.expiresAt !== null
    ? { kind: 'registered', registration }
    : {
        ...toUnknownAnswer('not_published', `${registration.server} does not report when the registration expires`),
        registration,
      }

/** Order in which failures are reported when no server answered: temporary ones first, permanent ones last. */
const FAILURES_BY_PRIORITY: readonly LookupFailure[] = [
  'rate_limited',
  'unreadable',
  'unreachable',
  'not_published',
  'no_source',
]

/** Merges a first answer, which has no expiry date, with a second answer. */
export function mergeAnswers(first: UnknownAnswer, second: DomainAnswer): DomainAnswer {
  const known = first.registration
  if (second.kind === 'registered') return { ...second, registration: mergeRegistrations(second.registration, known) }
  if (second.kind === 'unknown') return mergeUnknownAnswers(first, second)
  // A server that has the domain is more reliable than one that does not find it
  return known === null ? second : { ...first, message: `${first.message}; ${second.server} reports no such domain` }
}

/** Merges the failures of two servers. */
export function mergeUnknownAnswers(first: UnknownAnswer, second: UnknownAnswer): UnknownAnswer {
  const registration = first.registration ?? second.registration
  return {
    kind: 'unknown',
    failure: registration === null ? choosePriority(first, second) : chooseFailure(first, second),
    message: `${first.message}; ${second.message}`,
    registration,
    retryAfterMs: findEarlier(first.retryAfterMs, second.retryAfterMs),
  }
}

const choosePriority = (first: UnknownAnswer, second: UnknownAnswer): LookupFailure =>
  FAILURES_BY_PRIORITY.find((failure) => failure === first.failure || failure === second.failure)!

/** A registry has sent all data but the date; only a rate limit can change that later. */
const chooseFailure = (first: UnknownAnswer, second: UnknownAnswer): LookupFailure =>
  first.failure === 'rate_limited' || second.failure === 'rate_limited' ? 'rate_limited' : 'not_published'

const findEarlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** The server with the date is the source; the other fills in missing data. */
const mergeRegistrations = (preferred: DomainRegistration, other: DomainRegistration | null): DomainRegistration =>
  other === null
    ? preferred
    : {
        ...preferred,
        registrar: preferred.registrar ?? other.registrar,
        registeredAt: preferred.registeredAt ?? other.registeredAt,
        statuses: preferred.statuses.length > 0 ? preferred.statuses : other.statuses,
        nameServers: preferred.nameServers.length > 0 ? preferred.nameServers : other.nameServers,
      }
