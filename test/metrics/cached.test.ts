import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCache } from '../../src/metrics/instance-gauges.ts'

test('concurrent and later callers share a cached value', async () => {
  let count = 0
  const ask = withCache(async () => ++count, 60_000)
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
  assert.equal(await ask(), 1)
})

test('an expired value is computed again, and an expensive one is cached for longer', async () => {
  let now = 0
  let count = 0
  const find = async () => {
    now += count === 0 ? 100 : 0
    return ++count
  }
  const ask = withCache(find, 1_000, () => now)
  assert.equal(await ask(), 1)
  const counts = []
  for (const at of [10_099, 10_100, 11_099, 11_100]) {
    now = at
    counts.push(await ask())
  }
  assert.deepEqual(counts, [1, 2, 2, 3])
})

test('a failure is not cached', async () => {
  let count = 0
  const ask = withCache(async () => {
    if (++count === 1) throw new Error('away')
    return count
  }, 60_000)
  await assert.rejects(ask(), /away/)
  assert.equal(await ask(), 2)
})
