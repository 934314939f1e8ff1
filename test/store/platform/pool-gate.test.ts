import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailable, PoolGate } from '../../../src/store/platform/postgres/pool-gate.ts'

const LIMITS = { max: 2, maxWaiting: 2, waitMs: 60_000 }

test('a gate admits callers up to its capacity, and the rest in the order of arrival', async () => {
  const admission = new PoolGate(LIMITS)
  await admission.enter()
  await admission.enter()
  const order: string[] = []
  const first = admission.enter().then(() => order.push('first'))
  const second = admission.enter().then(() => order.push('second'))
  assert.equal(admission.waiting, 2)
  admission.leave()
  await first
  admission.leave()
  await second
  assert.deepEqual(order, ['first', 'second'])
  assert.equal(admission.waiting, 0)
})

test('a caller is rejected at once when too many callers wait', async () => {
  const admission = new PoolGate({ ...LIMITS, maxWaiting: 1 })
  await admission.enter()
  await admission.enter()
  const waiting = admission.enter()
  await assert.rejects(admission.enter(), DatabaseUnavailable)
  admission.leave()
  await waiting
})

test('a caller that waits too long is rejected, and the next caller gets the slot', async () => {
  const admission = new PoolGate({ ...LIMITS, max: 1, waitMs: 20 })
  await admission.enter()
  await assert.rejects(admission.enter(), /within 20 ms/)
  assert.equal(admission.waiting, 0)
  admission.leave()
  await admission.enter()
})
