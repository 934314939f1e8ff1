import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeBackoffMs, computeJitteredBackoffMs } from '../../../src/core/platform/limits/backoff.ts'

test('a backoff doubles with each failure up to its maximum', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 20, 5_000].map((failures) => computeBackoffMs(failures, 200, 5_000)),
    [200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000],
  )
})

test('a jittered backoff lies between half of the wait and all of it, in whole milliseconds', () => {
  assert.deepEqual(
    [0, 0.3333, 1].map((random) => computeJitteredBackoffMs(3, 200, 5_000, random)),
    [400, 533, 800],
  )
})
