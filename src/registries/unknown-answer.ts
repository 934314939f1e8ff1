/** Answers that say nothing about the domain, and what is made of several. Pure. */
import type { DomainAnswer, DomainRegistration, LookupFailure } from '../core/expiry/domain.ts'

export type UnknownAnswer = Extract<DomainAnswer, { kind: 'unknown' }>

export const toUnknownAnswer = (
  silence: LookupFailure,
  message: string,
  retryAfterMs: number | null = null,
): UnknownAnswer => ({
  kind: 'unknown',
  silence,
  message,
  registration: null,
  retryAfterMs,
})

/** A registration that has a date is an answer; one without is half of one. */
export const toAnswer = (registration: DomainRegistration): DomainAnswer =>
  registration.expiresAt !== null
    ? { kind: 'registered', registration }
    : {
        ...toUnknownAnswer('not_published', `${registration.server} does not report when the registration expires`),
        registration,
      }

/** Which silence is told of when nobody spoke: first what may be over soon, last what will not change. */
const FAILURES_BY_PRIORITY: readonly LookupFailure[] = [
  'rate_limited',
  'unreadable',
  'unreachable',
  'not_published',
  'no_source',
]

/** What to say when the first did not tell the date and the second was asked. */
export function mergeAnswers(first: UnknownAnswer, second: DomainAnswer): DomainAnswer {
  const known = first.registration
  if (second.kind === 'registered') return { ...second, registration: mergeRegistrations(second.registration, known) }
  if (second.kind === 'unknown') return mergeUnknownAnswers(first, second)
  // Whoever has a domain on file knows better than who does not find it
  return known === null ? second : { ...first, message: `${first.message}; ${second.server} reports no such domain` }
}

/** What two servers that did not answer said between them. */
export function mergeUnknownAnswers(first: UnknownAnswer, second: UnknownAnswer): UnknownAnswer {
  const registration = first.registration ?? second.registration
  return {
    kind: 'unknown',
    silence: registration === null ? choosePriority(first, second) : chooseFailure(first, second),
    message: `${first.message}; ${second.message}`,
    registration,
    retryAfterMs: findEarlier(first.retryAfterMs, second.retryAfterMs),
  }
}

const choosePriority = (first: UnknownAnswer, second: UnknownAnswer): LookupFailure =>
  FAILURES_BY_PRIORITY.find((silence) => silence === first.silence || silence === second.silence)!

/** A registry has told all but the date: only who asked us to come later may add to that. */
const chooseFailure = (first: UnknownAnswer, second: UnknownAnswer): LookupFailure =>
  first.silence === 'rate_limited' || second.silence === 'rate_limited' ? 'rate_limited' : 'not_published'

const findEarlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** Who told the date is the source; what it left out comes from the other. */
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
