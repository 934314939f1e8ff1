import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textWidth } from '../../../src/pages/badges/text-width.ts'

test('letters are as wide as in Verdana', () => {
  assert.equal(textWidth('build', 11), 26.7)
  assert.equal(textWidth('passing', 11), 41.8)
  assert.equal(textWidth('', 11), 0)
  assert.ok(textWidth('WWW', 11) > 2 * textWidth('iii', 11))
})

test('what the table does not know is as wide as a letter, and what fills a square as wide as that', () => {
  assert.equal(textWidth('ж', 11), textWidth('5', 11))
  assert.equal(textWidth('状態', 10), 20)
  assert.equal(textWidth('🚀', 10), 10)
  assert.equal(textWidth('e\u0301', 11), textWidth('é', 11))
})
