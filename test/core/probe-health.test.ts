import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atWork, isStuckSince } from '../../src/core/probe-health.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time.ts'

test('a probe is stuck when checks have been due for half a minute', () => {
  assert.equal(isStuckSince(null, 30 * SECOND_MS, 7), null)
  assert.equal(isStuckSince(null, 30 * SECOND_MS + 1, 7), 7)
})

test('one that was stuck is well again when it is calm, and not before it has rested', () => {
  assert.equal(isStuckSince(7, 0, 7 + 5 * MINUTE_MS - 1), 7)
  assert.equal(isStuckSince(7, 0, 7 + 5 * MINUTE_MS), null)
  assert.equal(isStuckSince(7, 6 * SECOND_MS, 7 + 5 * MINUTE_MS), 7)
})

test('those who are stuck do not share the work, unless all are', () => {
  const [well, stuck] = [{ stuckSince: null }, { stuckSince: 7 }]
  assert.deepEqual(atWork([well, stuck]), [well])
  assert.deepEqual(atWork([stuck, stuck]), [stuck, stuck])
})
