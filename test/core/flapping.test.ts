import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CALM,
  countsAsFlap,
  type FlapState,
  flapAfter,
  flappingMessage,
  flappingReason,
  lastChangeOf,
  settledBy,
  steadyReason,
  unsettledBy,
} from '../../src/core/flapping.ts'
import type { RuntimeStatus } from '../../src/core/monitor.ts'
import { MINUTE_MS } from '../../src/core/time.ts'

/** Changes at these minutes, of a monitor that is checked every minute. */
const after = (minutes: number[], before: FlapState = CALM): FlapState =>
  minutes.reduce((state, minute) => flapAfter(state, minute * MINUTE_MS, MINUTE_MS), before)

test('five changes within 15 intervals are flapping, four are not', () => {
  assert.equal(after([1, 2, 3, 4]).flapping, null)
  assert.deepEqual(after([1, 2, 3, 4, 15]).flapping, {
    since: 15 * MINUTE_MS,
    steadyAt: 20 * MINUTE_MS,
    intervalMs: MINUTE_MS,
  })
})

test('five changes over 15 intervals or more are not', () => {
  assert.equal(after([1, 2, 3, 4, 16]).flapping, null)
  assert.equal(after([1, 5, 10, 15, 20, 25, 30]).flapping, null)
})

test('each further change puts off its end', () => {
  const { flapping } = after([1, 2, 3, 4, 5, 9])
  assert.deepEqual([flapping?.since, flapping?.steadyAt], [5 * MINUTE_MS, 14 * MINUTE_MS])
  assert.equal(lastChangeOf(flapping!), 9 * MINUTE_MS)
})

test('a change that does not count puts off its end as well, and begins nothing', () => {
  const { recent, flapping } = unsettledBy(after([1, 2, 3, 4, 5]), 9 * MINUTE_MS, MINUTE_MS)
  assert.deepEqual([recent.length, flapping?.steadyAt], [5, 14 * MINUTE_MS])
  assert.equal(unsettledBy(after([1, 2, 3, 4]), 5 * MINUTE_MS, MINUTE_MS).flapping, null)
  assert.equal(unsettledBy(after([1, 2, 3, 4, 5]), 10 * MINUTE_MS, MINUTE_MS).flapping, null, 'it was over')
})

test('what is not known to be many is not counted in words', () => {
  assert.equal(flappingReason({ ...after([1, 2, 3, 4, 5]), recent: [] }), 'flapping')
})

test('after five calm intervals it is over, and it begins again as it began', () => {
  const state = after([1, 2, 3, 4, 5])
  assert.equal(settledBy(state, 10 * MINUTE_MS - 1), state)
  assert.equal(settledBy(state, 10 * MINUTE_MS).flapping, null)
  assert.equal(after([10], state).flapping?.since, 10 * MINUTE_MS, 'five more of the last 15 minutes')
  assert.equal(after([25], state).flapping, null)
})

test('what checks found counts, and not what silence or people made of it', () => {
  const CASES: [RuntimeStatus, RuntimeStatus, boolean][] = [
    ['up', 'down', true],
    ['down', 'degraded', true],
    ['degraded', 'up', true],
    ['up', 'unknown', false],
    ['unknown', 'down', false],
    ['paused', 'unknown', false],
    ['down', 'down', false],
  ]
  for (const [from, to, expected] of CASES) assert.equal(countsAsFlap({ from, to }), expected, `${from} ${to}`)
})

test('it is told in words', () => {
  const state = after([1, 2, 3, 4, 5])
  assert.equal(flappingReason(state), 'flapping: 5 status changes within 4 min')
  assert.equal(
    flappingMessage(state, state.flapping!),
    'The monitor is flapping: 5 status changes within 4 min. The incident stays open, and nobody is told of further ' +
      'changes until the status has been steady for 5 min.',
  )
  assert.equal(steadyReason('up', state.flapping!), 'no longer flapping: up for 5 min')
})
