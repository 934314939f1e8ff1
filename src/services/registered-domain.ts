/** Which domain a target lies under, as registries sell them. */
import { parse } from 'tldts'

/**
 * The domain whose registration expires: `example.co.uk` for `https://www.example.co.uk/`. Only suffixes that registries
 * run count; `somebody.github.io` is registered by GitHub.
 *
 * @param target a URL or a host
 * @returns null for addresses, names of the local network and suffixes themselves
 */
export function registeredDomain(target: string): string | null {
  const { domain, isIcann } = parse(target, { allowPrivateDomains: false })
  return isIcann ? domain : null
}
