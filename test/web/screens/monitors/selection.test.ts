import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  extendSelection,
  filterSelection,
  NO_SELECTION,
  toggleMonitor,
} from '../../../../web/src/screens/monitors/selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']

test('what is chosen twice is not chosen', () => {
  const once = toggleMonitor(NO_SELECTION, 'a')
  assert.deepEqual([...once.ids], ['a'])
  assert.deepEqual([...toggleMonitor(once, 'a').ids], [])
})

test('a range goes from where it began, in either direction', () => {
  const begun = toggleMonitor(NO_SELECTION, 'c')
  assert.deepEqual([...extendSelection(begun, 'e', ORDER).ids], ['c', 'd', 'e'])
  assert.deepEqual([...extendSelection(extendSelection(begun, 'e', ORDER), 'a', ORDER).ids].sort(), ORDER)
})

test('a range whose beginning is not shown is the one alone', () => {
  const begun = toggleMonitor(NO_SELECTION, 'z')
  assert.deepEqual([...extendSelection(begun, 'b', ORDER).ids], ['z', 'b'])
})

test('what is not shown is not chosen', () => {
  const chosen = extendSelection(toggleMonitor(NO_SELECTION, 'a'), 'c', ORDER)
  assert.deepEqual([...filterSelection(chosen, ['c', 'b', 'x']).ids], ['c', 'b'])
  assert.equal(filterSelection(chosen, ORDER), chosen)
})
