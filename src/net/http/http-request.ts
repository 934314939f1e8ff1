/** An HTTP/1.1 request as text. Pure. */

import pkg from '../../../package.json' with { type: 'json' }
import { toOneLine, truncateTo } from '../../core/platform/text/plain-text.ts'
import { isForwardedBy, type ProxyServer, toProxyAuthorization } from '../proxy/proxy-server.ts'

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type HttpMethod = (typeof HTTP_METHODS)[number]

/** A token. Source: RFC 9110, section 5.6.2 */
export const HEADER_NAME_WORDS = "a header name: only letters, digits and !#$%&'*+-.^_`|~ are allowed"
export const HEADER_NAME = "^[!#$%&'*+\\-.^_`|~0-9A-Za-z]+$"
const TOKEN = new RegExp(HEADER_NAME)

/** Visible Latin-1, spaces and tabs: nothing that could end the line and begin another header. */
export const HEADER_VALUE_WORDS = 'text without a line break or another character that a header cannot contain'
export const HEADER_VALUE = '^[\\t\\x20-\\x7e\\x80-\\xff]*$'
const FIELD_VALUE = new RegExp(HEADER_VALUE)

/** Visible ASCII. Source: RFC 9112, section 3.2 */
const REQUEST_TARGET = /^[\x21-\x7e]+$/

/** Content codings that `decodeBody` decodes. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

export const USER_AGENT = `Watchkeeper/${pkg.version}`

const DEFAULT_HEADERS: Record<string, string> = {
  'User-Agent': USER_AGENT,
  Accept: '*/*',
  Connection: 'close',
}

/** Only the client sets the length of its body; a user's header could split the request in two. */
const FRAMING_HEADERS = new Set(['content-length', 'transfer-encoding'])

export interface RequestParts {
  method: HttpMethod
  url: URL
  headers: Readonly<Record<string, string>>
  body: Buffer | null
  /** Whether the response body may be compressed. */
  acceptsCoding: boolean
  /** Values that only the original origin may receive. */
  secrets?: readonly string[] | undefined
  /** Absent for a direct connection. */
  proxy?: ProxyServer | undefined
}

/**
 * Returns why HTTP cannot carry the head of a request, or null if it can. A line break would begin another header, and
 * a character above U+00FF would lose its upper bits on the way. The message contains no value. Source: RFC 9110,
 * sections 5.1, 5.5 and 9.1
 */
export function findHeadProblem({
  method,
  url,
  headers,
}: Pick<RequestParts, 'method' | 'url' | 'headers'>): string | null {
  if (!TOKEN.test(method)) return 'the method contains a character that a method cannot contain'
  if (!REQUEST_TARGET.test(url.pathname + url.search))
    return 'the URL contains a space or another character that a request cannot contain'
  for (const name in headers) {
    if (!TOKEN.test(name))
      return `the header name ${JSON.stringify(toShownName(name))} contains a character that a header name cannot contain`
    const value: unknown = headers[name]
    if (typeof value !== 'string' || !FIELD_VALUE.test(value))
      return `the header ${name} contains a line break or another character that a header cannot contain`
  }
  return null
}

const MAX_SHOWN_NAME = 40

const toShownName = (name: string): string => truncateTo(MAX_SHOWN_NAME, toOneLine(name))

/** A request that HTTP cannot carry. */
export class UnsafeRequest extends Error {
  override readonly name = 'UnsafeRequest'
}

/**
 * The head as Latin-1 text, including the empty line at its end. Given headers override the default headers.
 *
 * @throws UnsafeRequest for values that HTTP cannot carry, whatever the caller checked before
 */
export function formatRequestHead(parts: RequestParts): string {
  const problem = findHeadProblem(parts)
  if (problem !== null) throw new UnsafeRequest(problem)
  const { method, url, headers, body, acceptsCoding, proxy } = parts
  let given = ''
  const seen = new Set<string>()
  for (const name in headers) {
    const lower = name.toLowerCase()
    if (FRAMING_HEADERS.has(lower)) continue
    seen.add(lower)
    given += `${name}: ${headers[name]}\r\n`
  }
  const isForwarded = isForwardedBy(proxy, url)
  let head = `${method} ${isForwarded ? url.origin : ''}${url.pathname}${url.search} HTTP/1.1\r\n`
  if (!seen.has('host')) head += `Host: ${url.host}\r\n`
  if (isForwarded) head += formatProxyHeaders(proxy, seen)
  for (const name in DEFAULT_HEADERS) {
    if (!seen.has(name.toLowerCase())) head += `${name}: ${DEFAULT_HEADERS[name]}\r\n`
  }
  if (acceptsCoding && !seen.has('accept-encoding')) head += `Accept-Encoding: ${ACCEPT_ENCODING}\r\n`
  // A method without a defined body needs no length. Source: RFC 9110, section 8.6
  if (body !== null || method === 'POST' || method === 'PUT' || method === 'PATCH') {
    head += `Content-Length: ${body?.length ?? 0}\r\n`
  }
  return `${head}${given}\r\n`
}

/** Headers for a proxy that receives the request itself. Its cache must not answer in place of the target. */
function formatProxyHeaders({ credentials }: ProxyServer, given: ReadonlySet<string>): string {
  const caching = given.has('cache-control') ? '' : 'Cache-Control: no-cache\r\n'
  return credentials === null ? caching : `${caching}Proxy-Authorization: ${toProxyAuthorization(credentials)}\r\n`
}
