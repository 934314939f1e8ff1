/** An HTTP/1.1 request as text. Pure. */
import pkg from '../../../package.json' with { type: 'json' }

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type HttpMethod = (typeof HTTP_METHODS)[number]

/** A token. Source: RFC 9110, section 5.6.2 */
export const HEADER_NAME = "^[!#$%&'*+\\-.^_`|~0-9A-Za-z]+$"

/** Visible Latin-1, spaces and tabs: nothing that could end the line and begin another header. */
export const HEADER_VALUE = '^[\\t\\x20-\\x7e\\x80-\\xff]*$'

/** Content codings that `decodeBody` decodes. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

const DEFAULT_HEADERS: Record<string, string> = {
  'User-Agent': `Watchkeeper/${pkg.version}`,
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
  /** Values that only the original origin may receive in headers. */
  secrets?: readonly string[] | undefined
}

/** The head as Latin-1 text, including the empty line at its end. Given headers override the default headers. */
export function formatRequestHead({ method, url, headers, body, acceptsCoding }: RequestParts): string {
  let given = ''
  const seen = new Set<string>()
  for (const name in headers) {
    const lower = name.toLowerCase()
    if (FRAMING_HEADERS.has(lower)) continue
    seen.add(lower)
    given += `${name}: ${headers[name]}\r\n`
  }
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n`
  if (!seen.has('host')) head += `Host: ${url.host}\r\n`
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
