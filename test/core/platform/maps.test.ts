import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedMap, getOrCreate } from '../../../src/core/platform/maps.ts'
import { seeded } from '../../probe/seeded.ts'

test('a new entry replaces the oldest', () => {
  const evicted: number[] = []
  const map = new BoundedMap<string, number>(2, (value) => evicted.push(value))
  map.set('a', 1).set('b', 2).set('c', 3)
  assert.deepEqual(Object.fromEntries(map), { b: 2, c: 3 })
  assert.deepEqual(evicted, [1])
})

test('setting an entry again makes it the newest and evicts none', () => {
  const evicted: number[] = []
  const map = new BoundedMap<string, number>(2, (value) => evicted.push(value))
  map.set('a', 1).set('b', 2).set('a', 3)
  assert.deepEqual([[...map.keys()], evicted], [['b', 'a'], []])
  map.set('c', 4)
  assert.deepEqual([[...map.keys()], evicted], [['a', 'c'], [2]])
})

test('a missing value is computed once and counts against the limit', () => {
  const map = new BoundedMap<string, string | null>(2)
  const computed: string[] = []
  const compute = (key: string): string | null => {
    computed.push(key)
    return key === 'none' ? null : `value of ${key}`
  }
  for (const key of ['a', 'none', 'a', 'none']) getOrCreate(map, key, compute)
  assert.deepEqual(computed, ['a', 'none'])
  assert.equal(getOrCreate(map, 'b', compute), 'value of b')
  assert.deepEqual([...map.keys()], ['none', 'b'])
})

test('a failing computation leaves the map unchanged', () => {
  const map = new BoundedMap<string, number>(1)
  map.set('a', 1)
  assert.throws(() => getOrCreate(map, 'b', () => assert.fail('no value')), /no value/)
  assert.deepEqual([...map.keys()], ['a'])
})

test('evictions follow the order of sets over a random history', () => {
  const random = seeded(1)
  const evicted: number[] = []
  const map = new BoundedMap<number, number>(7, (value) => evicted.push(value))
  const order: number[] = []
  const expected: number[] = []
  for (let step = 0; step < 5_000; step++) {
    const key = Math.floor(random() ** 2 * 20)
    const at = order.indexOf(key)
    if (at >= 0) order.splice(at, 1)
    if (random() < 0.2) map.delete(key)
    else {
      if (order.length === 7) expected.push(order.shift()!)
      order.push(key)
      map.set(key, key)
    }
    if (random() < 0.002) {
      order.length = 0
      map.clear()
    }
    assert.deepEqual([...map.keys()], order)
  }
  assert.ok(expected.length > 500)
  assert.deepEqual(evicted, expected)
})
