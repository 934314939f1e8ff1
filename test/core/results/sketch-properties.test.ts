import assert from 'node:assert/strict'
import { encodeSketch, LATENCY, mergeEncoded, type Sketch } from '../../../src/core/results/sketch.ts'
import { property } from '../properties.ts'

const sketchOf = (values: readonly number[]): Sketch => {
  const sketch = LATENCY.empty()
  for (const value of values) LATENCY.add(sketch, value)
  return sketch
}

property('sketches merged in any order and division equal the sketch of all values', 100, (dice) => {
  const values = Array.from({ length: dice.between(0, 300) }, () => 10 ** (dice.between(0, 9_000) / 1_000))
  const parts: number[][] = Array.from({ length: dice.between(1, 6) }, () => [])
  for (const value of values) dice.one(parts).push(value)
  const merged = LATENCY.empty()
  for (const part of dice.some(parts, parts.length)) mergeEncoded(merged, encodeSketch(sketchOf(part)))
  assert.deepEqual(merged, sketchOf(values))
})

property('percentiles grow with the share, and lie between the minimum and the maximum', 100, (dice) => {
  const values = Array.from({ length: dice.between(1, 100) }, () => dice.between(1, 10_000_000))
  const shares = [0, 0.1, 0.5, 0.9, 0.99, 1]
  const found = LATENCY.quantiles(sketchOf(values), shares, values.length) as number[]
  assert.ok(found.every((value, index) => index === 0 || value >= found[index - 1]!))
  assert.ok(found[0]! >= 0.98 * Math.min(...values) && found.at(-1)! <= 1.02 * Math.max(...values))
})
