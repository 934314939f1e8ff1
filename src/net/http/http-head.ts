/**
 * The head of an HTTP/1.1 response (RFC 9112). As lenient as browsers where that is harmless (bare LF, odd lines).
 * Strict where a misreading would change the extent of the body. Pure.
 */
import { SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'

/** The response is not valid HTTP. Users see the message. */
export class BadResponse extends Error {
  override readonly name = 'BadResponse'
}

export interface ResponseHead {
  status: number
  headers: HttpHeaders
}

/** A line that starts with a space continues the line before. Source: RFC 9112, section 5.2 */
const FOLD = /\r?\n[ \t]+/g

/**
 * The headers as received, parsed on demand: a check needs two or three of twenty. Lines that are no headers are never
 * found, so they are skipped as in browsers.
 */
export class HttpHeaders {
  private readonly text: string

  /** @param text the whole head; its first line is no header */
  constructor(text: string) {
    this.text = text.replace(FOLD, ' ')
  }

  /** `HTTP/1.1 200 OK` */
  getFirstLine(): string {
    return this.text.split('\n', 1)[0]!.trimEnd()
  }

  /** All headers in the order of the response. */
  list(): [name: string, value: string][] {
    const lines = this.text.split('\n').slice(1)
    return lines.flatMap((line) => {
      const [, name, value] = HEADER.exec(line) ?? []
      return name === undefined ? [] : [[name, value!.trim()] as [string, string]]
    })
  }

  /**
   * Returns the values of all headers of a name, joined by ', '.
   *
   * @param name lowercase
   */
  get(name: string): string | undefined {
    const values = this.getAll(name)
    return values.length === 0 ? undefined : values.join(', ')
  }

  /** @param name lowercase */
  getAll(name: string): string[] {
    const pattern = getPattern(name)
    pattern.lastIndex = 0
    const values: string[] = []
    for (let match = pattern.exec(this.text); match !== null; match = pattern.exec(this.text)) {
      values.push(match[1]!.trim())
    }
    return values
  }
}

const HEADER = /^([^\s:]+)[ \t]*:(.*)/

const patterns = new Map<string, RegExp>()

function getPattern(name: string): RegExp {
  let pattern = patterns.get(name)
  if (pattern === undefined) {
    pattern = new RegExp(`\\n${name}[ \\t]*:([^\\n]*)`, 'gi')
    patterns.set(name, pattern)
  }
  return pattern
}

/**
 * Statuses over 599 are undefined, but servers send them; they count as server errors (RFC 9110, section 15). Browsers
 * and curl also accept small letters, several spaces, and `ICY` of radio servers.
 */
const STATUS_LINE = /^(?:HTTP\/1\.\d|ICY)[ \t]+([1-9]\d\d)(?=[ \t\r\n])/i

/** @param text everything up to the empty line, in Latin-1 */
export function parseHead(text: string): ResponseHead {
  const match = STATUS_LINE.exec(text)
  if (match === null) throw new BadResponse(`not an HTTP/1.1 status line, ${quoteExcerpt(text.split('\n', 1)[0]!)}`)
  return { status: Number(match[1]), headers: new HttpHeaders(text) }
}

/** Types of bodies that go on for as long as the client reads. */
const STREAM = /^(?:audio\/|video\/|application\/ogg|text\/event-stream|multipart\/x-mixed-replace)/i

/** Whether the body is a stream of unknown length: a radio, a camera, or a feed of events. */
export const isStream = ({ headers }: ResponseHead): boolean =>
  STREAM.test(headers.get('content-type') ?? '') && headers.get('content-length') === undefined

/** How the end of the body is determined. */
export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  /** The body ends with the connection. */
  | { kind: 'close' }

/** Proxies that add this header may repeat it; the coding is still applied once. */
const CHUNKED = /^chunked(?:, ?chunked)*$/

/** Determines the framing of the body. The order of these rules is the order in RFC 9112, section 6.3. */
export function findFraming(method: string, { status, headers }: ResponseHead): Framing {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { kind: 'none' }
  const coding = headers.get('transfer-encoding')?.toLowerCase()
  if (coding !== undefined && CHUNKED.test(coding)) return { kind: 'chunked' }
  if (coding !== undefined && coding !== 'identity') {
    throw new BadResponse(`unsupported transfer-encoding, ${quoteExcerpt(coding)}`)
  }
  const length = headers.get('content-length')
  if (length === undefined) return { kind: 'close' }
  const bytes = parseLength(length)
  return bytes === 0 ? { kind: 'none' } : { kind: 'length', bytes }
}

/** A repeated equal length is valid; two different lengths could mean two different bodies. */
function parseLength(value: string): number {
  const [first, ...others] = value.split(',').map((part) => part.trim())
  if (!/^\d+$/.test(first!)) throw new BadResponse(`content-length is not a number, ${quoteExcerpt(value)}`)
  if (!Number.isSafeInteger(Number(first))) throw new BadResponse(`content-length too large, ${quoteExcerpt(value)}`)
  if (others.some((other) => other !== first)) {
    throw new BadResponse(`conflicting content-lengths, ${quoteExcerpt(value)}`)
  }
  return Number(first)
}

/** Maximum characters of an excerpt in a message. */
const EXCERPT_LENGTH = 40

/** An excerpt of received text, safe to show. */
export function quoteExcerpt(text: string): string {
  const visible = text.replace(/[^\x20-\x7e]+/g, '·')
  return `"${visible.length > EXCERPT_LENGTH ? `${visible.slice(0, EXCERPT_LENGTH)}…` : visible}"`
}

/**
 * Time at which a server allows the next request. Source: RFC 9110, section 10.2.3.
 *
 * @param value value of the header: seconds or a date.
 * @returns ms from now, never negative; null for an invalid or absent value
 */
export function parseRetryAfter(value: string | undefined, now: UnixMs): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS
  // Every valid HTTP date ends like this; Date.parse also accepts many other texts
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
