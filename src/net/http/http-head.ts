/**
 * The head of an HTTP/1.1 response (RFC 9112). As lenient as browsers where that harms nobody (bare LF, odd lines), and
 * strict where a misreading would change what the body is. Pure.
 */

/** What the far end said is not HTTP as anybody could read it. The message goes to users. */
export class BadResponse extends Error {
  override readonly name = 'BadResponse'
}

export interface ResponseHead {
  status: number
  headers: HttpHeaders
}

/** A line that begins with a space goes on with the one before. Source: RFC 9112, section 5.2 */
const FOLD = /\r?\n[ \t]+/g

/**
 * The headers as they came, read when asked: a check wants to know two or three of twenty. Lines that are no headers
 * are never found, which is how browsers skip them.
 */
export class HttpHeaders {
  private readonly text: string

  /** @param text of the whole head: what stands before the first LF is no header */
  constructor(text: string) {
    this.text = text.replace(FOLD, ' ')
  }

  /** `HTTP/1.1 200 OK` */
  getFirstLine(): string {
    return this.text.split('\n', 1)[0]!.trimEnd()
  }

  /** Every header, in the order in which they came. */
  list(): [name: string, value: string][] {
    const lines = this.text.split('\n').slice(1)
    return lines.flatMap((line) => {
      const [, name, value] = HEADER.exec(line) ?? []
      return name === undefined ? [] : [[name, value!.trim()] as [string, string]]
    })
  }

  /** @param name lower case. @returns the values of all headers of that name, joined by ', ' */
  get(name: string): string | undefined {
    const values = this.getAll(name)
    return values.length === 0 ? undefined : values.join(', ')
  }

  /** @param name lower case */
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

/** Statuses over 599 mean nothing, but servers send them, and count as errors of theirs. Source: RFC 9110, section 15 */
const STATUS_LINE = /^HTTP\/1\.\d ([1-9]\d\d)(?=[ \r\n])/

/** @param text everything up to the empty line, in Latin-1 */
export function parseHead(text: string): ResponseHead {
  const match = STATUS_LINE.exec(text)
  if (match === null) throw new BadResponse(`not an HTTP/1.1 status line, ${quoteExcerpt(text.split('\n', 1)[0]!)}`)
  return { status: Number(match[1]), headers: new HttpHeaders(text) }
}

/** How the end of the body is found. */
export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  /** The body ends with the connection. */
  | { kind: 'close' }

/** Proxies that add a header of their own say it twice, and mean it once. */
const CHUNKED = /^chunked(?:, ?chunked)*$/

/** The order of these rules is that of RFC 9112, section 6.3. */
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

/** The same length may be given twice; two lengths could mean two different bodies. */
function parseLength(value: string): number {
  const [first, ...others] = value.split(',').map((part) => part.trim())
  if (!/^\d+$/.test(first!)) throw new BadResponse(`content-length is not a number, ${quoteExcerpt(value)}`)
  if (!Number.isSafeInteger(Number(first))) throw new BadResponse(`content-length too large, ${quoteExcerpt(value)}`)
  if (others.some((other) => other !== first)) {
    throw new BadResponse(`conflicting content-lengths, ${quoteExcerpt(value)}`)
  }
  return Number(first)
}

/** Most characters of the far end's words in a message. */
const EXCERPT_LENGTH = 40

/** A piece of what the far end said, safe to show. */
export function quoteExcerpt(text: string): string {
  const visible = text.replace(/[^\x20-\x7e]+/g, '·')
  return `"${visible.length > EXCERPT_LENGTH ? `${visible.slice(0, EXCERPT_LENGTH)}…` : visible}"`
}
