import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatApiKey, isApiKey, toKeyPreview } from '../../../src/core/accounts/credential.ts'

const BYTES = Uint8Array.from({ length: 32 }, (_, index) => index * 8)

test('an API key consists of the prefix and 64 hexadecimal characters', () => {
  const key = formatApiKey(BYTES)
  assert.equal(key, 'wk_0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8')
  assert.equal(isApiKey(key), true)
  for (const other of [key.slice(1), `${key}0`, key.toUpperCase(), key.replace('8', 'g'), `${key}\n`, ''])
    assert.equal(isApiKey(other), false, other)
})

test('a key preview shows the prefix, the first four characters and the last four', () => {
  assert.equal(toKeyPreview(formatApiKey(BYTES)), 'wk_0008…f0f8')
})
