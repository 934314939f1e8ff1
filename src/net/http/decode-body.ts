/**
 * Decodes the content coding of a body, up to a limit: a few bytes can hold gigabytes.
 *
 * Decodes bytes to text. Pure.
 */
import type { Transform } from 'node:stream'
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'
import { Semaphore } from '../../core/platform/limits/semaphore.ts'
import { GrowingBuffer } from '../connection/growing-buffer.ts'

/**
 * Small bodies are decoded in place. A typical page then costs a third of the thread pool's time and blocks for well
 * under a millisecond. Larger bodies must not delay other checks.
 */
const IN_PLACE_BYTES = 32 * 1024

/** Maximum of codings applied on top of each other. */
const MAX_CODINGS = 3

interface Codec {
  /** Throws when there is more than `maxOutputLength`. Null for codecs that never decode in place. */
  inPlace: ((body: Buffer, options: CodecOptions & { maxOutputLength: number }) => Buffer) | null
  stream(options: CodecOptions): Transform
  options: CodecOptions
}

interface CodecOptions {
  /** Accepts a missing end, as browsers do: the body may have been truncated on purpose. */
  finishFlush: number
  params?: Record<number, number>
}

/** Log2 of the maximum memory for one body: 8 MiB. The default of the library is 128 MiB. Source: RFC 9659 */
const ZSTD_WINDOW = 23

const FLATE: CodecOptions = { finishFlush: constants.Z_SYNC_FLUSH }
const GZIP: Codec = { inPlace: gunzipSync, stream: createGunzip, options: FLATE }
const ZLIB: Codec = { inPlace: inflateSync, stream: createInflate, options: FLATE }
const RAW: Codec = { inPlace: inflateRawSync, stream: createInflateRaw, options: FLATE }
const BROTLI: Codec = {
  inPlace: brotliDecompressSync,
  stream: createBrotliDecompress,
  options: { finishFlush: constants.BROTLI_OPERATION_FLUSH },
}
const WIDE_BROTLI: Codec = { ...BROTLI, inPlace: null }
const ZSTD: Codec = {
  inPlace: zstdDecompressSync,
  stream: createZstdDecompress,
  options: { finishFlush: constants.ZSTD_e_flush, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW } },
}

/** "deflate" means zlib, but some servers send raw deflate. Source: RFC 9110, section 8.4.1.2 */
const pickDeflateCodec = (body: Buffer): Codec =>
  (body[0]! & 0x0f) === 8 && body.length > 1 && body.readUInt16BE(0) % 31 === 0 ? ZLIB : RAW

/**
 * Brotli returns no output before its window is full, however little is requested. A window of 16 MiB takes a tenth of
 * a second, even for a few hundred bytes. Windows up to 4 MiB, the default of encoders, take a tenth of that.
 */
const IN_PLACE_WINDOW = 22

const pickBrotliCodec = (body: Buffer): Codec => (readWindowBits(body[0]!) > IN_PLACE_WINDOW ? WIDE_BROTLI : BROTLI)

/**
 * Log2 of the window size in bytes. Reserved values count as small; the library refuses them. Source: RFC 7932, section
 * 9.1
 */
function readWindowBits(firstByte: number): number {
  const bits = (firstByte >> 1) & 7
  return (firstByte & 1) === 0 ? 16 : 17 + bits
}

const CODECS = new Map<string, (body: Buffer) => Codec>([
  ['gzip', () => GZIP],
  ['x-gzip', () => GZIP],
  ['deflate', pickDeflateCodec],
  ['br', pickBrotliCodec],
  ['zstd', () => ZSTD],
])

/**
 * Decodes the codings of a body, the last applied first. Unknown codings are left as they are, as in browsers.
 *
 * @param contentEncoding value of the header
 * @param maxBytes maximum of the result; the rest is cut off.
 * @returns null when the body does not match the header
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | null> {
  // The header lists codings in the order of their application
  const codings = (contentEncoding ?? '').toLowerCase().split(',').reverse().slice(0, MAX_CODINGS)
  let decoded = body
  for (const coding of codings) {
    const codec = CODECS.get(coding.trim())?.(decoded)
    if (!codec || decoded.length === 0) continue
    try {
      decoded = await decodeWith(codec, decoded, maxBytes)
    } catch {
      return null
    }
  }
  return decoded.subarray(0, maxBytes)
}

async function decodeWith(codec: Codec, body: Buffer, maxBytes: number): Promise<Buffer> {
  if (codec.inPlace && body.length <= IN_PLACE_BYTES) {
    try {
      return codec.inPlace(body, { ...codec.options, maxOutputLength: maxBytes })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    }
  }
  return largeBodies.run(() => decodeInPieces(codec, body, maxBytes))
}

/**
 * Large bodies decoded at once: as many as the thread pool has threads. Each may use up to 16 MiB of working memory.
 */
const largeBodies = new Semaphore(4)

async function decodeInPieces(codec: Codec, body: Buffer, maxBytes: number): Promise<Buffer> {
  const stream = codec.stream(codec.options)
  const decoded = new GrowingBuffer(body.length)
  stream.end(body)
  for await (const piece of stream as AsyncIterable<Buffer>) {
    decoded.append(piece, 0, piece.length)
    if (decoded.length >= maxBytes) break
  }
  return decoded.getBytes()
}

/** Bytes of a document that are searched for an encoding declaration. Source: HTML standard, "prescan a byte stream" */
const PRESCAN_BYTES = 1024

const BYTE_ORDER_MARKS: [label: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]

/**
 * Decodes a body. A byte order mark is unambiguous, so it comes first (Encoding standard, "decode"); then the header,
 * the document and UTF-8. Unknown labels are skipped. Invalid sequences become U+FFFD.
 *
 * @param isCut the body was truncated: an incomplete character at its end is left out
 */
export function decodeText(body: Buffer, contentType: string | undefined, isCut = false): string {
  const decoder =
    findDecoder(findByteOrderMark(body)) ??
    findDecoder(findHeaderCharset(contentType)) ??
    findDecoder(findDocumentCharset(body))
  return isCut ? decodeBeginning(decoder ?? UTF_8, body) : (decoder ?? UTF_8).decode(body)
}

function decodeBeginning(decoder: TextDecoder, body: Buffer): string {
  const text = decoder.decode(body, { stream: true })
  // Discards an incomplete character before the next body
  decoder.decode()
  return text
}

const UTF_8 = new TextDecoder('utf-8')

/** Decoders by label. Only known labels are stored, and there are about two hundred. */
const DECODERS = new Map<string, TextDecoder>()

function findDecoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined
  const known = DECODERS.get(label)
  if (known) return known
  try {
    const decoder = new TextDecoder(label)
    DECODERS.set(label, decoder)
    return decoder
  } catch {
    return undefined
  }
}

const findByteOrderMark = (body: Buffer): string | undefined =>
  BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, at) => body[at] === byte))?.[0]

const findHeaderCharset = (contentType: string | undefined): string | undefined =>
  contentType && /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase()

function findDocumentCharset(body: Buffer): string | undefined {
  const start = body.toString('latin1', 0, PRESCAN_BYTES)
  const meta = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1]
  const label = (meta ?? /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1])?.toLowerCase()
  // A declaration that is readable as ASCII is not in UTF-16. Source: HTML standard, the same section
  return label?.startsWith('utf-16') ? 'utf-8' : label
}
