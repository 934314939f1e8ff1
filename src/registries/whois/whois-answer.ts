/** What a WHOIS answer says about a domain. Pure. */
import type { DomainRegistration } from '../../core/expiry/domain.ts'
import { isSameDomain, normalDomain, unicodeDomain } from '../domain-name.ts'
import { tidyNameServers } from '../name-servers.ts'
import { shownText } from '../shown-text.ts'
import { knownStatuses } from '../status-words.ts'
import { parseDateText } from './date-text.ts'
import { type Field, readFields } from './whois-fields.ts'
import type { WhoisHabits } from './whois-habits.ts'
import {
  CREATED_LABELS,
  DOMAIN_LABELS,
  EXPIRY_LABELS,
  NAME_LABELS,
  NAME_SERVER_LABELS,
  REFERRAL_LABELS,
  REGISTRAR_EXPIRY_LABELS,
  REGISTRAR_HEADINGS,
  REGISTRAR_LABELS,
  STATUS_LABELS,
} from './whois-labels.ts'
import { isFreeStatus, type NoRegistration, readRefusal } from './whois-verdict.ts'

export type WhoisReading =
  /** `referral` is the registrar's own server, as it was written; null when none is named. */
  | { kind: 'registered'; registration: DomainRegistration; referral: string | null }
  | { kind: NoRegistration }
  /** `why`: `answered about example.net instead`. */
  | { kind: 'unreadable'; why: string }

/** @param server host name of who said so */
export function readWhois(text: string, domain: string, server: string, habits: WhoisHabits): WhoisReading {
  if (text.trim() === '') return unreadable('answered nothing')
  const fields = readFields(text)
  const names = [domain, unicodeDomain(domain)]
  const named = fields.find(isDomainField)?.value
  const isNamed = named === undefined ? mentions(text, names) : isSameDomain(firstWord(named), domain)
  const registration = registrationFrom(fields, domain, server, habits)
  // What nobody has does not expire, whatever state a contact lives in
  const isFree = registration.expiresAt === null && fields.some(({ label, value }) => isFreeStatus(label, value))
  if (isNamed && !isFree && saysSomething(registration)) {
    if (isCutShort(text, registration)) return unreadable('broke off in the middle of its answer')
    return { kind: 'registered', registration, referral: firstValue(fields, REFERRAL_LABELS) }
  }
  if (named !== undefined && !isNamed) return unreadable(`answered about ${shownText(named)} instead`)
  const refusal = readRefusal(text, names)
  return refusal === null ? unreadable('answered something that nobody here can read') : { kind: refusal }
}

const unreadable = (why: string): WhoisReading => ({ kind: 'unreadable', why })

const firstWord = (text: string): string => text.split(/[\s(]/, 1)[0]!

const isDomainField = ({ label, value, section }: Field): boolean =>
  (DOMAIN_LABELS.has(label) || (section === 'domain' && label === 'name')) && normalDomain(firstWord(value)) !== null

/** As a word of its own, in either spelling. */
function mentions(text: string, names: readonly string[]): boolean {
  const words = new Set(text.toLowerCase().split(/[\s"'()<>[\],;:]+/))
  return names.some((name) => words.has(name) || words.has(`${name}.`))
}

function registrationFrom(
  fields: readonly Field[],
  domain: string,
  server: string,
  habits: WhoisHabits,
): DomainRegistration {
  const dateOf = (labels: ReadonlySet<string>) => firstDate(fields, labels, habits)
  return {
    source: 'whois',
    server,
    registrar: registrarOf(fields),
    registeredAt: dateOf(CREATED_LABELS),
    expiresAt: dateOf(EXPIRY_LABELS) ?? dateInStatus(fields, habits) ?? dateOf(REGISTRAR_EXPIRY_LABELS),
    statuses: knownStatuses(valuesOf(fields, STATUS_LABELS).map(withoutRemark)),
    // Registry .dk: `DNS` is the domain itself in A-labels
    nameServers: tidyNameServers(valuesOf(fields, NAME_SERVER_LABELS)).filter((name) => name !== domain),
  }
}

/** A bare status could stand in any notice; one of these is of a registration. */
const saysSomething = ({ expiresAt, registeredAt, registrar, nameServers }: DomainRegistration): boolean =>
  expiresAt !== null || registeredAt !== null || registrar !== null || nameServers.length > 0

/** Lines end in CR LF (RFC 3912, section 2); one that does not was the last that came through. */
const isCutShort = (text: string, { expiresAt }: DomainRegistration): boolean =>
  expiresAt === null && !/[\r\n]/.test(text.slice(text.trimEnd().length))

const valuesOf = (fields: readonly Field[], labels: ReadonlySet<string>): string[] =>
  fields.filter(({ label }) => labels.has(label)).map(({ value }) => value)

const firstValue = (fields: readonly Field[], labels: ReadonlySet<string>): string | null =>
  valuesOf(fields, labels)[0] ?? null

/** Contacts have dates of their own further down, so the first is the domain's. */
function firstDate(fields: readonly Field[], labels: ReadonlySet<string>, habits: WhoisHabits): number | null {
  const first = firstValue(fields, labels)
  return first === null ? null : parseDateText(first, habits)
}

/** `Connected (2026/03/31)`: organizational names of Japan carry their date in the state. */
function dateInStatus(fields: readonly Field[], habits: WhoisHabits): number | null {
  if (!habits.datesInStatus) return null
  const match = /\((\d{4}\/\d{2}\/\d{2})\)/.exec(firstValue(fields, STATUS_LABELS) ?? '')
  return match === null ? null : parseDateText(match[1]!, habits)
}

function registrarOf(fields: readonly Field[]): string | null {
  const named = fields.find(
    ({ label, section }) => REGISTRAR_LABELS.has(label) || (REGISTRAR_HEADINGS.has(section) && NAME_LABELS.has(label)),
  )
  return named === undefined ? null : withoutAddress(shownText(named.value)) || null
}

/** `Example Ltd [Tag = EXAMPLE]`, `Example GmbH ( https://nic.at/registrar/1 )` */
const withoutAddress = (name: string): string =>
  name.replace(/\s*\[Tag = [^\]]*\]$/, '').replace(/\s*\(\s*https?:[^)]*\)$/, '')

/** `ok (paid and in zone)`, `active - since 2003` */
const withoutRemark = (status: string): string => status.replace(/\s+(?:\((?!https?:)|- ).*$/, '')
