import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCountText } from '../../../src/core/platform/text/plain-text.ts'

test('a count of one has a singular noun, and large counts have grouped digits', () => {
  const counts = [0, 1, 2, 1204, 1_000_000]
  assert.deepEqual(
    counts.map((count) => formatCountText(count, 'day')),
    ['0 days', '1 day', '2 days', '1,204 days', '1,000,000 days'],
  )
})
