import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRow } from '../../../../../web/src/screens/monitors/list/use-visible-rows.ts'

const STARTS = [0, 40, 96, 152, 208] // four rows; the last number is the end of the list

test('the row at a height is the last one that begins at or above it', () => {
  assert.deepEqual(
    [0, 39, 40, 95, 96, 207].map((y) => findRow(STARTS, y)),
    [0, 0, 1, 1, 2, 3],
  )
})

test('a height outside of the list belongs to its first or last row', () => {
  assert.deepEqual([findRow(STARTS, -500), findRow(STARTS, 9_000), findRow([0], 10)], [0, 3, 0])
})
