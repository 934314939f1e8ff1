/** Domain names in the form that registries use. Pure. */

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
