import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRepeated } from '../../../../web/src/parts/results/reason/answer-facts.ts'

test('a response stored long before its check is one that the target repeated', () => {
  assert.equal(isRepeated('2026-01-31T12:28:00.000Z', '2026-01-31T12:37:00.000Z'), true)
  assert.equal(isRepeated('2026-01-31T12:37:10.000Z', '2026-01-31T12:37:00.000Z'), false)
})
