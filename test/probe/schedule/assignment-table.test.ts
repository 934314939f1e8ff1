import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_COUNTERS } from '../../../src/core/results/state.ts'
import { AssignmentTable, InternPool, isSameCheck } from '../../../src/probe/schedule/assignment-table.ts'
import { makeAssignment, REGION } from '../make.ts'

test('values that are equal as JSON are stored once, until the last user has released them', () => {
  const interner = new InternPool<object>()
  const first = interner.take({ a: [1, { b: 2 }] })
  const second = interner.take({ a: [1, { b: 2 }] })
  assert.equal(second, first)
  assert.notEqual(interner.take({ a: [1, { b: 3 }] }), first)
  assert.equal(interner.size, 2)
  interner.release(first)
  assert.equal(interner.take({ a: [1, { b: 2 }] }), first)
  interner.release(first)
  interner.release(first)
  assert.equal(interner.size, 1)
  assert.notEqual(interner.take({ a: [1, { b: 2 }] }), first)
})

test('releasing a value that was never shared removes nothing', () => {
  const interner = new InternPool<object>()
  const kept = interner.take({ a: 1 })
  interner.release({ a: 1 })
  assert.equal(interner.take({ a: 1 }), kept)
})

test('two values with the same hash stay separate', () => {
  // Found by trial: both have the same 32-bit hash
  const [one, other] = ['v16pwu', 'v1d5fa']
  const interner = new InternPool<string>()
  assert.equal(interner.take(one), one)
  assert.equal(interner.take(other), other)
  interner.release(other)
  assert.equal(interner.size, 1)
  interner.release(one)
  assert.equal(interner.size, 0)
})

test('monitors with equal check settings share one object', () => {
  const table = new AssignmentTable(REGION)
  const [one, two] = [table.add(makeAssignment(1)), table.add(makeAssignment(2))]
  const other = table.add(makeAssignment(3, { timeoutMs: 5_000 }))
  assert.equal(one.config, two.config)
  assert.notEqual(one.config, other.config)
})

test('a free id is used again', () => {
  const table = new AssignmentTable(REGION)
  const first = table.add(makeAssignment(1))
  table.add(makeAssignment(2))
  table.delete(first)
  assert.deepEqual([table.get(1), table.size], [undefined, 1])
  const third = table.add(makeAssignment(3))
  assert.equal(third.timerId, first.timerId)
  assert.equal(table.getByTimerId(first.timerId), third)
})

const counted = { ...NO_COUNTERS, opinion: 'up', passes: 9 } as const

test('an update returns the changes, and counters restart only when the check itself changes', () => {
  const cases = [
    ['nothing', {}, { isCheckChanged: false, isIntervalChanged: false }, 9],
    ['the timeout', { timeoutMs: 1_000 }, { isCheckChanged: false, isIntervalChanged: false }, 9],
    ['a threshold', { failureThreshold: 5 }, { isCheckChanged: false, isIntervalChanged: false }, 9],
    ['the interval', { intervalSeconds: 30 }, { isCheckChanged: false, isIntervalChanged: true }, 9],
    ['the target', { target: 'https://other.example.com/' }, { isCheckChanged: true, isIntervalChanged: false }, 0],
    ['the type', { type: 'KEYWORD' }, { isCheckChanged: true, isIntervalChanged: false }, 0],
    ['the terms of TLS', { tls: { acceptSelfSigned: true } }, { isCheckChanged: true, isIntervalChanged: false }, 0],
    ['the settings', { settings: { method: 'HEAD' } }, { isCheckChanged: true, isIntervalChanged: false }, 0],
  ] as const
  for (const [what, change, expected, passes] of cases) {
    const table = new AssignmentTable(REGION)
    const monitor = table.add(makeAssignment(1, { counters: counted }))
    assert.deepEqual(table.update(monitor, makeAssignment(1, change)), expected, what)
    assert.equal(monitor.counters.passes, passes, what)
    assert.ok(isSameCheck(monitor, makeAssignment(1, change)), what)
  }
})
