import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConcurrencyLimiter } from '../../../src/probe/schedule/concurrency-limiter.ts'
import { seeded } from '../seeded.ts'

interface Item {
  host: string
  number: number
}

function createLimiter(limit: number, limitPerHost: number) {
  const launched: Item[] = []
  const limiter = new ConcurrencyLimiter<Item>({
    limit,
    limitPerHost,
    getHost: ({ host }) => host,
    start: (item) => launched.push(item),
  })
  const enter = (host: string, ...numbers: number[]) => {
    for (const number of numbers) limiter.enqueue({ host, number })
  }
  const numbers = () => launched.map(({ number }) => number)
  const leave = (number: number) => limiter.release(launched.find((item) => item.number === number)!)
  return { lanes: limiter, launched, enter, leave, numbers }
}

test('a hanging host uses only its share of the slots, and other hosts continue', () => {
  const { lanes: limiter, enter, numbers } = createLimiter(4, 2)
  enter('hangs', 1, 2, 3, 4)
  enter('well', 5, 6)
  assert.deepEqual(numbers(), [1, 2, 5, 6])
  assert.deepEqual([limiter.running, limiter.waiting], [4, 2])
})

test('items waiting for their host start in order of arrival when one of its items ends', () => {
  const { lanes: limiter, enter, leave, numbers } = createLimiter(4, 1)
  enter('a', 1, 2, 3)
  enter('b', 4, 5)
  leave(1)
  leave(4)
  leave(2)
  assert.deepEqual(numbers(), [1, 4, 2, 5, 3])
  assert.equal(limiter.waiting, 0)
})

test('a free slot skips items whose host is at its limit', () => {
  const { enter, leave, numbers } = createLimiter(2, 1)
  enter('a', 1)
  enter('b', 2)
  enter('a', 3)
  enter('c', 4)
  leave(2)
  assert.deepEqual(numbers(), [1, 2, 4])
  leave(1)
  assert.deepEqual(numbers(), [1, 2, 4, 3])
})

test('hanging hosts do not pass their slots on to their own items while other hosts wait', () => {
  const { lanes: limiter, enter, leave, numbers } = createLimiter(2, 1)
  enter('a', 1, 2, 3)
  enter('b', 4)
  enter('well', 5)
  leave(1)
  assert.deepEqual(numbers(), [1, 4, 5])
  leave(5)
  leave(2)
  assert.deepEqual(numbers(), [1, 4, 5, 2, 3])
  assert.equal(limiter.waiting, 0)
})

test('waiting items still start when the item before them is removed', () => {
  const { lanes: limiter, enter, leave, numbers } = createLimiter(2, 1)
  enter('a', 1, 2, 3)
  enter('b', 4)
  enter('well', 5, 6)
  leave(1)
  limiter.filter(({ number }) => number !== 2)
  leave(5)
  leave(6)
  assert.deepEqual([numbers(), limiter.waiting], [[1, 4, 5, 6, 3], 0])
})

test('unwanted items do not start, wherever they wait', () => {
  const { lanes: limiter, enter, leave, numbers } = createLimiter(2, 1)
  enter('a', 1, 2, 3)
  enter('b', 4)
  enter('c', 5, 6)
  assert.equal(limiter.waiting, 4)
  limiter.filter(({ number }) => number !== 2 && number !== 5)
  assert.equal(limiter.waiting, 2)
  leave(4)
  leave(1)
  assert.deepEqual(numbers(), [1, 4, 6, 3])
})

for (const seed of [1, 2, 3])
  test(`random starts and ends keep all limits and start every item (seed ${seed})`, () => {
    const random = seeded(seed)
    const [limit, limitPerHost] = [7, 3]
    const { lanes: limiter, launched } = createLimiter(limit, limitPerHost)
    const running: Item[] = []
    const waiting: Item[] = []
    let entered = 0
    const started = () => {
      for (const item of launched.splice(0)) {
        waiting.splice(waiting.indexOf(item), 1)
        running.push(item)
      }
    }
    const enterOne = () => {
      const item = { host: `host-${Math.floor(random() ** 2 * 5)}`, number: entered++ }
      waiting.push(item)
      limiter.enqueue(item)
    }
    const endOne = () => {
      const [item] = running.splice(Math.floor(random() * running.length), 1)
      limiter.release(item!)
    }
    const dropSome = () => {
      const wanted = waiting.filter(() => random() < 0.7)
      waiting.splice(0, waiting.length, ...wanted)
      limiter.filter((item) => wanted.includes(item))
    }
    for (let step = 0; step < 2_000; step++) {
      if (random() < 0.5) enterOne()
      else if (random() < 0.05) dropSome()
      else if (running.length > 0) endOne()
      started()
      const perHost = Map.groupBy(running, ({ host }) => host)
      assert.ok([...perHost.values()].every((items) => items.length <= limitPerHost))
      assert.ok(running.length <= limit)
      const isFull = ({ host }: Item) => perHost.get(host)?.length === limitPerHost
      assert.ok(running.length === limit || waiting.every(isFull), 'a slot is free for a waiting item')
      assert.deepEqual([limiter.running, limiter.waiting], [running.length, waiting.length])
    }
    while (running.length > 0) {
      endOne()
      started()
    }
    assert.deepEqual([waiting, limiter.running, limiter.waiting], [[], 0, 0])
  })
