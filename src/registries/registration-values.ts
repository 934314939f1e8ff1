/**
 * Parts of a registration in one spelling, whatever a registry calls them: domain names, statuses, name servers and
 * texts. Pure.
 *
 * Domain names in the form that registries use. Pure.
 *
 * Statuses of a registration in the terms of RFC 8056, whatever a registry calls them. Pure.
 *
 * Name servers in the spelling of registries. Pure.
 */
import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { refuseHostSyntax } from '../net/connection/host.ts'

/** @returns lowercase A-labels without a trailing dot; null when the domain cannot be registered */
export function normalizeDomain(text: string): string | null {
  const bare = text.trim().replace(/\.$/, '')
  // Characters that a URL does not allow in its host are not part of a name either
  if (bare.length > 1_000 || /[\s/?#@:[\]\\%]/.test(bare)) return null
  const name = domainToASCII(bare).replace(/\.$/, '')
  return name.includes('.') && isIP(name) === 0 && refuseHostSyntax(name) === null ? name : null
}

/** Whether a name in a registry's spelling is this domain. */
export const isSameDomain = (written: string, domain: string): boolean => normalizeDomain(written) === domain

/** Unicode form for display. */
export const toUnicodeDomain = (domain: string): string => domainToUnicode(domain)

export const getTld = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1)

/** Suffixes of a domain, longest first: `co.uk`, `uk` for `example.co.uk`. */
export function listSuffixes(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(1).map((_, at) => labels.slice(at + 1).join('.'))
}

/** Maximum number of stored statuses; no registry has more. */
const MAX_STATUSES = 30
const MAX_STATUS_LENGTH = 60

// EPP has different names for two statuses. Source: RFC 8056, section 2
const SYNONYMS = new Map([
  ['ok', 'active'],
  ['linked', 'associated'],
])

/** `clientTransferProhibited https://icann.org/epp#…` is `client transfer prohibited`. */
function normalizeStatus(text: string): string {
  const bare = toDisplayText(text).replace(/\s*\(?https?:\/\/\S*$/i, '')
  const spaced = /\s/.test(bare) ? bare : bare.replace(/([a-z])([A-Z])/g, '$1 $2')
  const status = spaced
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return SYNONYMS.get(status) ?? status
}

/** Sorted, without duplicates. */
export const normalizeStatuses = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(normalizeStatus))]
    .filter((status) => status !== '' && status.length <= MAX_STATUS_LENGTH)
    .sort()
    .slice(0, MAX_STATUSES)

/** Statuses of EPP (RFC 5731 and 3915). Free text in a WHOIS answer must not count as a status. */
const KNOWN = new Set(
  'active,inactive,associated,locked,auto renew period,add period,renew period,transfer period,redemption period,pending create,pending delete,pending renew,pending restore,pending transfer,pending update,client delete prohibited,client hold,client renew prohibited,client transfer prohibited,client update prohibited,server delete prohibited,server hold,server renew prohibited,server transfer prohibited,server update prohibited'.split(
    ',',
  ),
)

/** @param texts each may hold several statuses, separated by commas */
export const filterKnownStatuses = (texts: readonly string[]): string[] =>
  normalizeStatuses(texts.flatMap((text) => text.split(','))).filter((status) => KNOWN.has(status))

/** Maximum number of stored name servers. At most 13 name servers fit into an answer, and few delegations have more. */
const MAX_SERVERS = 30

/**
 * `NS1.example.com. [192.0.2.1]` becomes `ns1.example.com`; texts that do not start with a name are left out. Sorted,
 * without duplicates.
 */
export function normalizeNameServers(texts: readonly string[]): string[] {
  const names = texts.map((text) => normalizeDomain(text.trim().split(/[\s,;([]/, 1)[0]!))
  const servers = names.filter((name) => name !== null && isIP(name) === 0) as string[]
  return [...new Set(servers)].sort().slice(0, MAX_SERVERS)
}

/** Maximum number of characters of third-party text that is stored or shown. */
const MAX_TEXT_LENGTH = 200

/** Makes third-party text safe to show: one line, no control characters, limited length. Pure. */
export const toDisplayText = (text: string): string =>
  text
    .slice(0, MAX_TEXT_LENGTH * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
