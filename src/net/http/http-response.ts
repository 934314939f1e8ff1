import type { AddressChoice, IpVersion } from '../connection/dial-target.ts'
import { GrowingBuffer } from '../connection/growing-buffer.ts'
import type { MonitorTls } from '../tls/tls.ts'
import { type BodyReader, createBodyReader } from './http-body.ts'
import { BadResponse, findFraming, parseHead, quoteExcerpt, type ResponseHead } from './http-head.ts'
import type { HttpMethod, RequestParts } from './http-request.ts'

/** TLS of the requests of a check. */
export interface RequestTls {
  /** Only its host and port receive the client certificate and the server name. */
  target: URL
  /** Null: the TLS of the probe. */
  options: (MonitorTls & { serverName?: string }) | null
  /** Statuses that are no refusal, besides success. */
  expectedStatus: readonly number[] | null
}

export interface HopRequest extends RequestParts, ResponseOptions {
  verifyTls: boolean
  /** Absent for requests that are no checks; their refusals are not explained. */
  tls?: RequestTls
  ipVersion: IpVersion
  address?: AddressChoice | undefined
  /** Limit from the request to the end of the response; absent: the limit of the check includes it. */
  answerTimeoutMs?: number
  /**
   * Present if the head decides: how long a body without a stated length is read at least, while it flows. It is read
   * longer only to see whether it ends.
   */
  optionalBodyMs?: number | undefined
}

/** Maximum bytes of status lines and headers, interim responses included. */
const MAX_HEAD_BYTES = 64 * 1024

/** Maximum of interim responses (1xx) before the final one. */
const MAX_INTERIM = 16

/** 101 is no interim response: it ends HTTP on this connection, for clients that requested an upgrade. */
const SWITCHING_PROTOCOLS = 101

interface ResponseOptions {
  /** Method of the request: a response to HEAD has no body. */
  method: HttpMethod
  /** Number of body bytes to keep after this head; further bytes are read and discarded. */
  keepsBytes(head: ResponseHead): number
  /** Reading stops after this number of body bytes, without a failure. */
  maxBodyBytes: number
  /** Whether the body after this head need not be read. */
  skipsBody(head: ResponseHead): boolean
}

/** For requests that keep all bytes they read. */
export const includeEveryByte = (): number => Infinity

const NO_BYTES = Buffer.alloc(0)
const STARTS_WITH = Buffer.from('HTTP/1.', 'latin1')
const LF = 10
const CR = 13

/**
 * Reads one response from pieces of any size. Methods that take bytes throw BadResponse when the input is not HTTP or
 * exceeds a limit.
 */
export class ResponseReader {
  head: ResponseHead | null = null
  bodyBytes = 0
  /** Whether reading stopped at `maxBodyBytes`. */
  isCut = false
  /** Whether the body was read to its end. */
  isWhole = false
  /** Whether the server stated no length of the body, so it may go on for ever. */
  isUnlimited = false
  private readonly options: ResponseOptions
  /** The unfinished head, when it did not arrive in one piece. */
  private unread: GrowingBuffer | null = null
  private headBytes = 0
  private interim = 0
  private reader: BodyReader | null = null
  private kept: GrowingBuffer | null = null
  private statedBytes = Infinity
  private keepsBytes = 0

  constructor(options: ResponseOptions) {
    this.options = options
  }

  /**
   * Feeds bytes[0..length).
   *
   * @returns whether the response is complete
   */
  push(bytes: Buffer, length: number): boolean {
    if (this.reader) return this.pushBody(this.reader, bytes, 0, length)
    if (this.unread === null) return this.readHeads(bytes, length, 0)
    const scanned = this.unread.length
    this.unread.append(bytes, 0, length)
    return this.readHeads(this.unread.getBytes(), this.unread.length, scanned)
  }

  /**
   * Reports the end of the connection.
   *
   * @returns null when the response is complete, otherwise the problem
   */
  finish(): string | null {
    if (this.reader) {
      this.isWhole = this.reader.canEnd()
      return this.isWhole ? null : `closed ${this.reader.describeMissing()}`
    }
    return this.unread?.length
      ? 'connection closed in the middle of the headers'
      : 'connection closed without a response'
  }

  /** Number of body bytes kept so far. */
  get keptBytes(): number {
    return this.kept?.length ?? 0
  }

  /** Maximum number of body bytes that may still be kept in total. */
  get maxKeptBytes(): number {
    return Math.min(this.keepsBytes, this.options.maxBodyBytes, this.statedBytes)
  }

  getBody(): Buffer {
    return this.kept?.getBytes() ?? NO_BYTES
  }

  /** @param scanned leading bytes that were already searched for the end of a head */
  private readHeads(bytes: Buffer, length: number, scanned: number): boolean {
    let from = 0
    let searchFrom = scanned
    for (;;) {
      refuseOtherProtocols(bytes, from, length)
      const end = findHeadEnd(bytes, from, searchFrom, length)
      this.refuseEndless((end === -1 ? length : end) - from)
      if (end === -1) return this.storeUnread(bytes, from, length)
      this.headBytes += end - from
      const head = parseHead(bytes.toString('latin1', from, end))
      from = end
      searchFrom = end
      if (!this.isInterim(head)) return this.startBody(head, bytes, from, length)
    }
  }

  /** Stores the bytes after the last interim response. A head that arrives in small pieces is already stored. */
  private storeUnread(bytes: Buffer, from: number, length: number): boolean {
    if (this.unread !== null && from === 0) return false
    this.unread = new GrowingBuffer(Math.max(4 * 1024, length - from))
    this.unread.append(bytes, from, length)
    return false
  }

  private refuseEndless(bytes: number): void {
    if (this.headBytes + bytes > MAX_HEAD_BYTES) throw new BadResponse(`headers over ${MAX_HEAD_BYTES} bytes`)
  }

  private isInterim({ status }: ResponseHead): boolean {
    if (status >= 200 || status === SWITCHING_PROTOCOLS) return false
    this.interim++
    if (this.interim > MAX_INTERIM) throw new BadResponse(`more than ${MAX_INTERIM} interim responses`)
    return true
  }

  private startBody(head: ResponseHead, bytes: Buffer, from: number, length: number): boolean {
    this.head = head
    this.unread = null
    const framing = findFraming(this.options.method, head)
    this.isWhole = framing.kind === 'none'
    if (framing.kind === 'none' || this.options.skipsBody(head)) return true
    this.keepsBytes = this.options.keepsBytes(head)
    if (framing.kind === 'length') this.statedBytes = framing.bytes
    else this.isUnlimited = true
    this.reader = createBodyReader(framing, this.takeBody)
    return from < length && this.pushBody(this.reader, bytes, from, length)
  }

  private pushBody(reader: BodyReader, bytes: Buffer, from: number, to: number): boolean {
    const isComplete = reader.push(bytes, from, to)
    this.isWhole = isComplete && !this.isCut
    return isComplete
  }

  private takeBody = (bytes: Buffer, from: number, to: number): boolean => {
    const end = Math.min(to, from + this.options.maxBodyBytes - this.bodyBytes)
    const room = this.keepsBytes - this.bodyBytes
    if (room > 0) this.storeBody(bytes, from, Math.min(end, from + room))
    this.bodyBytes += end - from
    this.isCut = this.bodyBytes >= this.options.maxBodyBytes
    return !this.isCut
  }

  private storeBody(bytes: Buffer, from: number, to: number): void {
    this.kept ??= new GrowingBuffer(to - from)
    this.kept.append(bytes, from, to)
  }
}

/** Whether a rarer status line may begin like this: in small letters, or of a radio server. */
function isOddBeginning(text: string): boolean {
  const lower = text.toLowerCase()
  return 'http/1.'.startsWith(lower) || 'icy '.startsWith(lower.slice(0, 4))
}

/**
 * Another protocol is recognizable by its first bytes; waiting for the end of its "headers" would only cause a timeout.
 */
function refuseOtherProtocols(bytes: Buffer, from: number, length: number): void {
  const end = Math.min(length, from + STARTS_WITH.length)
  for (let at = from; at < end; at++) {
    if (bytes[at] === STARTS_WITH[at - from]) continue
    if (isOddBeginning(bytes.toString('latin1', from, end))) return
    throw new BadResponse(
      `not an HTTP/1.1 response, ${describeProtocol(bytes.subarray(from, Math.min(length, from + 64)))}`,
    )
  }
}

/** A TLS alert or handshake record (RFC 8446, section 5.1), and the first frame of HTTP/2 (RFC 9113, section 6.5). */
const TLS_RECORDS = [0x15, 0x16]
const TLS_VERSION = 3
const HTTP2_SETTINGS = 4

function describeProtocol(bytes: Buffer): string {
  if (TLS_RECORDS.includes(bytes[0]!) && bytes[1] === TLS_VERSION) return 'but TLS, as behind https://'
  return bytes[0] === 0 && bytes[3] === HTTP2_SETTINGS ? 'but HTTP/2' : quoteExcerpt(bytes.toString('latin1'))
}

/**
 * Returns the offset after the empty line that ends a head; -1 when there is none yet. Lines end in LF, with or without
 * CR.
 *
 * @param searchFrom bytes before it were already searched
 */
function findHeadEnd(bytes: Buffer, from: number, searchFrom: number, to: number): number {
  // The empty line may have started up to two bytes earlier
  for (let at = Math.max(from, searchFrom - 2); at < to; at++) {
    if (bytes[at] !== LF) continue
    if (bytes[at + 1] === LF && at + 1 < to) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF && at + 2 < to) return at + 3
  }
  return -1
}
