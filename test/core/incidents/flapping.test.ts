import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeLastChangeAt,
  deriveFlaps,
  describeFlapping,
  describeStable,
  expireFlapping,
  type FlapState,
  formatFlappingMessage,
  isMeasured,
  NOT_FLAPPING,
  updateFlaps,
} from '../../../src/core/incidents/flapping.ts'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'

const changeTo = (to: RuntimeStatus, from: RuntimeStatus, minute: number, isPlanned = false) => ({
  from,
  to,
  at: minute * MINUTE_MS,
  isPlanned,
})

/** Alternates between up and down at these minutes; the monitor is checked every minute. */
const after = (minutes: number[], before: FlapState = NOT_FLAPPING): FlapState =>
  minutes.reduce((state, minute) => {
    const from = state.side ?? 'up'
    return updateFlaps(state, changeTo(from === 'up' ? 'down' : 'up', from, minute), MINUTE_MS)
  }, before)

/** Applies one status after another, one change per minute, from the beginning of the history. */
const through = (...statuses: RuntimeStatus[]): FlapState =>
  statuses
    .slice(1)
    .reduce(
      (state, to, index) => updateFlaps(state, changeTo(to, statuses[index]!, index + 1), MINUTE_MS),
      NOT_FLAPPING,
    )

test('five changes within 15 intervals are flapping, and four are not', () => {
  assert.equal(after([1, 2, 3, 4]).flapping, null)
  assert.deepEqual(after([1, 2, 3, 4, 15]).flapping, {
    since: 15 * MINUTE_MS,
    stableAt: 20 * MINUTE_MS,
    intervalMs: MINUTE_MS,
  })
})

test('five changes over 15 intervals or more are not flapping', () => {
  assert.equal(after([1, 2, 3, 4, 16]).flapping, null)
  assert.equal(after([1, 5, 10, 15, 20, 25, 30]).flapping, null)
})

test('each further change delays the end of flapping', () => {
  const { flapping } = after([1, 2, 3, 4, 5, 9])
  assert.deepEqual([flapping?.since, flapping?.stableAt], [5 * MINUTE_MS, 14 * MINUTE_MS])
  assert.equal(computeLastChangeAt(flapping!), 9 * MINUTE_MS)
})

test('a planned change delays the end of flapping but does not start it', () => {
  const planned = (state: FlapState, minute: number) =>
    updateFlaps(state, changeTo('up', 'down', minute, true), MINUTE_MS)
  const { recent, flapping } = planned(after([1, 2, 3, 4, 5]), 9)
  assert.deepEqual([recent.length, flapping?.stableAt], [5, 14 * MINUTE_MS])
  assert.equal(planned(after([1, 2, 3, 4]), 5).flapping, null)
  assert.equal(planned(after([1, 2, 3, 4, 5]), 10).flapping, null, 'it had ended')
})

test('two outages that two regions detect one after the other are four changes without flapping', () => {
  const outage: RuntimeStatus[] = ['degraded', 'down', 'degraded', 'up']
  const twice = through('up', ...outage, ...outage)
  assert.deepEqual([twice.recent.length, twice.flapping], [4, null])
  assert.notEqual(through('up', ...outage, ...outage, 'degraded', 'down').flapping, null)
})

test('a monitor that is repeatedly slow is not flapping', () => {
  const { recent, flapping } = through('up', 'degraded', 'up', 'degraded', 'up', 'degraded', 'up', 'degraded', 'up')
  assert.deepEqual([recent, flapping], [[], null])
})

test('a status after only silence or a pause is no flapping change', () => {
  assert.equal(through('up', 'unknown', 'down').recent.length, 0)
  assert.equal(through('up', 'unknown', 'degraded', 'down').recent.length, 0)
  assert.equal(through('up', 'degraded', 'unknown', 'degraded', 'down', 'up').recent.length, 1)
})

test('the flapping state derived from the history equals the state after each change', () => {
  const statuses: RuntimeStatus[] = ['up', 'degraded', 'down', 'unknown', 'down', 'degraded', 'up', 'degraded', 'down']
  const changes = statuses.slice(1).map((to, index) => changeTo(to, statuses[index]!, index + 1, index === 1))
  const { recent, side } = changes.reduce((state, change) => updateFlaps(state, change, MINUTE_MS), NOT_FLAPPING)
  assert.deepEqual(deriveFlaps(changes, 0), { recent, side })
  assert.deepEqual(
    recent,
    [6, 8].map((minute) => minute * MINUTE_MS),
  )
  assert.deepEqual(deriveFlaps(changes.slice(6), 7 * MINUTE_MS).recent, [8 * MINUTE_MS], 'degraded since before')
})

test('the description of flapping omits the count when few changes are known', () => {
  assert.equal(describeFlapping({ ...after([1, 2, 3, 4, 5]), recent: [] }), 'flapping')
})

test('flapping ends after five stable intervals and can begin again', () => {
  const state = after([1, 2, 3, 4, 5])
  assert.equal(expireFlapping(state, 10 * MINUTE_MS - 1), state)
  assert.equal(expireFlapping(state, 10 * MINUTE_MS).flapping, null)
  assert.equal(after([10], state).flapping?.since, 10 * MINUTE_MS, 'five more in the last 15 minutes')
  assert.equal(after([25], state).flapping, null)
})

test('changes found by checks count for flapping, and changes by silence or users do not', () => {
  const CASES: [RuntimeStatus, RuntimeStatus, boolean][] = [
    ['up', 'down', true],
    ['down', 'degraded', true],
    ['degraded', 'up', true],
    ['up', 'unknown', false],
    ['unknown', 'down', false],
    ['paused', 'unknown', false],
    ['down', 'down', false],
  ]
  for (const [from, to, expected] of CASES) assert.equal(isMeasured({ from, to }), expected, `${from} ${to}`)
})

test('the texts describe the beginning and the end of flapping', () => {
  const state = after([1, 2, 3, 4, 5])
  assert.equal(describeFlapping(state), 'flapping: 5 changes between up and down within 4 min')
  assert.equal(
    formatFlappingMessage(state, state.flapping!, 'down'),
    'The monitor is flapping: 5 changes between up and down within 4 min. It is currently down. The incident stays open, and ' +
      'further changes are not sent until the status has been stable for 5 min.',
  )
  assert.equal(describeStable('up', state.flapping!), 'no longer flapping: up for 5 min')
})
