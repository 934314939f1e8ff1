/** The registered domain of a target. */
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'

/** Letters, digits and hyphens. An underscore is allowed in a subdomain but not in the registered domain. */
const REGISTRABLE = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+$/

/**
 * Returns the domain whose registration expires: `example.co.uk` for `https://www.example.co.uk/`. Only suffixes
 * operated by registries count: `user.github.io` is registered by GitHub.
 *
 * @param target a URL or a host
 * @returns the domain in lower-case A-labels; null for addresses, local names, reverse names and suffixes
 */
export function findRegisteredDomain(target: string): string | null {
  const host = domainToASCII(URL.parse(target)?.hostname || target)
  const { domain, isIcann } = parse(host, { allowPrivateDomains: false })
  // Reverse names are delegated with addresses and have no registration
  if (!isIcann || domain === null || domain.endsWith('.arpa')) return null
  return REGISTRABLE.test(domain) ? domain : null
}
