/** Follows redirects. Pure; the rules are the same as in browsers (Fetch standard, "HTTP-redirect fetch"). */
import { isSecretLike } from '../../core/platform/secret-headers.ts'
import { listRequestSecrets } from '../../core/results/failure-response.ts'
import type { ResponseHead } from './http-head.ts'
import type { RequestParts } from './http-request.ts'

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

export const isRedirect = ({ status, headers }: ResponseHead): boolean =>
  REDIRECT_STATUSES.has(status) && headers.get('location') !== undefined

/** @returns the next request, or why the redirect cannot be followed */
export function toNextRequest(request: RequestParts, { status, headers }: ResponseHead): RequestParts | string {
  const places = new Set(headers.getAll('location'))
  if (places.size > 1) return 'several Location headers in one redirect'
  const url = URL.parse(encodePercent([...places][0] ?? ''), request.url)
  if (url === null) return 'redirected to an invalid URL'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `redirected to a ${url.protocol} URL`
  if (url.port === '0') return 'redirected to port 0'
  const base = isChangedToGet(request.method, status) ? removeBody(request) : request
  if (url.origin === request.url.origin) return { ...base, url }
  const secrets = listRequestSecrets(request.headers, request.secrets)
  if (secrets.some((secret) => base.body?.includes(secret))) return BODY_REFUSAL
  return { ...base, url, headers: removeSecrets(base.headers, secrets) }
}

/** A shortened body would be a different request, and without an answer the target is not known to work. */
const BODY_REFUSAL =
  'the redirect to another origin would send the body with a secret; use the final URL as the target, or a body ' +
  'without secrets'

/** Bytes above ASCII, which were read as Latin-1, are percent-encoded unchanged, whether they are UTF-8 or not. */
const encodePercent = (text: string): string =>
  text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)

const isChangedToGet = (method: string, status: number): boolean =>
  (status === 303 && method !== 'GET' && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST')

/** Content headers describe a body that is not sent any more. */
const removeBody = (request: RequestParts): RequestParts => ({
  ...request,
  method: 'GET',
  body: null,
  headers: filterHeaders(request.headers, (name) => !name.startsWith('content-')),
})

/** Headers that may hold a credential are only for their original origin, and so is a Host header. */
const removeSecrets = (headers: RequestParts['headers'], secrets: readonly string[]): RequestParts['headers'] =>
  filterHeaders(
    headers,
    (name, value) => name !== 'host' && !isSecretLike(name) && !secrets.some((secret) => value.includes(secret)),
  )

const filterHeaders = (headers: RequestParts['headers'], keep: (lowerName: string, value: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => keep(name.toLowerCase(), value)))
