import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeErrorCode, escapeJson, formatMs, toVisible, truncate, wrap } from '../../src/cli/text.ts'

test('toVisible escapes every character that a terminal interprets', () => {
  assert.equal(toVisible('a\x1b[31mb\x07\r\n\tc\x9b'), 'a\\x1b[31mb\\x07\\r\\n\\tc\\x9b')
  assert.equal(toVisible('user\u202etxt.exe\u200b\u2028'), 'user\\u202etxt.exe\\u200b\\u2028')
  assert.equal(toVisible('tag \u{e0041}, half \ud800'), 'tag \\u{e0041}, half \\ud800')
  assert.equal(toVisible('Grüße, 世界 🎉'), 'Grüße, 世界 🎉')
})

test('escapeJson escapes control characters without changing the value', () => {
  const value = { text: 'a\x1b[0m \u009b \u202e \u{e0041} "\\' }
  const json = escapeJson(JSON.stringify(value, null, 2))
  assert.deepEqual(JSON.parse(json), value)
  assert.equal(toVisible(json.replaceAll('\n', '')), json.replaceAll('\n', ''))
})

test('a long text is cut by characters or wrapped at spaces', () => {
  assert.equal(truncate('🎉🎉🎉', 3), '🎉🎉🎉')
  assert.equal(truncate('🎉🎉🎉🎉', 3), '🎉🎉…')
  assert.deepEqual(wrap('one two three', 7), ['one two', 'three'])
  assert.deepEqual(wrap('abcdefghij k', 4), ['abcd', 'efgh', 'ij k'])
  assert.deepEqual(wrap('', 4), [''])
})

test('times have three significant digits', () => {
  const shown = [0, 0.044, 9.994, 9.996, 12.34, 99.94, 99.96, 1250.4].map(formatMs)
  assert.deepEqual(shown, ['0.00', '0.04', '9.99', '10.0', '12.3', '99.9', '100', '1250'])
})

test('system errors are described in words', () => {
  assert.equal(describeErrorCode('ECONNREFUSED'), 'ECONNREFUSED, connection refused')
  assert.equal(describeErrorCode('no answer'), 'no answer')
})
