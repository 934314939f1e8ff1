/** Domains as registries take them. Pure. */

import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { refuseHostSyntax } from '../net/connection/host.ts'

/** @returns lower case A-labels without a dot at the end; null when nobody could have registered this */
export function normalizeDomain(text: string): string | null {
  const bare = text.trim().replace(/\.$/, '')
  // Whatever a URL would not keep in its host is no part of a name either
  if (bare.length > 1_000 || /[\s/?#@:[\]\\%]/.test(bare)) return null
  const name = domainToASCII(bare).replace(/\.$/, '')
  return name.includes('.') && isIP(name) === 0 && refuseHostSyntax(name) === null ? name : null
}

/** Whether a registry means this domain by a name it wrote in its own way. */
export const isSameDomain = (written: string, domain: string): boolean => normalizeDomain(written) === domain

/** As people read it. */
export const toUnicodeDomain = (domain: string): string => domainToUnicode(domain)

export const getTld = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1)

/** What a domain lies under, longest first: `co.uk`, `uk` for `example.co.uk`. */
export function listSuffixes(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(1).map((_, at) => labels.slice(at + 1).join('.'))
}
