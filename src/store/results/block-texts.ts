/** Columns of texts in a block. Each different text is written once. All texts are compressed if this makes them shorter. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { BitReader, BitWriter } from '../../core/platform/bit-stream.ts'
import { getOrCreate } from '../../core/platform/maps.ts'
import { readColumn, writeColumn } from './block-columns.ts'

/** Length of an IPv4 address, the usual text. */
const USUAL_BYTES = 4

/** Texts that are shorter in total do not get shorter by compression. */
const MIN_DEFLATED_BYTES = 64

/** Small window and tables: setting them up takes most of the time. */
const DEFLATE = { windowBits: 12, memLevel: 4 }

export function writeTexts(bits: BitWriter, texts: readonly Uint8Array[]): void {
  const numbers = new Map<string, number>()
  const distinct: Uint8Array[] = []
  const indexes = texts.map((text) =>
    getOrCreate(numbers, Buffer.from(text.buffer, text.byteOffset, text.length).toString('latin1'), () => {
      distinct.push(text)
      return distinct.length - 1
    }),
  )
  writeColumn(bits, indexes, 0)
  writeColumn(
    bits,
    distinct.map(({ length }) => length),
    USUAL_BYTES,
  )
  writeBytes(bits, Buffer.concat(distinct))
}

/** @throws RangeError, or an error of zlib */
export function readTexts(bits: BitReader, count: number): Uint8Array[] {
  const indexes = readColumn(bits, count, 0)
  const distinctCount = indexes.reduce((most, index) => Math.max(most, index + 1), 0)
  if (distinctCount > count) throw new RangeError('a text is missing')
  const lengths = readColumn(bits, distinctCount, USUAL_BYTES)
  const bytes = readBytes(
    bits,
    lengths.reduce((sum, length) => sum + length, 0),
  )
  let end = 0
  const distinct = lengths.map((length) => {
    end += length
    return bytes.subarray(end - length, end)
  })
  return indexes.map((index) => distinct[index]!)
}

function writeBytes(bits: BitWriter, bytes: Uint8Array): void {
  if (bytes.length < MIN_DEFLATED_BYTES) {
    bits.writeBytes(bytes)
    return
  }
  const deflated = deflateRawSync(bytes, DEFLATE)
  const isShorter = deflated.length < bytes.length
  bits.writeNumber(isShorter ? deflated.length : 0)
  bits.writeBytes(isShorter ? deflated : bytes)
}

function readBytes(bits: BitReader, length: number): Uint8Array {
  const deflatedLength = length < MIN_DEFLATED_BYTES ? 0 : bits.readNumber()
  if (deflatedLength === 0) return bits.readBytes(length)
  const bytes = inflateRawSync(bits.readBytes(deflatedLength), { maxOutputLength: length })
  if (bytes.length !== length) throw new RangeError('the texts end too early')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, length)
}
