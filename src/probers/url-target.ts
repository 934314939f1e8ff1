import type { EgressPolicy } from '../core/platform/egress.ts'
import { formatEndpoint } from '../net/connection/connection.ts'
import { refuseHostSyntax } from '../net/connection/host.ts'
import { toHostAndPort } from '../net/http/http1.ts'

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
