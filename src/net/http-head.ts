/**
 * The head of an HTTP/1.1 response (RFC 9112). As lenient as browsers where that harms nobody (bare LF, odd lines), and
 * strict where a misreading would change what the body is. Pure.
 */

/** What the far end said is not HTTP as anybody could read it. The message goes to users. */
export class BadResponse extends Error {
  override readonly name = 'BadResponse'
}

/** Lower-case names; values of a repeated name joined by ', '. */
export type HttpHeaders = ReadonlyMap<string, string>

export interface ResponseHead {
  status: number
  headers: HttpHeaders
}

/** Most header lines in one response. */
const MAX_HEADER_LINES = 256

/** @param text everything before the empty line, in Latin-1 */
export function parseHead(text: string): ResponseHead {
  // A head ends in its last line's LF, which leaves one empty piece behind
  const lines = text.split('\n', MAX_HEADER_LINES + 3)
  if (lines.length > MAX_HEADER_LINES + 2) throw new BadResponse(`more than ${MAX_HEADER_LINES} headers`)
  return { status: parseStatus(lines[0]!), headers: parseHeaders(lines) }
}

const STATUS_LINE = /^HTTP\/1\.\d ([1-5]\d\d)(?:[ \r]|$)/

function parseStatus(line: string): number {
  const match = STATUS_LINE.exec(line)
  if (match === null) throw new BadResponse(`not an HTTP/1.1 status line, ${excerpt(line)}`)
  return Number(match[1])
}

function parseHeaders(lines: string[]): HttpHeaders {
  const headers = new Map<string, string>()
  let last = ''
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!
    // A line that begins with a space goes on with the one before. Source: RFC 9112, section 5.2
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (last !== '') headers.set(last, `${headers.get(last)} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(':')
    // Lines without a name mean nothing; browsers skip them
    last = colon > 0 ? line.slice(0, colon).trimEnd().toLowerCase() : ''
    if (last === '') continue
    const value = line.slice(colon + 1).trim()
    const before = headers.get(last)
    headers.set(last, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}

/** How the end of the body is found. */
export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  /** The body ends with the connection. */
  | { kind: 'close' }

/** The order of these rules is that of RFC 9112, section 6.3. */
export function framingOf(method: string, { status, headers }: ResponseHead): Framing {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { kind: 'none' }
  const coding = headers.get('transfer-encoding')?.toLowerCase()
  if (coding === 'chunked') return { kind: 'chunked' }
  if (coding !== undefined && coding !== 'identity') {
    throw new BadResponse(`transfer-encoding that nobody asked for, ${excerpt(coding)}`)
  }
  const length = headers.get('content-length')
  if (length === undefined) return { kind: 'close' }
  const bytes = parseLength(length)
  return bytes === 0 ? { kind: 'none' } : { kind: 'length', bytes }
}

/** The same length may be given twice; two lengths could mean two different bodies. */
function parseLength(value: string): number {
  const [first, ...others] = value.split(',').map((part) => part.trim())
  if (!/^\d{1,15}$/.test(first!)) throw new BadResponse(`content-length that is no number, ${excerpt(value)}`)
  if (others.some((other) => other !== first)) {
    throw new BadResponse(`content-lengths that contradict each other, ${excerpt(value)}`)
  }
  return Number(first)
}

/** Most characters of the far end's words in a message. */
const EXCERPT_LENGTH = 40

/** A piece of what the far end said, safe to show. */
export function excerpt(text: string): string {
  const visible = text.replace(/[^\x20-\x7e]+/g, '·')
  return `"${visible.length > EXCERPT_LENGTH ? `${visible.slice(0, EXCERPT_LENGTH)}…` : visible}"`
}
