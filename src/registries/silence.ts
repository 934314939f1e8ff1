/** Answers that say nothing about the domain, and what is made of several. Pure. */
import type { DomainAnswer, DomainRegistration, DomainSilence } from '../core/expiry/domain.ts'

export type Unknown = Extract<DomainAnswer, { kind: 'unknown' }>

export const silent = (silence: DomainSilence, message: string, retryAfterMs: number | null = null): Unknown => ({
  kind: 'unknown',
  silence,
  message,
  registration: null,
  retryAfterMs,
})

/** A registration that has a date is an answer; one without is half of one. */
export const answerWith = (registration: DomainRegistration): DomainAnswer =>
  registration.expiresAt !== null
    ? { kind: 'registered', registration }
    : {
        ...silent('not_published', `${registration.server} does not say when the registration expires`),
        registration,
      }

/** Which silence is told of when nobody spoke: first what may be over soon, last what will not change. */
const BY_WEIGHT: readonly DomainSilence[] = ['rate_limited', 'unreadable', 'unreachable', 'not_published', 'no_source']

/** What to say when the first did not tell the date and the second was asked. */
export function combine(first: Unknown, second: DomainAnswer): DomainAnswer {
  const known = first.registration
  if (second.kind === 'registered') return { ...second, registration: completed(second.registration, known) }
  if (second.kind === 'unknown') return joinSilences(first, second)
  // Whoever has a domain on file knows better than who does not find it
  return known === null ? second : { ...first, message: `${first.message}; ${second.server} knows no such domain` }
}

/** What two servers that did not answer said between them. */
export function joinSilences(first: Unknown, second: Unknown): Unknown {
  const registration = first.registration ?? second.registration
  return {
    kind: 'unknown',
    silence: registration === null ? heavier(first, second) : silenceOfKnown(first, second),
    message: `${first.message}; ${second.message}`,
    registration,
    retryAfterMs: earlier(first.retryAfterMs, second.retryAfterMs),
  }
}

const heavier = (first: Unknown, second: Unknown): DomainSilence =>
  BY_WEIGHT.find((silence) => silence === first.silence || silence === second.silence)!

/** A registry has told all but the date: only who asked us to come later may add to that. */
const silenceOfKnown = (first: Unknown, second: Unknown): DomainSilence =>
  first.silence === 'rate_limited' || second.silence === 'rate_limited' ? 'rate_limited' : 'not_published'

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** Who told the date is the source; what it left out comes from the other. */
const completed = (told: DomainRegistration, other: DomainRegistration | null): DomainRegistration =>
  other === null
    ? told
    : {
        ...told,
        registrar: told.registrar ?? other.registrar,
        registeredAt: told.registeredAt ?? other.registeredAt,
        statuses: told.statuses.length > 0 ? told.statuses : other.statuses,
        nameServers: told.nameServers.length > 0 ? told.nameServers : other.nameServers,
      }
