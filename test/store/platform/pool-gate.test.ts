import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailable, PoolGate } from '../../../src/store/platform/pool-gate.ts'

const LIMITS = { max: 2, maxWaiting: 2, waitMs: 60_000 }

test('as many are let in as there is room for, and the rest in the order in which they came', async () => {
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

test('who finds too many waiting is refused at once', async () => {
  const admission = new PoolGate({ ...LIMITS, maxWaiting: 1 })
  await admission.enter()
  await admission.enter()
  const waiting = admission.enter()
  await assert.rejects(admission.enter(), DatabaseUnavailable)
  admission.leave()
  await waiting
})

test('who waits for too long is told, and the place goes to whoever is left', async () => {
  const admission = new PoolGate({ ...LIMITS, max: 1, waitMs: 20 })
  await admission.enter()
  await assert.rejects(admission.enter(), /within 20 ms/)
  assert.equal(admission.waiting, 0)
  admission.leave()
  await admission.enter()
})
