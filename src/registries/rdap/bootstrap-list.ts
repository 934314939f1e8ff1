/** RDAP servers by top-level domain: IANA's list, RFC 9224. Pure. */
import { listSuffixes } from '../registration-values.ts'

export interface BootstrapList {
  /** Publication date stated in the list, an ISO time; null when there is none. */
  publication: string | null
  /** Base URLs by suffix (lowercase A-labels), https first. */
  servers: ReadonlyMap<string, readonly URL[]>
}

/** The source of a list is a file, unless it is a URL. */
export const isListFile = (source: string): boolean => !/^https?:\/\//i.test(source)

/** @throws Error with the reason why the list is invalid */
export function parseBootstrap(json: string): BootstrapList {
  const document: unknown = JSON.parse(json)
  const services = isRecord(document) ? document.services : undefined
  if (!Array.isArray(services)) throw new Error('not a list of RDAP servers: it has no "services"')
  const servers = new Map<string, readonly URL[]>()
  for (const service of services) {
    if (!Array.isArray(service)) continue
    const [suffixes, urls] = [filterStrings(service[0]), parseBaseUrls(filterStrings(service[1]))]
    if (urls.length > 0) for (const suffix of suffixes) servers.set(suffix.toLowerCase().replace(/\.$/, ''), urls)
  }
  if (servers.size === 0) throw new Error('not a list of RDAP servers: it contains no servers')
  const { publication } = document as { publication?: unknown }
  return { publication: typeof publication === 'string' ? publication : null, servers }
}

/** The servers of the longest listed suffix. Source: RFC 9224, section 4 */
export function listServers(domain: string, { servers }: BootstrapList): readonly URL[] {
  for (const suffix of listSuffixes(domain)) {
    const urls = servers.get(suffix)
    if (urls) return urls
  }
  return []
}

/** URL of the query for a domain. Source: RFC 9082, section 3.1.3 */
export function toDomainUrl(base: URL, domain: string): URL {
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/\/*$/, '')}/domain/${domain}`
  return url
}

/** Omits texts that are not http: or https: URLs. Plaintext URLs come last. Source: RFC 9224, section 3 */
function parseBaseUrls(texts: readonly string[]): URL[] {
  const urls = texts.map((text) => URL.parse(text)).filter((url) => url !== null)
  return [
    ...urls.filter(({ protocol }) => protocol === 'https:'),
    ...urls.filter(({ protocol }) => protocol === 'http:'),
  ]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const filterStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
