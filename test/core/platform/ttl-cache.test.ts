import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TtlCache } from '../../../src/core/platform/maps.ts'

test('an entry expires after its time to live', () => {
  let now = 0
  const cache = new TtlCache<string>(10, () => now)
  cache.set('a', 'x', 100)
  now = 99
  assert.equal(cache.get('a'), 'x')
  now = 100
  assert.equal(cache.get('a'), undefined)
})

test('the oldest entry is evicted, and a new value makes an entry the newest', () => {
  const cache = new TtlCache<number>(2, () => 0)
  cache.set('a', 1, 100)
  cache.set('b', 2, 100)
  cache.set('a', 3, 100)
  cache.set('c', 4, 100)
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [3, undefined, 4])
  cache.set('c', 5, 100)
  assert.deepEqual([cache.get('a'), cache.get('c')], [3, 5])
})
