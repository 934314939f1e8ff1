/** Undoes the content coding of a body, never to more than a limit: a few bytes can hold gigabytes. */
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
import { GrowingBuffer } from './growing-buffer.ts'

/**
 * Small bodies are decoded in place: for a typical page that costs a third of what the thread pool does, and blocks
 * for well under a millisecond. Larger ones must not hold up other checks.
 */
const IN_PLACE_BYTES = 32 * 1024

/** Most codings applied one upon the other. */
const MAX_CODINGS = 3

interface Codec {
  /** Throws when there is more than `maxOutputLength`. */
  inPlace(body: Buffer, options: { maxOutputLength: number; finishFlush: number }): Buffer
  stream(options: { finishFlush: number }): Transform
  /** Makes do with an end that is missing, as browsers do: the body may have been cut on purpose. */
  finishFlush: number
}

const GZIP: Codec = { inPlace: gunzipSync, stream: createGunzip, finishFlush: constants.Z_SYNC_FLUSH }
const ZLIB: Codec = { inPlace: inflateSync, stream: createInflate, finishFlush: constants.Z_SYNC_FLUSH }
const RAW: Codec = { inPlace: inflateRawSync, stream: createInflateRaw, finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI: Codec = {
  inPlace: brotliDecompressSync,
  stream: createBrotliDecompress,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}
const ZSTD: Codec = { inPlace: zstdDecompressSync, stream: createZstdDecompress, finishFlush: constants.ZSTD_e_flush }

/** "deflate" means zlib, but some servers send it bare. Source: RFC 9110, section 8.4.1.2 */
const deflate = (body: Buffer): Codec =>
  (body[0]! & 0x0f) === 8 && body.length > 1 && body.readUInt16BE(0) % 31 === 0 ? ZLIB : RAW

const CODECS: Record<string, (body: Buffer) => Codec> = {
  gzip: () => GZIP,
  'x-gzip': () => GZIP,
  deflate,
  br: () => BROTLI,
  zstd: () => ZSTD,
}

/**
 * @param contentEncoding the header's value; codings nobody knows are left as they are, as browsers do
 * @param maxBytes of the result; what lies beyond is cut off
 * @returns null when the body is not what the header says
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | null> {
  // They were applied in the order of the header
  const codings = (contentEncoding ?? '').toLowerCase().split(',').reverse().slice(0, MAX_CODINGS)
  let decoded = body
  for (const coding of codings) {
    const codec = CODECS[coding.trim()]?.(decoded)
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
  if (body.length <= IN_PLACE_BYTES) {
    try {
      return codec.inPlace(body, { maxOutputLength: maxBytes, finishFlush: codec.finishFlush })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    }
  }
  return decodeInPieces(codec, body, maxBytes)
}

async function decodeInPieces(codec: Codec, body: Buffer, maxBytes: number): Promise<Buffer> {
  const stream = codec.stream({ finishFlush: codec.finishFlush })
  const decoded = new GrowingBuffer(body.length)
  stream.end(body)
  for await (const piece of stream as AsyncIterable<Buffer>) {
    decoded.append(piece, 0, piece.length)
    if (decoded.length >= maxBytes) break
  }
  return decoded.bytes()
}
