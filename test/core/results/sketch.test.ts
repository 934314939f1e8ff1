import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeSketch, LATENCY, LATENESS, mergeEncoded } from '../../../src/core/results/sketch.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const SHARES = [0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1]

function trueQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1]!
}

for (const [name, scale, error, limit] of [
  ['response times', LATENCY, 0.01, 600e6],
  ['lateness', LATENESS, 0.05, 600e6],
] as const)
  test(`percentiles of ${name} lie within ${error * 100} % of the true values`, () => {
    const random = createSeededRandom(7)
    for (let round = 0; round < 40; round++) {
      const sketch = scale.empty()
      const values = Array.from({ length: 1 + Math.floor(random() * 2_000) }, () =>
        Math.exp(random() * Math.log(limit)),
      )
      for (const value of values) scale.add(sketch, value)
      const sorted = values.toSorted((a, b) => a - b)
      const found = scale.quantiles(sketch, SHARES, values.length)
      SHARES.forEach((share, index) => {
        const wanted = trueQuantile(sorted, share)
        assert.ok(
          Math.abs(found[index]! - wanted) <= error * wanted * 1.0001,
          `${share}: ${found[index]} for ${wanted}`,
        )
      })
    }
  })

test('values below one unit count as zero, and values beyond the scale as its end', () => {
  const sketch = LATENCY.empty()
  LATENCY.add(sketch, 0)
  LATENCY.add(sketch, 0.4)
  LATENCY.add(sketch, 1e12)
  const [low, high] = LATENCY.quantiles(sketch, [0.5, 1], 3)
  assert.equal(low, 0)
  assert.ok(high! > 600e6)
})

test('an empty sketch has no percentiles', () => {
  assert.deepEqual(LATENCY.quantiles(LATENCY.empty(), [0.5, 0.99], 0), [null, null])
})

test('merging encoded sketches equals adding all values to one sketch', () => {
  const random = createSeededRandom(11)
  const whole = LATENCY.empty()
  const merged = LATENCY.empty()
  for (let part = 0; part < 20; part++) {
    const sketch = LATENCY.empty()
    for (let i = 0; i < 300; i++) {
      const value = random() ** 4 * 5e6
      LATENCY.add(sketch, value)
      LATENCY.add(whole, value)
    }
    mergeEncoded(merged, encodeSketch(sketch))
  }
  assert.deepEqual(merged, whole)
})

test('a count of any size survives encoding', () => {
  const sketch = LATENCY.empty()
  for (const [bucket, count] of [
    [0, 1],
    [1, 127],
    [2, 128],
    [500, 16_384],
    [1_023, 4_294_967_295],
  ] as const)
    sketch[bucket] = count
  const back = LATENCY.empty()
  mergeEncoded(back, encodeSketch(sketch))
  assert.deepEqual(back, sketch)
})

test('sketches in the old encoding are merged as before', () => {
  for (const [encoded, buckets] of [
    [[0, 1, 1, 127, 1, 0x80, 1], { 0: 1, 1: 127, 2: 128 }],
    [[0x80, 1, 3, 2, 7], { 128: 3, 130: 7 }],
    [[0x80, 7, 1, 127, 200, 1], { 896: 1, 1023: 200 }],
  ] as const) {
    const wanted = LATENCY.empty()
    for (const [bucket, count] of Object.entries(buckets)) wanted[Number(bucket)] = count
    const merged = LATENCY.empty()
    mergeEncoded(merged, Uint8Array.from(encoded))
    assert.deepEqual(merged, wanted)
  }
})

test('an hour of checks takes at most 20 bytes', () => {
  const random = createSeededRandom(3)
  const sketch = LATENCY.empty()
  for (let i = 0; i < 60; i++) LATENCY.add(sketch, 80_000 + random() * 20_000)
  assert.ok(encodeSketch(sketch).length <= 20)
})

test('the part of a sketch before damage still counts, and the rest causes no error', () => {
  const sketch = LATENCY.empty()
  for (let value = 1; value < 1e6; value *= 3) LATENCY.add(sketch, value)
  const encoded = encodeSketch(sketch)
  for (let length = 0; length < encoded.length; length++) {
    const merged = LATENCY.empty()
    mergeEncoded(merged, encoded.subarray(0, length))
    assert.ok(
      merged.every((count, bucket) => count === 0 || count === sketch[bucket]),
      `${length} bytes`,
    )
  }
  for (const byte of [0, 127, 128, 255]) {
    const merged = LATENCY.empty()
    mergeEncoded(merged, new Uint8Array(50).fill(byte))
    LATENCY.quantiles(merged, SHARES, 1_000)
    assert.equal(merged.length, LATENCY.empty().length)
  }
})
