import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Semaphore } from '../../../src/core/platform/limits/semaphore.ts'

test('a semaphore runs tasks up to its limit, queues further ones in order and refuses tasks when the queue is full', async () => {
  const semaphore = new Semaphore(2, 2, () => new Error('no room'))
  const begun: number[] = []
  const ends: (() => void)[] = []
  const run = (number: number) =>
    semaphore.run(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      return number
    })
  const works = [run(1), run(2), run(3), run(4)]
  assert.equal(semaphore.waiting, 2)
  await assert.rejects(run(5), /no room/)
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

test('a failing task frees its slot', async () => {
  const semaphore = new Semaphore(1, 0)
  for (let round = 0; round < 3; round++)
    await assert.rejects(
      semaphore.run(async () => {
        throw new Error('broken')
      }),
      /broken/,
    )
  assert.equal(await semaphore.run(async () => 7), 7)
})

test('a permit released before it is granted leaves the queue and lets no other task run', async () => {
  const semaphore = new Semaphore(1, 2)
  const [running, waiting, leaving] = [semaphore.acquire(), semaphore.acquire(), semaphore.acquire()]
  let isGranted = false
  void waiting.granted!.then(() => {
    isGranted = true
  })
  assert.throws(() => semaphore.acquire(), /full/)
  leaving.release()
  const next = semaphore.acquire()
  await Promise.resolve()
  assert.equal(isGranted, false)
  running.release()
  await waiting.granted
  waiting.release()
  await next.granted
  assert.ok(!semaphore.isIdle)
  next.release()
  assert.ok(semaphore.isIdle)
})

test('a permit released twice frees one slot', () => {
  const semaphore = new Semaphore(1, 1)
  const [first, second] = [semaphore.acquire(), semaphore.acquire()]
  first.release()
  first.release()
  assert.notEqual(semaphore.acquire().granted, null, 'the second task runs')
  second.release()
})
