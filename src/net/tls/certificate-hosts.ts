/**
 * Hosts that a certificate is valid for. Only the alternative names count, and a wildcard matches one whole label.
 * Source: RFC 9525, sections 2 and 6.3. Node's own check is more lenient than browsers: it accepts the common name and
 * wildcards within a label. Pure.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

interface AlternativeName {
  kind: 'DNS' | 'IP Address'
  name: string
}

/** A quoted name contains misleading characters, encoded as JSON. */
const ALTERNATIVE = /(?:^|, )(DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g

/**
 * Host names and addresses; other kinds of names are left out.
 *
 * @param text Node's text of the extension: `DNS:a.example, IP Address:192.0.2.7`
 */
export function parseAlternativeNames(text: string | undefined): AlternativeName[] {
  const names: AlternativeName[] = []
  for (const [, kind, name] of (text ?? '').matchAll(ALTERNATIVE))
    names.push(
      kind === 'DNS' ? { kind, name: removeQuotes(name!) } : { kind: 'IP Address', name: toShortAddress(name!) },
    )
  return names
}

const removeQuotes = (name: string): string => (name.startsWith('"') ? (JSON.parse(name) as string) : name)

/** OpenSSL writes IPv6 in full: `0:0:0:0:0:0:0:1` */
const toShortAddress = (address: string): string =>
  address.includes(':') && ipaddr.isValid(address) ? ipaddr.parse(address).toString() : address

/** @param host a name, or a literal address without brackets */
export function isForHost(alternativeNames: string | undefined, host: string): boolean {
  const names = parseAlternativeNames(alternativeNames)
  if (isIP(host) !== 0) {
    const address = toShortAddress(host)
    return names.some(({ kind, name }) => kind === 'IP Address' && name === address)
  }
  const wanted = normalizeName(host)
  return names.some(({ kind, name }) => kind === 'DNS' && isMatch(normalizeName(name), wanted))
}

const normalizeName = (name: string): string => name.replace(/\.$/, '').toLowerCase()

function isMatch(name: string, wanted: string): boolean {
  if (!name.startsWith('*.')) return name === wanted
  const domain = name.slice(1)
  // A wildcard for a whole top-level domain would be too broad
  return domain.lastIndexOf('.') > 0 && wanted.endsWith(domain) && wanted.indexOf('.') === wanted.length - domain.length
}
