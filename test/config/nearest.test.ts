import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from '../../src/config/nearest.ts'

test('the nearest name is the one with the fewest edits', () => {
  const names = ['WK_HOST', 'WK_PORT', 'WK_REGION', 'WK_REGION_NAME']
  assert.equal(nearest('WK_PROT', names), 'WK_PORT')
  assert.equal(nearest('WK_REGIONNAME', names), 'WK_REGION_NAME')
  assert.equal(nearest('wk_host', ['WK_HOST', 'wk_hosts']), 'wk_hosts')
})

test('without a similar candidate there is no nearest name', () => {
  assert.equal(nearest('WK_PORT', []), null)
  assert.equal(nearest('nosuch', ['check', 'serve', 'doctor', 'backup', 'restore']), null)
  assert.equal(nearest('x', ['data', 'ca']), null)
  assert.equal(nearest('sevre', ['check', 'serve']), 'serve')
  assert.equal(nearest('reset-pasword', ['reset-password', 'reset-second-factor']), 'reset-password')
})
