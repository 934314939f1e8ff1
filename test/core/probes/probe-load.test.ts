import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Exchange,
  isInterrupted,
  ResultLimit,
  SkippedShare,
  updateOverload,
} from '../../../src/core/probes/probe-load.ts'

test('a delay that arises at once is an interruption, a delay that grows is not', () => {
  assert.equal(isInterrupted(5_001, Number.NEGATIVE_INFINITY), true)
  assert.equal(isInterrupted(5_001, -60_000), true)
  assert.equal(isInterrupted(5_000, 0), false)
  assert.equal(isInterrupted(40_000, 36_000), false)
  assert.equal(isInterrupted(40_000, 34_000), true)
})

test('a probe is overloaded from a delay of more than five seconds until checks were on time for a minute', () => {
  const observed = [
    [0, 5_000],
    [1_000, 5_001],
    [2_000, 1_000],
    [3_000, 1_001],
    [62_999, 0],
    [63_000, 0],
    [64_000, 5_000],
  ] as const
  let lateAt: number | null = null
  const states = observed.map(([now, lateMs]) => {
    lateAt = updateOverload(lateAt, lateMs, now)
    return lateAt !== null
  })
  assert.deepEqual(states, [false, true, true, true, true, false, false])
})

/** Number of checks that may start, at most 1,000. */
function countStarts(limit: ResultLimit, exchange: Exchange, lateMs = 9_000): number {
  let count = 0
  for (; count < 1_000 && limit.mayStart(exchange, lateMs); count++) limit.countStart()
  return count
}

test('while results wait for more than five seconds, four checks start for five accepted results', () => {
  const limit = new ResultLimit()
  const load = { delayMs: 5_000, silentMs: 100, accepted: 700 }
  assert.equal(countStarts(limit, load), 1_000)
  const full = { ...load, delayMs: 5_001 }
  assert.equal(countStarts(limit, full), 16)
  assert.equal(countStarts(limit, { ...full, accepted: 1_200 }), 400)
  assert.equal(countStarts(limit, { ...load, accepted: 1_600 }), 500, 'the queue is short again')
  assert.equal(countStarts(limit, { ...load, accepted: 1_600 }, 1_000), 1_000, 'no check is late any more')
})

test('a server that accepts nothing limits no checks', () => {
  const load = { delayMs: 60_000, silentMs: 20_001, accepted: 0 }
  assert.equal(countStarts(new ResultLimit(), load), 1_000)
})

test('the share of skipped checks is measured over the last minute', () => {
  const share = new SkippedShare()
  const found = [
    [0, 0, 0],
    [30_000, 100, 0],
    [60_000, 200, 50],
    [90_000, 300, 100],
    [150_000, 300, 100],
  ].map(([now, due, skipped]) => share.add(due!, skipped!, now!))
  assert.deepEqual(found, [0, 0, 25, 50, 0])
})
