import assert from 'node:assert/strict'
import test from 'node:test'
import { RetryKeys } from '../../../web/src/api/retry-keys.ts'

const createKeys = () => {
  let last = 0
  return new RetryKeys(() => `key ${++last}`)
}

test('a repeated request has the key of the first until its outcome is known', () => {
  const keys = createKeys()
  assert.equal(keys.getKey('comment', 0), 'key 1')
  assert.equal(keys.getKey('other comment', 0), 'key 2')
  assert.equal(keys.getKey('comment', 1_000), 'key 1')
  keys.complete('comment')
  assert.equal(keys.getKey('comment', 2_000), 'key 3')
})

test('a key expires after an hour', () => {
  const keys = createKeys()
  keys.getKey('comment', 0)
  assert.equal(keys.getKey('comment', 60 * 60_000), 'key 1')
  assert.equal(keys.getKey('comment', 60 * 60_000 + 1), 'key 2')
})
