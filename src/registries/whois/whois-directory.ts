/** WHOIS servers by top-level domain: a built-in list, and cached answers of IANA. */

import { DAY_MS } from '../../core/platform/time/time.ts'
import { TtlCache } from '../../core/platform/ttl-cache.ts'
import { refuseHostSyntax } from '../../net/connection/host.ts'
import { getTld } from '../domain-name.ts'
import { readFields } from './whois-fields.ts'
import { findKnownServer } from './whois-servers.ts'

/** Registries change their server about once in ten years. */
const CACHE_MS = 7 * DAY_MS

/** There are about 1,500 top-level domains. */
const MAX_CACHED = 3_000

export class WhoisDirectory {
  private readonly cached: TtlCache<string | null>

  /** @param now Unix ms */
  constructor(now: () => number) {
    this.cached = new TtlCache(MAX_CACHED, now)
  }

  /** @returns null when the registry has none, undefined when IANA must be asked */
  find(domain: string): string | null | undefined {
    const known = findKnownServer(domain)
    return known === null ? this.cached.get(getTld(domain)) : known
  }

  /**
   * @param text IANA's answer about the top-level domain
   * @returns as in `find`; undefined when the text is not such an answer
   */
  addFromIana(tld: string, text: string): string | null | undefined {
    const fields = readFields(text)
    const names = fields.filter(({ label }) => label === 'domain' || label === 'domain-ace')
    if (!names.some(({ value }) => value.toLowerCase() === tld)) return undefined
    const named = fields.find(({ label }) => label === 'whois' || label === 'refer')
    const server = named === undefined ? null : parseWhoisHost(named.value)
    this.cached.set(tld, server, CACHE_MS)
    return server
  }
}

/** The host in a referral: `whois.example.com`, `whois://whois.example.com`; null when there is none. */
export function parseWhoisHost(referral: string): string | null {
  const host = referral
    .trim()
    .replace(/^r?whois:\/\//i, '')
    .replace(/(?::43)?\/?$/, '')
    .toLowerCase()
  return host.includes('.') && refuseHostSyntax(host) === null ? host : null
}
