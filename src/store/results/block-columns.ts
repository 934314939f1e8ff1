/**
 * Columns of numbers in a block. A column is written in the shortest of three forms:
 *
 * - usual: every number is the one that the column usually has. One bit for the whole column.
 * - sparse: a common number, then the exceptions with their distances.
 * - rice: a base, then the distance of each number from the base. The base is a multiple of 2^k, which makes it short.
 *
 * Columns of texts in a block. Each different text is written once. All texts are compressed if this makes them
 * shorter.
 */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  type BitReader,
  type BitWriter,
  MAX_RICE_BITS,
  measureNumber,
  measureRice,
} from '../../core/platform/bit-stream.ts'
import { getOrCreate } from '../../core/platform/maps.ts'

const SPARSE = 1
const K_BITS = 5

/** Maps a signed integer to a non-negative one: 0, -1, 1, -2, … to 0, 1, 2, 3, … */
export const encodeSigned = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
export const decodeSigned = (encoded: number): number => (encoded % 2 === 1 ? -(encoded + 1) / 2 : encoded / 2)

/** @param usual number that all rows of most blocks have; needs no space */
export function writeColumn(bits: BitWriter, values: readonly number[], usual: number): void {
  const isUsual = values.every((value) => value === usual)
  bits.write(isUsual ? 0 : 1, 1)
  if (isUsual) return
  const sorted = new Float64Array(values).sort()
  const common = sorted[sorted.length >> 1]!
  const rice = chooseRice(values, sorted)
  const sparse = measureSparse(values, common, rice.bits)
  bits.write(sparse < rice.bits ? SPARSE : 0, 1)
  if (sparse < rice.bits) writeSparse(bits, values, common)
  else writeRice(bits, values, rice)
}

/** Reads a column of `count` numbers. @throws RangeError */
export function readColumn(bits: BitReader, count: number, usual: number): number[] {
  if (bits.read(1) === 0) return new Array<number>(count).fill(usual)
  return bits.read(1) === SPARSE ? readSparse(bits, count) : readRice(bits, count)
}

interface Rice {
  k: number
  /** Multiple of 2^k. */
  base: number
  bits: number
}

/** Looks for the `k` with the shortest column, beginning with the spread of the middle half of the numbers. */
function chooseRice(values: readonly number[], sorted: Float64Array): Rice {
  const middle = sorted[sorted.length >> 1]!
  const spread = sorted[(sorted.length * 3) >> 2]! - sorted[sorted.length >> 2]!
  const start = Math.min(MAX_RICE_BITS, Math.floor(Math.log2(spread + 1)))
  let best = measureRiceColumn(values, middle, start)
  for (const step of [-1, 1])
    for (let k = start + step; k >= 0 && k <= MAX_RICE_BITS; k += step) {
      const next = measureRiceColumn(values, middle, k)
      if (next.bits >= best.bits) break
      best = next
    }
  return best
}

function measureRiceColumn(values: readonly number[], middle: number, k: number): Rice {
  const multiple = Math.round(middle / (1 << k))
  const base = multiple * (1 << k)
  let bits = K_BITS + measureNumber(encodeSigned(multiple))
  for (let row = 0; row < values.length; row++) bits += measureRice(encodeSigned(values[row]! - base), k)
  return { k, base, bits }
}

function writeRice(bits: BitWriter, values: readonly number[], { k, base }: Rice): void {
  bits.write(k, K_BITS)
  bits.writeNumber(encodeSigned(base / (1 << k)))
  for (const value of values) bits.writeRice(encodeSigned(value - base), k)
}

function readRice(bits: BitReader, count: number): number[] {
  const k = bits.read(K_BITS)
  const base = decodeSigned(bits.readNumber()) * (1 << k)
  const values: number[] = []
  while (values.length < count) values.push(base + decodeSigned(bits.readRice(k)))
  return values
}

/** @returns the length in bits; at least `limit` when it is no shorter */
function measureSparse(values: readonly number[], common: number, limit: number): number {
  let bits = measureNumber(encodeSigned(common))
  let exceptions = 0
  let last = -1
  for (let row = 0; row < values.length && bits < limit; row++) {
    const value = values[row]!
    if (value === common) continue
    bits += measureNumber(row - last - 1) + measureNumber(encodeSigned(value - common))
    exceptions++
    last = row
  }
  return bits + measureNumber(exceptions)
}

function writeSparse(bits: BitWriter, values: readonly number[], common: number): void {
  bits.writeNumber(encodeSigned(common))
  bits.writeNumber(values.filter((value) => value !== common).length)
  let last = -1
  values.forEach((value, row) => {
    if (value === common) return
    bits.writeNumber(row - last - 1)
    bits.writeNumber(encodeSigned(value - common))
    last = row
  })
}

function readSparse(bits: BitReader, count: number): number[] {
  const common = decodeSigned(bits.readNumber())
  const values = new Array<number>(count).fill(common)
  let row = -1
  for (let left = bits.readNumber(); left > 0; left--) {
    row += bits.readNumber() + 1
    if (row >= count) throw new RangeError('an exception is in no row')
    values[row] = common + decodeSigned(bits.readNumber())
  }
  return values
}

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
