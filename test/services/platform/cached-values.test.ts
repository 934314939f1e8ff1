import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CachedValues } from '../../../src/services/platform/cached-values.ts'

/** A cache of two values that stay fresh for 100 ms, and the names of the values that were read. */
function makeValues() {
  const clock = { now: 0 }
  const read: string[] = []
  const values = new CachedValues<string>(100, () => clock.now, 2)
  const get = (name: string) =>
    values.get(name, async () => {
      read.push(name)
      return `value of ${name}`
    })
  return { clock, read, values, get }
}

test('a value is read once while it is fresh, however many callers ask', async () => {
  const { clock, read, get } = makeValues()
  assert.deepEqual(await Promise.all([get('a'), get('a')]), ['value of a', 'value of a'])
  clock.now = 99
  await get('a')
  assert.deepEqual(read, ['a'])
  clock.now = 100
  await get('a')
  assert.deepEqual(read, ['a', 'a'])
})

test('a new value replaces the oldest when the cache is full', async () => {
  const { read, get } = makeValues()
  for (const name of ['a', 'b', 'c', 'b', 'a']) await get(name)
  assert.deepEqual(read, ['a', 'b', 'c', 'a'])
})

test('a failure is not cached', async () => {
  const { read, values, get } = makeValues()
  await assert.rejects(
    values.get('a', async () => assert.fail('away')),
    /away/,
  )
  assert.equal(await get('a'), 'value of a')
  assert.deepEqual(read, ['a'])
})
