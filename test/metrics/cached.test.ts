import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCache } from '../../src/metrics/cached.ts'

test('those who ask at once share what is found out, and so do those who ask soon after', async () => {
  let count = 0
  const ask = withCache(async () => ++count, 60_000)
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
  assert.equal(await ask(), 1)
})

test('what is too old is found out again, and what took long is kept for longer', async () => {
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

test('a failure is not kept', async () => {
  let count = 0
  const ask = withCache(async () => {
    if (++count === 1) throw new Error('away')
    return count
  }, 60_000)
  await assert.rejects(ask(), /away/)
  assert.equal(await ask(), 2)
})
