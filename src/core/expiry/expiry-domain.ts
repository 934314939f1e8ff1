/** Finds problems with the registration of a domain. */
import type { DomainMonitoring } from '../monitors/monitor.ts'
import { DAY_MS, formatIsoTime } from '../platform/time/time.ts'
import type { DomainState } from './domain.ts'
import {
  countDaysLeft,
  describeExpiry,
  type ExpiryProblem,
  type ExpiryRecovery,
  formatMoment,
  type LastWarning,
} from './expiry-alert.ts'

/** The facts about a domain that alerts state. */
export type KnownDomain = Pick<DomainState, 'registration' | 'isRegistered' | 'knownAt'>

/**
 * Statuses of a domain that does not work or may soon be lost, by their names in RFC 8056. RFC 5731 (holds) and RFC
 * 3915 (grace periods) define their meaning.
 */
const STATUS_PROBLEMS: Record<string, string> = {
  'pending delete': 'is scheduled for deletion',
  'redemption period': 'was deleted, but its holder can still restore it',
  'pending restore': 'was deleted, and is being restored',
  'client hold': 'is on hold: its registrar has removed it from the DNS',
  'server hold': 'is on hold: the registry has removed it from the DNS',
}

const listProblemStatuses = ({ registration }: KnownDomain): string[] =>
  Object.keys(STATUS_PROBLEMS).filter((status) => registration?.statuses.includes(status))

/** Older facts are stated with the date of their confirmation. */
const FRESH_MS = 3 * DAY_MS

/**
 * A domain counts as expired only when a registry confirms the date after it has passed: most registrations are renewed
 * on their last day.
 */
const isExpired = ({ registration, knownAt }: KnownDomain, now: number): boolean => {
  const expiresAt = registration?.expiresAt ?? null
  return expiresAt !== null && now >= expiresAt && knownAt !== null && knownAt >= expiresAt
}

/** Returns whether a lookup changed facts that may need an alert. */
export const isRelevantChange = (before: KnownDomain, after: KnownDomain, now: number): boolean =>
  toComparisonKey(before, now) !== toComparisonKey(after, now)

const toComparisonKey = (domain: KnownDomain, now: number): string =>
  [domain.registration?.expiresAt, domain.isRegistered, isExpired(domain, now), ...listProblemStatuses(domain)].join()

export const toDomainSubject = (name: string): string => `domain ${name}`

/** A domain that a monitor watches. */
interface WatchedDomain {
  /** Name of the domain. */
  name: string
  /** Name of the monitor. */
  monitor: string
  domain: KnownDomain
  settings: DomainMonitoring
  warned: LastWarning | null
}

export function judgeDomain(
  { name, monitor, domain, settings: { expiryWarningDays }, warned }: WatchedDomain,
  now: number,
): ExpiryProblem | ExpiryRecovery {
  const { registration, isRegistered } = domain
  const expiresAt = registration?.expiresAt ?? null
  const fault = isRegistered === false ? 'unregistered' : (listProblemStatuses(domain)[0] ?? null)
  const crossed = isRegistered === false ? null : findCrossedDays(expiryWarningDays, expiresAt, now)
  const days = crossed !== null && isExpired(domain, now) ? 0 : crossed
  if (fault === null && days === null) return toRecovery(name, expiresAt, warned, now)
  const day = expiresAt === null ? '' : `:${formatIsoTime(expiresAt).slice(0, 10)}`
  return {
    subject: toDomainSubject(name),
    days,
    fault,
    warning:
      [...(fault === null ? [] : [fault.replaceAll(' ', '-')]), ...(days === null ? [] : [days])].join('+') + day,
    severity: fault !== null || days === 0 ? 'major' : 'warning',
    title: `The domain of "${monitor}" ${describeCondition(fault, days, expiresAt, now)}`,
    message: formatMessage(name, domain, fault, now),
    regions: [],
    ...(days !== null &&
      expiresAt !== null && {
        domain: {
          name,
          registrar: registration?.registrar ?? null,
          expires_at: formatIsoTime(expiresAt),
          days_remaining: countDaysLeft(expiresAt, now),
          warning_days: days,
        },
      }),
  }
}

function describeCondition(fault: string | null, days: number | null, expiresAt: number | null, now: number): string {
  if (fault === 'unregistered') return 'is not registered'
  if (fault !== null) return STATUS_PROBLEMS[fault]!.split(/[:,]/)[0]!
  // No lookup has succeeded since: the domain may have been renewed on its last day
  if (days !== 0 && now >= expiresAt!) return `was to expire on ${formatIsoTime(expiresAt!).slice(0, 10)}`
  return describeExpiry(days, expiresAt!, now)
}

function formatMessage(
  name: string,
  { registration, knownAt }: KnownDomain,
  fault: string | null,
  now: number,
): string {
  const parts: string[] = []
  if (fault === 'unregistered') parts.push(`The registry has no domain ${name}`)
  else if (fault !== null) parts.push(`${name} ${STATUS_PROBLEMS[fault]}`)
  const { expiresAt = null, registrar = null } = registration ?? {}
  const at = registrar === null ? '' : ` at ${registrar}`
  if (expiresAt !== null)
    parts.push(`${name} ${fault === 'unregistered' ? 'was' : 'is'} registered${at} until ${formatMoment(expiresAt)}`)
  if (knownAt !== null && now - knownAt > FRESH_MS) parts.push(`Last confirmed on ${formatMoment(knownAt)}`)
  return parts.join('. ')
}

/** If the expiry date did not change, only the recipients who were warned through this monitor are notified. */
function toRecovery(name: string, expiresAt: number | null, warned: LastWarning | null, now: number): ExpiryRecovery {
  const isSameDate = expiresAt !== null && typeof warned?.days === 'number' && now >= expiresAt - warned.days * DAY_MS
  return {
    note: expiresAt === null ? `${name} is registered` : `${name} is registered until ${formatMoment(expiresAt)}`,
    isRenewal: !isSameDate,
  }
}

/**
 * Returns the nearest of the crossed thresholds. It depends on the date only: crossing several at once is the same as
 * crossing the nearest. A later expiry date resets the thresholds.
 *
 * @param daysBefore thresholds in any order
 * @returns null before the first threshold, and while the date is unknown
 */
export function findCrossedDays(daysBefore: readonly number[], expiresAt: number | null, now: number): number | null {
  if (expiresAt === null) return null
  const crossed = daysBefore.filter((days) => now >= expiresAt - days * DAY_MS)
  return crossed.length === 0 ? null : Math.min(...crossed)
}

/** Returns when the next threshold is crossed, Unix ms; null when none lies ahead. */
export function findNextThresholdAt(
  daysBefore: readonly number[],
  expiresAt: number | null,
  now: number,
): number | null {
  if (expiresAt === null) return null
  const ahead = daysBefore.map((days) => expiresAt - days * DAY_MS).filter((at) => at > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
