import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNearestWord } from '../../../src/core/platform/text/nearest.ts'

test('the nearest name has the fewest edits', () => {
  const names = ['WK_HOST', 'WK_PORT', 'WK_REGION', 'WK_REGION_NAME']
  assert.equal(findNearestWord('WK_PROT', names), 'WK_PORT')
  assert.equal(findNearestWord('WK_REGIONNAME', names), 'WK_REGION_NAME')
  assert.equal(findNearestWord('wk_host', ['WK_HOST', 'wk_hosts']), 'wk_hosts')
})

test('a dissimilar word has no nearest name', () => {
  assert.equal(findNearestWord('WK_PORT', []), null)
  assert.equal(findNearestWord('nosuch', ['check', 'serve', 'doctor', 'backup', 'restore']), null)
  assert.equal(findNearestWord('x', ['data', 'ca']), null)
  assert.equal(findNearestWord('sevre', ['check', 'serve']), 'serve')
  assert.equal(findNearestWord('reset-pasword', ['reset-password', 'reset-second-factor']), 'reset-password')
})

test('a later name is suggested only when it is nearer', () => {
  assert.equal(findNearestWord('abcd', ['abxx', 'abcx', 'abcy']), 'abcx')
  assert.equal(findNearestWord('abcd', ['abcx', 'abxx', 'abcd']), 'abcd')
})

test('the number of compared names and their length are bounded', () => {
  let read = 0
  function* listNames(length: number): Generator<string> {
    for (; read < 1_000_000; read++) yield 'x'.repeat(length)
  }
  assert.equal(findNearestWord('abcdefgh', listNames(8)), null)
  assert.ok(read <= 1_000, `${read} names`)
  read = 0
  assert.equal(findNearestWord('a'.repeat(101), listNames(101)), null)
  assert.equal(read, 0)
})
