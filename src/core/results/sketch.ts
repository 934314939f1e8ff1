/**
 * A mergeable summary of many numbers, from which percentiles are read with a bounded relative error. It counts values
 * in buckets whose width grows with the value.
 *
 * Source: Masson, Rim, Lee, "DDSketch: A Fast and Fully-Mergeable Quantile Sketch with Relative-Error Guarantees",
 * 2019.
 */

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

/** Adds the encoded sketch to `into`. If it is damaged, only the part before the damage is added. */
export function mergeEncoded(into: Sketch, encoded: Uint8Array): void {
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

/** Encodes pairs of varints: distance from the previous bucket, count. Empty buckets take no space. */
export function encodeSketch(sketch: Sketch): Uint8Array {
  const bytes: number[] = []
  const varint = (value: number) => {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
    bytes.push(rest)
  }
  let last = 0
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = sketch[bucket]!
    if (count === 0) continue
    varint(bucket - last)
    varint(count)
    last = bucket
  }
  return Uint8Array.from(bytes)
}
