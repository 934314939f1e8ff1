/** Reads the registration of a domain from a WHOIS answer. Pure. */
import type { DomainRegistration } from '../../core/expiry/domain.ts'
import {
  filterKnownStatuses,
  isSameDomain,
  listSuffixes,
  normalizeDomain,
  normalizeNameServers,
  toDisplayText,
  toUnicodeDomain,
} from '../registration-values.ts'
import { type DateFormat, parseDateText } from './date-text.ts'
import { type Field, readFields } from './whois-fields.ts'
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
  /** `referral` is the registrar's server, unchanged; null when none is named. */
  | { kind: 'registered'; registration: DomainRegistration; referral: string | null }
  | { kind: NoRegistration }
  /** `why`: `returned data about example.net instead`. */
  | { kind: 'unreadable'; why: string }

/** @param server host name of the answering server */
export function readWhois(text: string, domain: string, server: string, format: WhoisFormat): WhoisReading {
  if (text.trim() === '') return toUnreadable('returned an empty response')
  const fields = readFields(text)
  const names = [domain, toUnicodeDomain(domain)]
  const named = fields.find(isDomainField)?.value
  const isNamed = named === undefined ? hasName(text, names) : isSameDomain(getFirstWord(named), domain)
  const registration = toRegistration(fields, domain, server, format)
  // A domain with an expiry date is not free, even if a contact's address contains a word for free
  const isFree = registration.expiresAt === null && fields.some(({ label, value }) => isFreeStatus(label, value))
  if (isNamed && !isFree && hasRegistrationData(registration)) {
    if (isCutShort(text, registration)) return toUnreadable('closed the connection in the middle of its response')
    return { kind: 'registered', registration, referral: findValue(fields, REFERRAL_LABELS) }
  }
  if (named !== undefined && !isNamed) return toUnreadable(`returned data about ${toDisplayText(named)} instead`)
  const refusal = readRefusal(text, names)
  return refusal === null ? toUnreadable('returned a response in an unknown format') : { kind: refusal }
}

const toUnreadable = (why: string): WhoisReading => ({ kind: 'unreadable', why })

const getFirstWord = (text: string): string => text.split(/[\s(]/, 1)[0]!

const isDomainField = ({ label, value, section }: Field): boolean =>
  (DOMAIN_LABELS.has(label) || (section === 'domain' && label === 'name')) &&
  normalizeDomain(getFirstWord(value)) !== null

/** Returns whether the text contains the domain as a separate word, in either spelling. */
function hasName(text: string, names: readonly string[]): boolean {
  const words = new Set(text.toLowerCase().split(/[\s"'()<>[\],;:]+/))
  return names.some((name) => words.has(name) || words.has(`${name}.`))
}

function toRegistration(
  fields: readonly Field[],
  domain: string,
  server: string,
  format: WhoisFormat,
): DomainRegistration {
  const dateOf = (labels: ReadonlySet<string>) => findDate(fields, labels, format)
  return {
    source: 'whois',
    server,
    registrar: findRegistrar(fields),
    registeredAt: dateOf(CREATED_LABELS),
    expiresAt: dateOf(EXPIRY_LABELS) ?? findDateInStatus(fields, format) ?? dateOf(REGISTRAR_EXPIRY_LABELS),
    statuses: filterKnownStatuses(listValues(fields, STATUS_LABELS).map(removeRemark)),
    // Registry .dk: `DNS` is the domain itself in A-labels
    nameServers: normalizeNameServers(listValues(fields, NAME_SERVER_LABELS)).filter((name) => name !== domain),
  }
}

/**
 * Returns whether the answer has data of a registration. A status does not suffice, because it may occur in any notice.
 */
const hasRegistrationData = ({ expiresAt, registeredAt, registrar, nameServers }: DomainRegistration): boolean =>
  expiresAt !== null || registeredAt !== null || registrar !== null || nameServers.length > 0

/** Lines end in CR LF (RFC 3912, section 2); an unterminated last line means a truncated answer. */
const isCutShort = (text: string, { expiresAt }: DomainRegistration): boolean =>
  expiresAt === null && !/[\r\n]/.test(text.slice(text.trimEnd().length))

const listValues = (fields: readonly Field[], labels: ReadonlySet<string>): string[] =>
  fields.filter(({ label }) => labels.has(label)).map(({ value }) => value)

const findValue = (fields: readonly Field[], labels: ReadonlySet<string>): string | null =>
  listValues(fields, labels)[0] ?? null

/** Contacts have dates further down, so the first date is the domain's. */
function findDate(fields: readonly Field[], labels: ReadonlySet<string>, format: WhoisFormat): number | null {
  const first = findValue(fields, labels)
  return first === null ? null : parseDateText(first, format)
}

/** `Connected (2026/03/31)`: organizational domains of Japan have their date in the status. */
function findDateInStatus(fields: readonly Field[], format: WhoisFormat): number | null {
  if (!format.datesInStatus) return null
  const match = /\((\d{4}\/\d{2}\/\d{2})\)/.exec(findValue(fields, STATUS_LABELS) ?? '')
  return match === null ? null : parseDateText(match[1]!, format)
}

function findRegistrar(fields: readonly Field[]): string | null {
  const named = fields.find(
    ({ label, section }) => REGISTRAR_LABELS.has(label) || (REGISTRAR_HEADINGS.has(section) && NAME_LABELS.has(label)),
  )
  return named === undefined ? null : removeAddress(toDisplayText(named.value)) || null
}

/** `Example Ltd [Tag = EXAMPLE]`, `Example GmbH ( https://nic.at/registrar/1 )` */
const removeAddress = (name: string): string =>
  name.replace(/\s*\[Tag = [^\]]*\]$/, '').replace(/\s*\(\s*https?:[^)]*\)$/, '')

/** `ok (paid and in zone)`, `active - since 2003` */
const removeRemark = (status: string): string => status.replace(/\s+(?:\((?!https?:)|- ).*$/, '')

export interface WhoisFormat extends DateFormat {
  /** Query for the server, if it is not just the domain. */
  toQuery?: (domain: string) => string
  /** Encoding of answers that are not UTF-8. */
  charset?: string
  /** The date follows the status, in parentheses. */
  datesInStatus?: true
}

/**
 * The query must state that it is for a domain. Otherwise the registry's server also lists hosts and registrars of that
 * name.
 */
const VERISIGN: WhoisFormat = { toQuery: (domain) => `domain ${domain}` }

/** Formats by suffix. Zones are stated by the registries; the default is UTC. */
const FORMATS: Record<string, WhoisFormat> = {
  com: VERISIGN,
  net: VERISIGN,
  cc: VERISIGN,
  name: { toQuery: (domain) => `domain=${domain}` },
  // `ace`: IDN as A-labels. Source: DENIC's "whois -h whois.denic.de help"
  de: { toQuery: (domain) => `-T dn,ace ${domain}` },
  dk: { toQuery: (domain) => `--show-handles ${domain}` },
  // `/e`: in English
  jp: { toQuery: (domain) => `${domain}/e`, zoneMinutes: 540, charset: 'shift_jis', datesInStatus: true },
  kr: { zoneMinutes: 540, charset: 'euc-kr' },
  cn: { zoneMinutes: 480, charset: 'gb18030' },
  tw: { zoneMinutes: 480, charset: 'big5' },
  hk: { zoneMinutes: 480, numericOrder: 'dmy' },
  sg: { zoneMinutes: 480, numericOrder: 'dmy' },
  my: { zoneMinutes: 480 },
  th: { zoneMinutes: 420 },
  id: { zoneMinutes: 420 },
  uz: { zoneMinutes: 300, charset: 'windows-1251' },
  kz: { zoneMinutes: 300, charset: 'windows-1251' },
  kg: { zoneMinutes: 360, charset: 'windows-1251' },
  ru: { zoneMinutes: 180, charset: 'koi8-r' },
  su: { zoneMinutes: 180, charset: 'koi8-r' },
  tr: { zoneMinutes: 180, charset: 'windows-1254' },
  br: { zoneMinutes: -180 },
  ar: { zoneMinutes: -180 },
  cl: { zoneMinutes: -240 },
  cz: { zoneMinutes: 60, charset: 'windows-1250' },
  pl: { zoneMinutes: 60, charset: 'iso-8859-2' },
  hu: { charset: 'iso-8859-2' },
  il: { numericOrder: 'dmy' },
  im: { numericOrder: 'dmy' },
  pt: { numericOrder: 'dmy' },
  tn: { numericOrder: 'dmy', zoneMinutes: 60 },
  rs: { numericOrder: 'dmy', zoneMinutes: 60 },
  mk: { numericOrder: 'dmy', zoneMinutes: 60 },
}

const NO_FORMAT: WhoisFormat = {}

/** The format of the longest listed suffix. */
export function findFormat(domain: string): WhoisFormat {
  for (const suffix of listSuffixes(domain)) {
    const format = FORMATS[suffix]
    if (format) return format
  }
  return NO_FORMAT
}
