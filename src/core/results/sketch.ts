/**
 * A mergeable summary of many numbers, from which percentiles are read with a bounded relative error. It counts values
 * in buckets whose width grows with the value.
 *
 * Source: Masson, Rim, Lee, "DDSketch: A Fast and Fully-Mergeable Quantile Sketch with Relative-Error Guarantees",
 * 2019.
 */

import { BitReader, BitWriter, measureRice } from '../platform/bit-stream.ts'

/** Counts per bucket. Bucket 0 counts all values below 1. */
export type Sketch = Uint32Array

/** Enough buckets for 1 µs to over 10 minutes at 1 %; larger values are counted in the last bucket. */
const BUCKETS = 1_024

interface SketchScale {
  empty(): Sketch
  add(sketch: Sketch, value: number): void
  /**
   * @param shares 0-1, ascending, for example [0.5, 0.95]
   * @param total number of added values
   * @returns a value for each share, within the relative error; null when no value was added
   */
  quantiles(sketch: Sketch, shares: readonly number[], total: number): (number | null)[]
}

/** @param relativeError 0-1, for example 0.01 */
function createSketchScale(relativeError: number): SketchScale {
  const gamma = (1 + relativeError) / (1 - relativeError)
  const perLog = 1 / Math.log(gamma)
  const middle = (bucket: number): number => (bucket === 0 ? 0 : (2 * gamma ** bucket) / (gamma + 1))
  return {
    empty: () => new Uint32Array(BUCKETS),
    add(sketch, value) {
      const bucket = value < 1 ? 0 : Math.min(BUCKETS - 1, Math.max(1, Math.ceil(Math.log(value) * perLog)))
      sketch[bucket]!++
    },
    quantiles(sketch, shares, total) {
      if (total === 0) return shares.map(() => null)
      let bucket = 0
      let seen = sketch[0]!
      return shares.map((share) => {
        const rank = Math.max(1, Math.ceil(share * total))
        while (seen < rank && bucket < BUCKETS - 1) seen += sketch[++bucket]!
        return middle(bucket)
      })
    },
  }
}

/** Scale for response times: within 1 %. */
export const LATENCY = createSketchScale(0.01)

/** Scale for the lateness of checks: within 5 %, which keeps the sketch small. */
export const LATENESS = createSketchScale(0.05)

/** Maximum count; a larger one means that the data is damaged. */
const MAX_COUNTED = 2 ** 32

/**
 * An encoded sketch has two bytes, the mark and the `k` of both Rice codes, then bits:
 *
 * - the number of buckets with a count.
 * - the first of these buckets and its count.
 * - for each further bucket, the distance from the previous one and the count.
 *
 * Old sketches are pairs of varints: distance from the previous bucket, count. They never begin with these two bytes,
 * because such a first bucket would be larger than the last one.
 */
const MARK = 0x80
const FIRST_PARAMETERS = BUCKETS / 128
const MAX_GAP_K = 7
const COUNT_KS = 15

/** Adds the encoded sketch to `into`. If it is damaged, only the part before the damage is added. */
export function mergeEncoded(into: Sketch, encoded: Uint8Array): void {
  if (encoded[0] !== MARK || encoded[1]! < FIRST_PARAMETERS) mergeVarints(into, encoded)
  else
    try {
      mergeBits(into, encoded)
    } catch {
      // The bits ended too early. The buckets before are added
    }
}

/** @throws RangeError */
function mergeBits(into: Sketch, encoded: Uint8Array): void {
  const parameters = encoded[1]! - FIRST_PARAMETERS
  const gapK = Math.floor(parameters / COUNT_KS)
  const countK = parameters % COUNT_KS
  const bits = new BitReader(encoded.subarray(2))
  const buckets = bits.readNumber()
  let bucket = bits.readNumber()
  for (let read = 0; read < buckets; read++) {
    if (read > 0) bucket += bits.readRice(gapK) + 1
    const count = bits.readRice(countK) + 1
    if (!(bucket < BUCKETS && count < MAX_COUNTED)) return
    into[bucket]! += count
  }
}

function mergeVarints(into: Sketch, encoded: Uint8Array): void {
  let bucket = 0
  let at = 0
  /** @returns NaN when the varint is incomplete */
  const varint = (): number => {
    let value = 0
    for (let shift = 1; at < encoded.length; shift *= 128) {
      const byte = encoded[at++]!
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
    }
    return Number.NaN
  }
  while (at < encoded.length) {
    bucket += varint()
    const count = varint()
    if (!(bucket < BUCKETS && count < MAX_COUNTED)) return
    into[bucket]! += count
  }
}

/** Encodes a sketch. An empty one takes no space. */
export function encodeSketch(sketch: Sketch): Uint8Array {
  const buckets: number[] = []
  for (let bucket = 0; bucket < BUCKETS; bucket++) if (sketch[bucket]! > 0) buckets.push(bucket)
  if (buckets.length === 0) return new Uint8Array()
  const gaps = buckets.map((bucket, i) => (i === 0 ? bucket : bucket - buckets[i - 1]! - 1))
  const counts = buckets.map((bucket) => sketch[bucket]! - 1)
  const gapK = chooseK(gaps.slice(1), MAX_GAP_K)
  const countK = chooseK(counts, COUNT_KS - 1)
  const bits = new BitWriter()
  bits.writeBytes(Uint8Array.of(MARK, FIRST_PARAMETERS + gapK * COUNT_KS + countK))
  bits.writeNumber(buckets.length)
  gaps.forEach((gap, i) => {
    if (i === 0) bits.writeNumber(gap)
    else bits.writeRice(gap, gapK)
    bits.writeRice(counts[i]!, countK)
  })
  return bits.finish()
}

function chooseK(values: readonly number[], maxK: number): number {
  const measure = (k: number): number => values.reduce((bits, value) => bits + measureRice(value, k), 0)
  let best = 0
  for (let k = 1; k <= maxK && measure(k) < measure(best); k++) best = k
  return best
}
