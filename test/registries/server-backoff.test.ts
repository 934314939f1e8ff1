import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/platform/time/time.ts'
import {
  computeBackoffLeftMs,
  computeGapMs,
  extendBackoff,
  NO_BACKOFF,
  resetBackoff,
} from '../../src/registries/server-throttle.ts'

const NOW = Date.UTC(2026, 0, 5)

test('a server without previous queries can be queried at once', () => {
  assert.deepEqual([computeBackoffLeftMs(NO_BACKOFF, NOW), computeGapMs(NO_BACKOFF, NOW, 1_000)], [0, 0])
})

test('an answer starts a gap before the next query', () => {
  const pace = resetBackoff(NOW)
  assert.deepEqual(
    [computeGapMs(pace, NOW, 1_000), computeGapMs(pace, NOW + 400, 1_000), computeGapMs(pace, NOW + 1_000, 1_000)],
    [1_000, 600, 0],
  )
})

test('a server with Retry-After is not queried for that time', () => {
  const pace = extendBackoff(NO_BACKOFF, NOW, 90_000)
  assert.deepEqual(
    [
      computeBackoffLeftMs(pace, NOW),
      computeBackoffLeftMs(pace, NOW + 89_999),
      computeBackoffLeftMs(pace, NOW + 90_000),
    ],
    [90_000, 1, 0],
  )
})

test('a backoff without Retry-After doubles up to six hours, and an answer resets it', () => {
  let pace = NO_BACKOFF
  const rests: number[] = []
  for (let refusal = 0; refusal < 9; refusal++) {
    pace = extendBackoff(pace, NOW, null)
    rests.push(computeBackoffLeftMs(pace, NOW) / MINUTE_MS)
  }
  assert.deepEqual(rests, [5, 10, 20, 40, 80, 160, 320, 360, 360])
  assert.equal(computeBackoffLeftMs(extendBackoff(resetBackoff(NOW), NOW, null), NOW), 5 * MINUTE_MS)
})

test('a Retry-After is limited to between one second and one day', () => {
  assert.equal(computeBackoffLeftMs(extendBackoff(NO_BACKOFF, NOW, 400 * DAY_MS), NOW), DAY_MS)
  assert.equal(computeBackoffLeftMs(extendBackoff(NO_BACKOFF, NOW, 0), NOW), 1_000)
})

test('a clock that is set back makes no wait longer than the limit', () => {
  assert.equal(computeGapMs(resetBackoff(NOW), NOW - 5 * HOUR_MS, 1_000), 1_000)
  assert.equal(computeBackoffLeftMs(extendBackoff(NO_BACKOFF, NOW, null), NOW - 400 * DAY_MS), 0)
})
