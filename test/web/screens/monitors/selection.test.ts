import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extended, NOTHING, toggled, within } from '../../../../web/src/screens/monitors/selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']

test('what is chosen twice is not chosen', () => {
  const once = toggled(NOTHING, 'a')
  assert.deepEqual([...once.ids], ['a'])
  assert.deepEqual([...toggled(once, 'a').ids], [])
})

test('a range goes from where it began, in either direction', () => {
  const begun = toggled(NOTHING, 'c')
  assert.deepEqual([...extended(begun, 'e', ORDER).ids], ['c', 'd', 'e'])
  assert.deepEqual([...extended(extended(begun, 'e', ORDER), 'a', ORDER).ids].sort(), ORDER)
})

test('a range whose beginning is not shown is the one alone', () => {
  const begun = toggled(NOTHING, 'z')
  assert.deepEqual([...extended(begun, 'b', ORDER).ids], ['z', 'b'])
})

test('what is not shown is not chosen', () => {
  const chosen = extended(toggled(NOTHING, 'a'), 'c', ORDER)
  assert.deepEqual([...within(chosen, ['c', 'b', 'x']).ids], ['c', 'b'])
  assert.equal(within(chosen, ORDER), chosen)
})
