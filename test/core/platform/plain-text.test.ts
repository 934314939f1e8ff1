import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hideKeys,
  toIsolated,
  toOneLine,
  toPlainLines,
  truncateTo,
} from '../../../src/core/platform/text/plain-text.ts'

const LINES: [what: string, text: string, expected: string][] = [
  ['a line break', 'Down\r\nBcc: x', 'Down Bcc: x'],
  ['every other line break', 'a\u2028b\u2029c\u0085d\ve\ff', 'a b c d e f'],
  ['controls', 'a\u0000b\u001b[31mc\u007fd\u009be', 'ab[31mcde'],
  ['a direction override', 'safe\u202etxt.exe\u2066x\u2069\u200f', 'safetxt.exex'],
  ['invisible tags', 'a\u{e0041}\u{e007f}\u200bb\ufeff', 'ab'],
  ['half of a character', 'a\ud800b', 'a\ufffdb'],
]
for (const [what, text, expected] of LINES)
  test(`a single-line text contains no ${what}`, () => assert.equal(toOneLine(text), expected))

test('letters of every script and composed characters stay unchanged', () => {
  for (const text of ['Café “ça”', 'مرحبا', '日本語', '👩‍🚀 ok', 'e\u0301']) assert.equal(toOneLine(text), text)
})

test('line breaks stay, each line is sanitized, and empty lines are limited', () => {
  assert.equal(toPlainLines('  one\r\n\r\n\n\n\ntwo\u202e \u2028three\n'), 'one\n\ntwo\nthree')
})

test('a truncated text ends with an ellipsis, and no character is split', () => {
  assert.equal(truncateTo(5, 'abcde'), 'abcde')
  assert.equal(truncateTo(5, 'abc def'), 'abc…')
  assert.equal(truncateTo(3, '👍👍👍👍'), '👍👍…')
})

const KEYS: [text: string, expected: string][] = [
  ['https://shop.example.com/a?token=s3cret&b=1#top', 'https://shop.example.com/a?…#top'],
  ['redirected to "HTTP://x.example/?key=1", then gave up', 'redirected to "HTTP://x.example/?…", then gave up'],
  ['https://me:pw@x.example:8443/path', 'https://x.example:8443/path'],
  ['https://x.example/a (https://y.example?k=1)', 'https://x.example/a (https://y.example?…)'],
  ['connect 192.0.2.7:443: ECONNREFUSED', 'connect 192.0.2.7:443: ECONNREFUSED'],
  ['is it down? yes', 'is it down? yes'],
]
for (const [text, expected] of KEYS)
  test(`possible keys are hidden in ${text}`, () => assert.equal(hideKeys(text), expected))

test('only a text with letters that are read from right to left is isolated', () => {
  assert.equal(toIsolated('Shop 1'), 'Shop 1')
  for (const name of ['\u05d7\u05e0\u05d5\u05ea', '\u0645\u062a\u062c\u0631 1', 'Shop \u05d7'])
    assert.equal(toIsolated(name), `\u2068${name}\u2069`)
})
