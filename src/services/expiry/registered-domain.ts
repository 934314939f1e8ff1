/** Which domain a target lies under, as registries sell them. */
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'

/** Letters, digits and hyphens: an underscore may stand before a registered domain, not in it. */
const REGISTRABLE = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+$/

/**
 * The domain whose registration expires: `example.co.uk` for `https://www.example.co.uk/`. Only suffixes that registries
 * run count; `somebody.github.io` is registered by GitHub.
 *
 * @param target a URL or a host
 * @returns as it stands in the DNS, in A-labels and lower case; null for addresses, names of the local network, reverse
 *   names and suffixes themselves
 */
export function findRegisteredDomain(target: string): string | null {
  const host = domainToASCII(URL.parse(target)?.hostname || target)
  const { domain, isIcann } = parse(host, { allowPrivateDomains: false })
  // Reverse names are delegated with addresses and not registered
  if (!isIcann || domain === null || domain.endsWith('.arpa')) return null
  return REGISTRABLE.test(domain) ? domain : null
}
