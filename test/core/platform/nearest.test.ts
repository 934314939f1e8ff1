import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNearestWord } from '../../../src/core/platform/nearest.ts'

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
