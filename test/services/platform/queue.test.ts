import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Queue } from '../../../src/services/platform/queue.ts'

test('so many run at a time, the rest wait in order, and whoever finds no room is refused', async () => {
  const queue = new Queue(2, 2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const run = (number: number) =>
    queue.run(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      return number
    })
  const works = [run(1), run(2), run(3), run(4)]
  await assert.rejects(run(5), { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 })
  assert.deepEqual(begun, [1, 2])
  ends[0]!()
  assert.equal(await works[0], 1)
  assert.deepEqual(begun, [1, 2, 3])
  for (const end of ends.slice(1)) end()
  await works[1]
  await works[2]
  ends.at(-1)!()
  assert.equal(await works[3], 4)
})

test('work that fails makes room like any other', async () => {
  const queue = new Queue(1, 0)
  for (let round = 0; round < 3; round++)
    await assert.rejects(
      queue.run(async () => {
        throw new Error('broken')
      }),
      /broken/,
    )
  assert.equal(await queue.run(async () => 7), 7)
})

test('a place that is given up before its turn makes room for another', async () => {
  const queue = new Queue(1, 1)
  const running = queue.enter()
  const waiting = queue.enter()
  assert.notEqual(waiting.turn, null)
  assert.throws(() => queue.enter(), { code: 'SERVICE_UNAVAILABLE' })
  waiting.leave()
  const next = queue.enter()
  running.leave()
  await next.turn
  next.leave()
  assert.ok(queue.isEmpty)
})

test('a place that is left twice makes room once', () => {
  const queue = new Queue(1, 1)
  const [first, second] = [queue.enter(), queue.enter()]
  first.leave()
  first.leave()
  assert.notEqual(queue.enter().turn, null, 'the second runs')
  second.leave()
})
