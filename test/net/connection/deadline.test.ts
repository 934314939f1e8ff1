import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { Deadline } from '../../../src/net/connection/deadline.ts'
import { virtualTime } from '../virtual-time.ts'

const expiryOf = (deadline: Deadline): Promise<void> => new Promise((resolve) => deadline.watch(resolve))

/** Blocks the event loop, like a long garbage collection or a suspended machine. */
function blockEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('a deadline calls its watcher once, at the end and not before', async (t) => {
  const time = virtualTime(t)
  const deadline = new Deadline(30)
  const calls: number[] = []
  deadline.watch(() => calls.push(deadline.getElapsedMs()))
  await time.pass(29)
  assert.deepEqual(calls, [])
  await time.pass(31)
  assert.equal(calls.length, 1)
  const [ms] = calls.map((rang) => Math.round(rang * 1_000) / 1_000) // fractions of the clock add up to 29.999999999999986
  assert.ok(ms! >= 30 && ms! <= 31, `${ms} ms`)
  deadline.assertPunctual()
})

test('a deadline calls a late watcher soon when it has already expired', async () => {
  const deadline = new Deadline(1)
  await expiryOf(deadline)
  await expiryOf(deadline)
})

test('excluded time is neither measured nor counted, even when the deadline has passed', async (t) => {
  const time = virtualTime(t)
  const deadline = new Deadline(30)
  await time.pass(40)
  deadline.exclude(35)
  assert.equal(Math.round(deadline.getElapsedMs()), 5)
  let calls = 0
  deadline.watch(() => calls++)
  await time.pass(24)
  assert.equal(calls, 0)
  await time.pass(3)
  assert.equal(calls, 1)
  deadline.assertPunctual()
})

test('only the last watcher is called, and none after clearWatch or clear', async () => {
  const called: string[] = []
  const deadline = new Deadline(10)
  const cleared = new Deadline(10)
  deadline.watch(() => called.push('first'))
  deadline.watch(() => called.push('second'))
  cleared.watch(() => called.push('cleared'))
  cleared.clear()
  const left = new Deadline(5)
  left.watch(() => called.push('left'))
  left.clearWatch()
  await expiryOf(new Deadline(60))
  assert.deepEqual(called, ['second'])
})

test('data that arrived by the deadline is read before the watcher is called', async () => {
  const order: string[] = []
  const deadline = new Deadline(5)
  // A read callback runs in the poll phase, before setImmediate; a timer replaces the socket here
  const rung = expiryOf(deadline).then(() => order.push('rung'))
  setTimeout(() => order.push('read'), 5)
  blockEventLoop(20) // both are due in the next iteration, whichever millisecond each began in
  await rung
  assert.deepEqual(order, ['read', 'rung'])
})

test('a deadline that fires much too late throws a ProbeError', async () => {
  const deadline = new Deadline(5)
  blockEventLoop(1_100)
  await expiryOf(deadline)
  assert.throws(
    () => deadline.assertPunctual(),
    (error) => error instanceof ProbeError && /stalled for \d+ ms/.test(error.message),
  )
})
