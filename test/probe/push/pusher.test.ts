import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { Pusher } from '../../../src/probe/push/pusher.ts'
import { makeResult } from '../make.ts'
import { MovableClock, settle } from '../movable-clock.ts'

function openPusher(t: TestContext, capacity = 100_000) {
  const clock = new MovableClock()
  const tried: number[][] = []
  const server = { answer: (_results: readonly CheckResult[]): void | Promise<void> => {} }
  const pusher = new Pusher({
    clock,
    push: async (results) => {
      tried.push(results.map(({ monitorKey }) => monitorKey))
      await server.answer(results)
    },
    capacity,
    delayMs: 100,
    routineDelayMs: 500,
    report: () => {},
  })
  t.after(() => pusher.close())
  const add = (from: number, to: number) => {
    for (let key = from; key <= to; key++) pusher.add(makeResult(key))
  }
  return { clock, pusher, tried, server, add }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const refuse = (): never => {
  throw new Error('no')
}

test('the first result of a batch waits for others until its delay has passed', async (t) => {
  const { clock, tried, add, pusher } = openPusher(t)
  add(1, 1)
  await clock.pass(60)
  add(2, 2)
  await clock.pass(39)
  assert.deepEqual(tried, [])
  await clock.pass(1)
  assert.deepEqual([tried, pusher.size], [[[1, 2]], 0])
})

test('results count as waiting from their measurement until the server has stored them', async (t) => {
  const { clock, pusher, server } = openPusher(t)
  const answered = Promise.withResolvers<void>()
  server.answer = () => answered.promise
  assert.equal(pusher.waitingMs, 0)
  const from = clock.now()
  pusher.add({ ...makeResult(1), startedAt: from - 50 })
  await clock.pass(600)
  pusher.add({ ...makeResult(2), startedAt: clock.now() })
  await clock.pass(1_000)
  assert.equal(pusher.waitingMs, 1_650, 'the batch that is being sent')
  answered.resolve()
  await clock.pass(500)
  assert.deepEqual([pusher.size, pusher.waitingMs], [0, 0])
})

test('passes of monitors that are up wait longer, but not together with any other result', async (t) => {
  const { clock, tried, pusher } = openPusher(t)
  pusher.add(makeResult(1), true)
  await clock.pass(499)
  assert.deepEqual(tried, [])
  await clock.pass(1)
  assert.deepEqual(tried, [[1]])
  pusher.add(makeResult(2), true)
  pusher.add(makeResult(3))
  pusher.add(makeResult(4), true)
  await clock.pass(100)
  assert.deepEqual(tried, [[1], [2, 3, 4]])
  pusher.add(makeResult(5), true)
  await clock.pass(499)
  assert.equal(tried.length, 2)
  await clock.pass(1)
  assert.deepEqual([tried[2], pusher.size], [[5], 0])
})

test('five hundred results are pushed at once, and never more in one push', async (t) => {
  const { clock, tried, add } = openPusher(t)
  add(1, 499)
  await settle()
  assert.equal(tried.length, 0)
  add(500, 1_200)
  await settle()
  assert.deepEqual(
    tried.map((batch) => batch.length),
    [500, 500],
  )
  await clock.pass(100)
  assert.deepEqual(tried.flat(), range(1, 1_200))
})

test('only one push is in progress at a time, and later results form one batch again', async (t) => {
  const { clock, tried, server, add, pusher } = openPusher(t)
  const first = Promise.withResolvers<void>()
  server.answer = () => first.promise
  add(1, 500)
  for (let key = 501; key <= 505; key++) {
    add(key, key)
    await clock.pass(200)
  }
  assert.equal(tried.length, 1)
  server.answer = () => {}
  first.resolve()
  await clock.pass(100)
  assert.deepEqual([tried[1], pusher.size], [range(501, 505), 0])
})

test('a rejected batch is sent again, unchanged and before newer results', async (t) => {
  const { clock, tried, server, add, pusher } = openPusher(t)
  server.answer = refuse
  add(1, 3)
  await clock.pass(2_000)
  assert.ok(tried.length >= 3, `${tried.length} tries`)
  add(4, 4)
  server.answer = () => {}
  await clock.pass(5_200)
  const taken = tried.at(-2)
  assert.deepEqual([taken, tried.at(-1), pusher.size], [[1, 2, 3], [4], 0])
  assert.ok(tried.slice(0, -1).every((batch) => batch.join() === '1,2,3'))
})

test('a full buffer drops and counts its oldest results, and keeps the batch in progress', async (t) => {
  const { clock, tried, server, add, pusher } = openPusher(t, 1_000)
  server.answer = refuse
  add(1, 500)
  await settle()
  add(501, 1_500)
  assert.deepEqual([pusher.size, pusher.dropped], [1_000, 500])
  server.answer = () => {}
  tried.length = 0
  await clock.pass(10_000)
  assert.deepEqual(tried.flat(), [...range(1, 500), ...range(1_001, 1_500)])
})

test('a flush does not wait for more results and ends when all are acknowledged', async (t) => {
  const { pusher, tried, server, add } = openPusher(t)
  const acknowledged = Promise.withResolvers<void>()
  server.answer = () => acknowledged.promise
  add(1, 700)
  let isFlushed = false
  const flushed = pusher.flush().then(() => {
    isFlushed = true
  })
  await settle()
  assert.equal(isFlushed, false)
  acknowledged.resolve()
  await flushed
  assert.deepEqual([tried.flat(), pusher.size], [range(1, 700), 0])
})

test('a flush of nothing ends at once, and every flush ends on close', async (t) => {
  const { pusher, server, add } = openPusher(t)
  await pusher.flush()
  server.answer = refuse
  add(1, 3)
  const flushed = pusher.flush()
  await settle()
  pusher.close()
  await flushed
  assert.equal(pusher.size, 3)
})
