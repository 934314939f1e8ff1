/** Values derived from the target of a monitor. */
import { parse } from 'tldts'
import type { WatchedResult } from '../../api/watched-check.ts'
import { toUrl } from '../../parts/forms/schema-form/draft.ts'

/** Derives `example.com/shop` from `https://www.example.com/shop/`. */
export function deriveName(target: string, port: string): string {
  const text = target.trim()
  const bare = text
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .replace(/^www\./i, '')
  const name = port.trim() !== '' && bare !== '' ? `${bare}:${port.trim()}` : bare
  return [...name].slice(0, MAX_NAME_LENGTH).join('')
}

const MAX_NAME_LENGTH = 80

/** Whether to warn before the certificate of a URL expires, unless the user decides otherwise. */
export const isTlsExpected = (url: string): boolean => /^https:/i.test(toUrl(url))

/**
 * Whether to warn before the registration of a target's domain expires, unless the user decides otherwise. Only the
 * holder of a domain can renew it, so a name below a shared suffix such as `github.io` is left out. Suffixes whose
 * registry publishes no date, such as `.de`, count: the registry still states whether the domain is registered.
 */
export function isRegistrationExpected(target: string): boolean {
  const host = URL.parse(toUrl(target))?.hostname ?? ''
  const { domain, isIcann } = parse(host, { allowPrivateDomains: true })
  return isIcann === true && domain !== null && !SPECIAL_USE.test(domain)
}

/** Suffixes of the public list under which no domain is registered. */
const SPECIAL_USE = /\.(?:arpa|onion)$/

type Failure = Pick<WatchedResult, 'error_type' | 'error_message' | 'status_code' | 'response'>

/**
 * Returns the URL with the other scheme when a failed check shows that the port uses it; null otherwise. Servers that
 * expect TLS answer a plain request with status 400 and a sentence about it: nginx, Apache, Go.
 */
export function findOtherScheme(
  target: string,
  { error_message: message, status_code, response }: Failure,
): string | null {
  const url = toUrl(target)
  if (/^https:/i.test(url)) return message?.includes('the response is not TLS') ? url.replace(/^https/i, 'http') : null
  const isTlsPort = status_code === 400 && /\bHTTPS (?:port|server)\b|SSL-enabled/i.test(response?.body ?? '')
  return /^http:/i.test(url) && isTlsPort ? url.replace(/^http/i, 'https') : null
}

/** Names the copy of `Web shop` `Web shop (2)`, and a copy of the copy `Web shop (3)`. */
export function copyName(name: string): string {
  const [, stem = name, number] = /^(.*?)(?: \((\d+)\))?$/s.exec(name) ?? []
  return `${[...stem].slice(0, MAX_NAME_LENGTH - 5).join('')} (${number ? Number(number) + 1 : 2})`
}

/**
 * Converts the target for another monitor type. Types that need a host get the host of a URL. Types that need a URL add
 * the scheme themselves.
 */
export function convertTarget(target: string, takesUrl: boolean): string {
  if (takesUrl || !/^https?:\/\//i.test(target.trim())) return target
  try {
    return new URL(target.trim()).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return target
  }
}
