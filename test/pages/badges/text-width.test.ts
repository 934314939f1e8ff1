import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureText } from '../../../src/pages/badges.ts'

test('letters have the width of Verdana', () => {
  assert.equal(measureText('build', 11), 26.7)
  assert.equal(measureText('passing', 11), 41.8)
  assert.equal(measureText('', 11), 0)
  assert.ok(measureText('WWW', 11) > 2 * measureText('iii', 11))
})

test('unknown characters have the width of a letter, and square characters the width of a square', () => {
  assert.equal(measureText('ж', 11), measureText('5', 11))
  assert.equal(measureText('状態', 10), 20)
  assert.equal(measureText('🚀', 10), 10)
  assert.equal(measureText('e\u0301', 11), measureText('é', 11))
})
