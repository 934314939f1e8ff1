/** Finds the end of a response body while its bytes arrive. Pure. */
import { BadResponse, type Framing } from './http-head.ts'

/** Receives pieces of a body; returns false when it accepts no more. */
type Sink = (bytes: Buffer, from: number, to: number) => boolean

/** Reads bytes until the body is complete. */
export interface BodyReader {
  /**
   * Feeds bytes[from..to).
   *
   * @returns whether the body is complete
   */
  push(bytes: Buffer, from: number, to: number): boolean
  /**
   * Reports the end of the connection.
   *
   * @returns whether this body may end here
   */
  canEnd(): boolean
  /** Describes the missing part for a message; only called when `canEnd` returned false. */
  describeMissing(): string
}

export function createBodyReader(framing: Exclude<Framing, { kind: 'none' }>, sink: Sink): BodyReader {
  if (framing.kind === 'chunked') return new ChunkedBody(sink)
  return new PlainBody(framing.kind === 'length' ? framing.bytes : null, sink)
}

/** A body of known length, or one that ends with the connection. */
class PlainBody implements BodyReader {
  private readonly length: number | null
  private readonly sink: Sink
  private received = 0

  constructor(length: number | null, sink: Sink) {
    this.length = length
    this.sink = sink
  }

  push(bytes: Buffer, from: number, to: number): boolean {
    const end = this.length === null ? to : Math.min(to, from + this.length - this.received)
    this.received += end - from
    const wantsMore = end === from || this.sink(bytes, from, end)
    return !wantsMore || this.received === this.length
  }

  canEnd(): boolean {
    return this.length === null
  }

  describeMissing(): string {
    return `after ${this.received} of ${this.length} bytes`
  }
}

const LF = 10
const CR = 13

/** States of the parser of the chunked coding. Source: RFC 9112, section 7.1 */
const SIZE = 0
const EXTENSION = 1
const DATA = 2
const AFTER_DATA = 3
const TRAILER = 4
type ChunkState = typeof SIZE | typeof EXTENSION | typeof DATA | typeof AFTER_DATA | typeof TRAILER

/** Maximum bytes of a size line with its extensions, and of the trailer section. */
const MAX_SIZE_LINE = 4 * 1024
const MAX_TRAILERS = 64 * 1024

/**
 * Allowed overhead in bytes (size lines and line ends): a fixed part that needs no data, and a part per chunk besides
 * twice its size. Otherwise chunks of one byte with long extensions would let a body of 2 MiB take gigabytes to read.
 */
const SPARE_FRAMING = 16 * 1024
const FRAMING_PER_CHUNK = 16

/** Hexadecimal digits that still fit into a safe integer. */
const MAX_SIZE_DIGITS = 13

class ChunkedBody implements BodyReader {
  private readonly sink: Sink
  private state: ChunkState = SIZE
  /** Size of the current chunk while it is read, then its remaining bytes. */
  private left = 0
  private digits = 0
  /** Bytes of the current size line, or of all trailers. */
  private overhead = 0
  private spareFraming = SPARE_FRAMING
  private isLineEmpty = true
  private received = 0

  constructor(sink: Sink) {
    this.sink = sink
  }

  push(bytes: Buffer, from: number, to: number): boolean {
    let at = from
    while (at < to) {
      if (this.state === DATA) {
        const end = Math.min(to, at + this.left)
        if (!this.takeData(bytes, at, end)) return true
        at = end
      } else if (this.takeByte(bytes[at++]!)) {
        return true
      }
    }
    return false
  }

  canEnd(): boolean {
    return false
  }

  describeMissing(): string {
    return `after ${this.received} bytes of a chunked body`
  }

  private takeData(bytes: Buffer, from: number, to: number): boolean {
    this.left -= to - from
    this.received += to - from
    if (this.left === 0) this.state = AFTER_DATA
    return this.sink(bytes, from, to)
  }

  /** @returns whether this byte ends the body */
  private takeByte(byte: number): boolean {
    if (this.state === TRAILER) return this.takeTrailer(byte)
    if (this.state === AFTER_DATA) this.takeLineEnd(byte)
    else this.takeSize(byte)
    return false
  }

  private takeLineEnd(byte: number): void {
    this.count(MAX_SIZE_LINE, 'line end')
    this.countFraming()
    if (byte === LF) this.startSize()
    else if (byte !== CR) throw new BadResponse('chunk longer than its size')
  }

  private startSize(): void {
    this.state = SIZE
    this.digits = 0
    this.left = 0
    this.overhead = 0
  }

  private takeSize(byte: number): void {
    this.count(MAX_SIZE_LINE, 'chunk size line')
    this.countFraming()
    if (byte === LF) {
      this.startData()
    } else if (this.state === SIZE) {
      const digit = parseHexDigit(byte)
      if (digit >= 0) this.addDigit(digit)
      else this.startExtension(byte)
    }
  }

  private addDigit(digit: number): void {
    this.left = this.left * 16 + digit
    this.digits++
    if (this.digits > MAX_SIZE_DIGITS) throw new BadResponse('chunk size with too many digits')
  }

  /** A size may be followed by CR, an extension, or padding spaces of old servers. */
  private startExtension(byte: number): void {
    const isExpected = byte === CR || byte === 0x3b || byte === 0x20 || byte === 0x09
    if (!isExpected || this.digits === 0) throw new BadResponse('chunk size is not a number')
    this.state = EXTENSION
  }

  private startData(): void {
    if (this.digits === 0) throw new BadResponse('chunk without a size')
    this.state = this.left === 0 ? TRAILER : DATA
    this.spareFraming += FRAMING_PER_CHUNK + 2 * this.left
    this.overhead = 0
    this.isLineEmpty = true
  }

  /** Trailers are skipped; an empty line ends them and the body. */
  private takeTrailer(byte: number): boolean {
    this.count(MAX_TRAILERS, 'trailer section')
    if (byte === LF && this.isLineEmpty) return true
    if (byte === LF) this.isLineEmpty = true
    else if (byte !== CR) this.isLineEmpty = false
    return false
  }

  private countFraming(): void {
    this.spareFraming--
    if (this.spareFraming < 0) throw new BadResponse('chunked body with more chunk overhead than data')
  }

  private count(limit: number, what: string): void {
    this.overhead++
    if (this.overhead > limit) throw new BadResponse(`${what} over ${limit} bytes`)
  }
}

/** @returns -1 for any other byte */
function parseHexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
