import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addResult,
  createRollup,
  encodeRollup,
  mergeRollup,
  type RolledResult,
} from '../../../src/core/results/rollup.ts'
import { CHECK_STATUSES } from '../../../src/core/results/verdict.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const result = (over: Partial<RolledResult>): RolledResult => ({
  status: 'up',
  onGrid: true,
  responseTimeMs: 20,
  latenessMs: 1,
  ...over,
})

test('each status is counted, and only passing checks have a response time', () => {
  const rollup = createRollup()
  addResult(rollup, result({ responseTimeMs: 20 }))
  addResult(rollup, result({ status: 'degraded', responseTimeMs: 40 }))
  addResult(rollup, result({ status: 'down', responseTimeMs: 10_000 }))
  addResult(rollup, result({ status: 'inconclusive', responseTimeMs: null, onGrid: false }))
  const { up, down, degraded, inconclusive, onGrid, latencyCount, latencySumUs, latencyMinUs, latencyMaxUs } = rollup
  assert.deepEqual(
    { up, down, degraded, inconclusive, onGrid },
    { up: 1, down: 1, degraded: 1, inconclusive: 1, onGrid: 3 },
  )
  assert.deepEqual([latencyCount, latencySumUs, latencyMinUs, latencyMaxUs], [2, 60_000, 20_000, 40_000])
})

test('merging parts in any order equals adding all results at once', () => {
  const random = createSeededRandom(5)
  const results = Array.from({ length: 500 }, () =>
    result({
      status: CHECK_STATUSES[Math.floor(random() * 4)]!,
      onGrid: random() < 0.8,
      responseTimeMs: random() < 0.1 ? null : random() * 900,
      latenessMs: random() * 30,
    }),
  )
  const whole = createRollup()
  for (const one of results) addResult(whole, one)
  const parts = Array.from({ length: 7 }, (_, part) => {
    const rollup = createRollup()
    for (const one of results.filter((_, index) => index % 7 === part)) addResult(rollup, one)
    return encodeRollup(rollup)
  })
  const merged = createRollup()
  for (const part of parts.toReversed()) mergeRollup(merged, part)
  assert.deepEqual(merged, whole)
})
