/** What is wrong with the registration of a domain, or that nothing is. Pure. */

import type { DomainMonitoring } from '../monitors/monitor.ts'
import { DAY_MS, isoTime } from '../platform/time/time.ts'
import type { DomainState } from './domain-state.ts'
import { crossedThreshold } from './domain-warning.ts'
import type { Concern, Relief, Warned } from './expiry-alert.ts'
import { daysLeft, expiresInWords, moment } from './expiry-words.ts'

/** As much of what is known of a domain as there is to tell. */
export type KnownDomain = Pick<DomainState, 'registration' | 'isRegistered' | 'knownAt'>

/**
 * States in which a domain does not work, or is about to be lost, in the words of RFC 8056; the meaning is that of
 * RFC 5731 (holds) and RFC 3915 (grace periods).
 */
const TROUBLE: Record<string, string> = {
  'pending delete': 'is about to be deleted',
  'redemption period': 'was deleted, and its holder can still get it back',
  'pending restore': 'was deleted, and is being restored',
  'client hold': 'is on hold: its registrar has taken it out of the DNS',
  'server hold': 'is on hold: the registry has taken it out of the DNS',
}

const troublesOf = ({ registration }: KnownDomain): string[] =>
  Object.keys(TROUBLE).filter((status) => registration?.statuses.includes(status))

/** Knowledge that is older is told with its age. */
const FRESH_MS = 3 * DAY_MS

/**
 * Not when the date comes but when a registry says afterwards that it stands: most registrations are renewed on their
 * last day.
 */
const isOver = ({ registration, knownAt }: KnownDomain, now: number): boolean => {
  const expiresAt = registration?.expiresAt ?? null
  return expiresAt !== null && now >= expiresAt && knownAt !== null && knownAt >= expiresAt
}

/** Whether a look found out anything that may be worth a word. */
export const isTelling = (before: KnownDomain, after: KnownDomain, now: number): boolean =>
  gistOf(before, now) !== gistOf(after, now)

const gistOf = (domain: KnownDomain, now: number): string =>
  [domain.registration?.expiresAt, domain.isRegistered, isOver(domain, now), ...troublesOf(domain)].join()

export const aboutDomain = (name: string): string => `domain ${name}`

/** @param name of the domain; `monitor` is the name of the monitor */
export function judgeDomain(
  name: string,
  monitor: string,
  domain: KnownDomain,
  { expiryWarningDays }: DomainMonitoring,
  warned: Warned | null,
  now: number,
): Concern | Relief {
  const { registration, isRegistered } = domain
  const expiresAt = registration?.expiresAt ?? null
  const fault = isRegistered === false ? 'unregistered' : (troublesOf(domain)[0] ?? null)
  const crossed = isRegistered === false ? null : crossedThreshold(expiryWarningDays, expiresAt, now)
  const days = crossed !== null && isOver(domain, now) ? 0 : crossed
  if (fault === null && days === null) return reliefOf(name, expiresAt, warned, now)
  const day = expiresAt === null ? '' : `:${isoTime(expiresAt).slice(0, 10)}`
  return {
    about: aboutDomain(name),
    days,
    fault,
    word: [...(fault === null ? [] : [fault.replaceAll(' ', '-')]), ...(days === null ? [] : [days])].join('+') + day,
    severity: fault !== null || days === 0 ? 'major' : 'warning',
    title: `The domain of "${monitor}" ${conditionOf(fault, days, expiresAt, now)}`,
    message: messageOf(name, domain, fault, now),
    regions: [],
    ...(days !== null &&
      expiresAt !== null && {
        domain: {
          name,
          registrar: registration?.registrar ?? null,
          expires_at: isoTime(expiresAt),
          days_remaining: daysLeft(expiresAt, now),
          warning_days: days,
        },
      }),
  }
}

function conditionOf(fault: string | null, days: number | null, expiresAt: number | null, now: number): string {
  if (fault === 'unregistered') return 'is not registered'
  if (fault !== null) return TROUBLE[fault]!.split(/[:,]/)[0]!
  // Nobody has asked since: it may have been renewed on its last day
  if (days !== 0 && now >= expiresAt!) return `was to expire on ${isoTime(expiresAt!).slice(0, 10)}`
  return expiresInWords(days, expiresAt!, now)
}

function messageOf(name: string, { registration, knownAt }: KnownDomain, fault: string | null, now: number): string {
  const parts: string[] = []
  if (fault === 'unregistered') parts.push(`Registries know no domain ${name}`)
  else if (fault !== null) parts.push(`${name} ${TROUBLE[fault]}`)
  const { expiresAt = null, registrar = null } = registration ?? {}
  const at = registrar === null ? '' : ` at ${registrar}`
  if (expiresAt !== null)
    parts.push(`${name} ${fault === 'unregistered' ? 'was' : 'is'} registered${at} until ${moment(expiresAt)}`)
  if (knownAt !== null && now - knownAt > FRESH_MS) parts.push(`This was last heard on ${moment(knownAt)}`)
  return parts.join('. ')
}

/** With the same date as before, nobody but the one who was warned through this monitor is relieved. */
function reliefOf(name: string, expiresAt: number | null, warned: Warned | null, now: number): Relief {
  const isSameDate = expiresAt !== null && typeof warned?.days === 'number' && now >= expiresAt - warned.days * DAY_MS
  return {
    note: expiresAt === null ? `${name} is registered` : `${name} is registered until ${moment(expiresAt)}`,
    isRenewal: !isSameDate,
  }
}
