/**
 * What is known of a domain, and how an answer moves it. Not to get an answer is no knowledge: it neither erases what was
 * known before nor says anything about the domain.
 */
import type { DomainAnswer, DomainRegistration, DomainSource } from './domain.ts'
import {
  CONFIRM_ABSENCE_MS,
  clampQuietMs,
  computeConfirmingCheckAt,
  computeRegularCheckAt,
  computeRetryCheckAt,
} from './domain-schedule.ts'

/** Times are Unix ms. */
export interface DomainState {
  /** As it was said last. It stays when the domain is no longer registered, and while nobody can say. */
  registration: DomainRegistration | null
  /** Null while nobody knows. */
  isRegistered: boolean | null
  /** When a registry first said that there is no such domain; null when the last one that knew anything knew it. */
  missingSince: number | null
  /** The last look, however it went. */
  checkedAt: number | null
  /** When a registry last confirmed what is known. */
  knownAt: number | null
  /** Looks in a row that found nothing out. */
  failures: number
  /** Why the last look did not find out all there is; null when it did. */
  error: string | null
  /** The registry wants to be left alone until then. */
  quietUntil: number | null
  nextCheckAt: number
}

/** Longest error that is kept, characters. */
const MAX_ERROR = 500

/** @param now when the answer came, Unix ms */
export function applyDomainAnswer(name: string, before: DomainState, answer: DomainAnswer, now: number): DomainState {
  const learned = { ...before, ...applyAnswer(before, answer, now), checkedAt: now }
  return { ...learned, nextCheckAt: computeNextCheckAt(name, learned, now) }
}

function applyAnswer(before: DomainState, answer: DomainAnswer, now: number): Partial<DomainState> {
  if (answer.kind === 'registered') return applyRegistration(before, answer.registration, null, now)
  if (answer.kind === 'unregistered') return applyAbsence(before, answer, now)
  const error = toPlainText(answer.message)
  if (answer.registration) return applyRegistration(before, answer.registration, error, now)
  // Nobody failed and nobody will do better in a quarter of an hour
  if (answer.silence === 'no_source' || answer.silence === 'not_published')
    return { failures: 0, error, quietUntil: null }
  const { retryAfterMs } = answer
  return {
    failures: before.failures + 1,
    error,
    quietUntil: retryAfterMs === null ? null : now + clampQuietMs(retryAfterMs),
  }
}

/** A date that is not told this time is still the last that was told, and known since then. */
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
 * A server that has just been set up anew, or answers for another registry, knows no domain either. So it must be said
 * twice, hours apart; once is enough over RDAP, which has a status of its own for it (RFC 7480, section 5.3), when the
 * registration has run out as it was expected to.
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
  if (failures > 0) return computeRetryCheckAt(name, failures, quietUntil, expiresAt, now)
  const isInDoubt = missingSince !== null && isRegistered !== false
  // Nobody to ask, after somebody had doubts: there is no hurry any more
  if (isInDoubt && now - missingSince < CONFIRM_ABSENCE_MS) return computeConfirmingCheckAt(name, missingSince, now)
  return computeRegularCheckAt(name, expiresAt, now)
}

/** Servers of strangers have a say in it: no control characters, and not without end. */
const toPlainText = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_ERROR)
