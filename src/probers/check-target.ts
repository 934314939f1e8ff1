/** Targets of checks: host names, addresses and URLs. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { EgressPolicy } from '../core/platform/egress.ts'
import { formatEndpoint } from '../net/connection/connection.ts'
import { refuseHostSyntax } from '../net/connection/host.ts'
import { isDnsName, normalizeName } from '../net/dns/dns-name.ts'
import { toHostAndPort } from '../net/http/http1.ts'

/**
 * Returns why the target is not a valid host: a name, or an address without brackets.
 *
 * @returns null when it is valid
 */
export function refuseHostTarget(target: string, egress: EgressPolicy): string | null {
  return refuseTarget(target, egress) ?? refuseHostSyntax(target)
}

/** `192.0.2.300`: a mistyped address. */
const NUMBERS = /^\d+(?:\.\d+)*\.?$/

const PORT_AFTER_NAME = /:\d{1,5}$/

/**
 * Returns why the target is neither a DNS name nor an address. The DNS allows more names than hosts may have: the root
 * (`.`), wildcards, and labels with any characters. Source: RFC 2181, section 11
 *
 * @returns null when it is valid
 */
export function refuseNameTarget(target: string, egress: EgressPolicy): string | null {
  const refusal = refuseTarget(target, egress)
  if (refusal !== null || isIP(target) !== 0) return refusal
  if (NUMBERS.test(target) || PORT_AFTER_NAME.test(target)) return refuseHostSyntax(target)
  return isDnsName(normalizeName(target))
    ? null
    : `must be a DNS name, with labels of 1 to 63 characters and at most 253 in total; "${target}" is not`
}

function refuseTarget(target: string, egress: EgressPolicy): string | null {
  if (/[\s\p{Cc}]/u.test(target)) return 'must not contain spaces or control characters'
  if (target.includes('://')) return 'must be a host name or an IP address, not a URL'
  if (target.includes('%')) return 'must not name a network interface, because interfaces differ between probes'
  const refusal = egress.refuseHost(target)
  if (refusal !== null) return `must not point to ${refusal}`
  return refuseOddSpelling(target) ?? refuseUnicode(target)
}

/** Name servers store internationalized names in their ASCII form. Source: RFC 5891, section 4 */
function refuseUnicode(target: string): string | null {
  const ascii = /[^\0-\x7f]/.test(target) ? domainToASCII(target) : ''
  return ascii === '' ? null : `must be written as ${ascii}`
}

/**
 * `0x7f.1`, `2130706433`, `127.1`, `127.0.0.1.`: some programs parse these as addresses and others as names, so the
 * target would be ambiguous. Brackets belong to URLs.
 */
function refuseOddSpelling(target: string): string | null {
  const inside = /^\[(.+)\]$/.exec(target)?.[1] ?? ''
  if (isIP(inside) === 6) return `must be written as ${inside}`
  const bare = target.replace(/\.$/, '')
  if (isIP(target) !== 0 || target.includes(':') || !ipaddr.isValid(bare)) return null
  return `must be written as ${ipaddr.parse(bare).toString()}`
}

const MAX_URL_LENGTH = 2048

/** Returns why the target is not a valid URL; null when it is valid. */
export function refuseUrl(target: string, egress: EgressPolicy): string | null {
  if (target.length > MAX_URL_LENGTH) return `must not be longer than ${MAX_URL_LENGTH} characters`
  // The URL parser would silently drop them
  if (/[\s\p{Cc}]/u.test(target)) return 'must not contain spaces or control characters'
  const url = URL.parse(target)
  if (url === null) return 'must be a URL such as https://example.com/'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password; use a header'
  if (url.port === '0') return 'must not name port 0'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const refusal = egress.refuseHost(host)
  if (refusal !== null) return `must not point to ${refusal}`
  return refuseHostSyntax(host)
}

/** Endpoint with the certificate of a target. The destination of a redirect from http is not part of the target. */
export function parseTlsEndpoint(target: string): string | null {
  const url = new URL(target)
  if (url.protocol !== 'https:') return null
  const { host, port } = toHostAndPort(url)
  return formatEndpoint(host, port)
}
