import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  extendSelection,
  filterSelection,
  NO_SELECTION,
  toggleMonitor,
} from '../../../../web/src/screens/monitors/selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']

test('toggling a monitor twice deselects it', () => {
  const once = toggleMonitor(NO_SELECTION, 'a')
  assert.deepEqual([...once.ids], ['a'])
  assert.deepEqual([...toggleMonitor(once, 'a').ids], [])
})

test('a range extends from its anchor in either direction', () => {
  const begun = toggleMonitor(NO_SELECTION, 'c')
  assert.deepEqual([...extendSelection(begun, 'e', ORDER).ids], ['c', 'd', 'e'])
  assert.deepEqual([...extendSelection(extendSelection(begun, 'e', ORDER), 'a', ORDER).ids].sort(), ORDER)
})

test('a range with a hidden anchor adds only the clicked monitor', () => {
  const begun = toggleMonitor(NO_SELECTION, 'z')
  assert.deepEqual([...extendSelection(begun, 'b', ORDER).ids], ['z', 'b'])
})

test('hidden monitors are removed from the selection', () => {
  const chosen = extendSelection(toggleMonitor(NO_SELECTION, 'a'), 'c', ORDER)
  assert.deepEqual([...filterSelection(chosen, ['c', 'b', 'x']).ids], ['c', 'b'])
  assert.equal(filterSelection(chosen, ORDER), chosen)
})
