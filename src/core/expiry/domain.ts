/** Answers of registries about a domain, and how reliable they are. */
import type { UnixMs } from '../platform/time/time.ts'
import {
  CONFIRM_ABSENCE_MS,
  clampQuietMs,
  computeConfirmingCheckAt,
  computeRegularCheckAt,
  computeRetryCheckAt,
} from './domain-schedule.ts'

/**
 * Source of the answer: the Registration Data Access Protocol (RFC 9083), or WHOIS (RFC 3912) for registries without
 * RDAP.
 */
export const DOMAIN_SOURCES = ['rdap', 'whois'] as const
export type DomainSource = (typeof DOMAIN_SOURCES)[number]

/** A registration. Fields that the registry does not publish are null. */
export interface DomainRegistration {
  source: DomainSource
  /** Host name of the server that answered. */
  server: string
  registrar: string | null
  registeredAt: UnixMs | null
  expiresAt: number | null
  /** Status names of RFC 8056: `client transfer prohibited`, `pending delete`. Sorted, lower case. */
  statuses: string[]
  /** Lower case, without a trailing dot, sorted. */
  nameServers: string[]
}

/** Why the lookup found no expiry date. None of these states anything about the domain itself. */
const LOOKUP_FAILURES = ['no_source', 'not_published', 'rate_limited', 'unreachable', 'unreadable'] as const
export type LookupFailure = (typeof LOOKUP_FAILURES)[number]

/** Answer to one lookup of one domain. */
export type DomainAnswer =
  | { kind: 'registered'; registration: DomainRegistration }
  /** The registry has no such domain. */
  | { kind: 'unregistered'; source: DomainSource; server: string }
  /** `not_published` includes the facts that the registry did publish besides the date. */
  | {
      kind: 'unknown'
      failure: LookupFailure
      /** Text for users: the source that was queried and the result. */
      message: string
      registration: DomainRegistration | null
      /** Pause that the server asked for, ms; null when it did not state one. */
      retryAfterMs: number | null
    }

/** Times are Unix ms. */
export interface DomainState {
  /** Last published registration. It stays when the domain is no longer registered, and when lookups fail. */
  registration: DomainRegistration | null
  /** Null until a lookup succeeds. */
  isRegistered: boolean | null
  /** When a registry first reported that the domain does not exist; null when the last successful lookup found it. */
  missingSince: number | null
  /** Last lookup, successful or not. */
  checkedAt: number | null
  /** When a registry last confirmed the stored facts. */
  knownAt: number | null
  /** Consecutive lookups that found no facts. */
  failures: number
  /** Why the last lookup was incomplete; null when it was complete. */
  error: string | null
  /** The registry allows no further lookup until then. */
  quietUntil: number | null
  nextCheckAt: number
}

/** Maximum length of a stored error, characters. */
const MAX_ERROR = 500

/**
 * Known facts about a domain, and how a lookup changes them. A failed lookup erases nothing and states nothing about
 * the domain.
 *
 * @param now arrival of the answer
 */
export function applyDomainAnswer(name: string, before: DomainState, answer: DomainAnswer, now: UnixMs): DomainState {
  const learned = { ...before, ...applyAnswer(before, answer, now), checkedAt: now }
  return { ...learned, nextCheckAt: computeNextCheckAt(name, learned, now) }
}

function applyAnswer(before: DomainState, answer: DomainAnswer, now: number): Partial<DomainState> {
  if (answer.kind === 'registered') return applyRegistration(before, answer.registration, null, now)
  if (answer.kind === 'unregistered') return applyAbsence(before, answer, now)
  const error = toPlainText(answer.message)
  if (answer.registration) return applyRegistration(before, answer.registration, error, now)
  // No lookup failed here, and a retry in 15 minutes cannot help
  if (answer.failure === 'no_source' || answer.failure === 'not_published')
    return { failures: 0, error, quietUntil: null }
  const { retryAfterMs } = answer
  return {
    failures: before.failures + 1,
    error,
    quietUntil: retryAfterMs === null ? null : now + clampQuietMs(retryAfterMs),
  }
}

/** When the registry omits the expiry date, the last known date and the time of its confirmation stay. */
function applyRegistration(
  { registration: known, knownAt }: DomainState,
  answered: DomainRegistration,
  error: string | null,
  now: number,
): Partial<DomainState> {
  const isDateOld = answered.expiresAt === null && known !== null && known.expiresAt !== null
  return {
    registration: {
      ...answered,
      registrar: answered.registrar ?? known?.registrar ?? null,
      registeredAt: answered.registeredAt ?? known?.registeredAt ?? null,
      expiresAt: answered.expiresAt ?? known?.expiresAt ?? null,
    },
    isRegistered: true,
    missingSince: null,
    knownAt: isDateOld ? knownAt : now,
    failures: 0,
    error,
    quietUntil: null,
  }
}

function applyAbsence(
  before: DomainState,
  { source, server }: { source: DomainSource; server: string },
  now: number,
): Partial<DomainState> {
  const missingSince = Math.min(before.missingSince ?? now, now)
  const common = { missingSince, failures: 0, quietUntil: null }
  if (isAbsenceConfirmed(before, source, now)) return { ...common, isRegistered: false, knownAt: now, error: null }
  return { ...common, error: toPlainText(`${server} has no such domain; a second lookup will confirm it`) }
}

/**
 * A new or misconfigured server finds no domain at all, so two such answers, hours apart, are needed. One answer is
 * enough over RDAP, which has a separate status for it (RFC 7480, section 5.3), if the registration was due to expire.
 */
function isAbsenceConfirmed(before: DomainState, source: DomainSource, now: number): boolean {
  const { isRegistered, missingSince, registration } = before
  const expiresAt = registration?.expiresAt ?? null
  const isExpected = source === 'rdap' && expiresAt !== null && expiresAt <= now
  return isRegistered === false || isExpected || (missingSince !== null && now - missingSince >= CONFIRM_ABSENCE_MS)
}

function computeNextCheckAt(name: string, state: DomainState, now: number): number {
  const { failures, quietUntil, registration, isRegistered, missingSince } = state
  const expiresAt = registration?.expiresAt ?? null
  if (failures > 0) return computeRetryCheckAt(name, { failures, quietUntil, expiresAt }, now)
  const isInDoubt = missingSince !== null && isRegistered !== false
  // If the domain has been in doubt for longer, no source can answer, and a regular lookup is enough
  if (isInDoubt && now - missingSince < CONFIRM_ABSENCE_MS) return computeConfirmingCheckAt(name, missingSince, now)
  return computeRegularCheckAt(name, expiresAt, now)
}

/** Removes control characters and limits the length, because the text comes from external servers. */
const toPlainText = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_ERROR)
