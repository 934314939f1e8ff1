import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, isMonth, listMonths, toMonth } from '../../../../web/src/screens/reports/months.ts'

test('a month begins at midnight of its zone', () => {
  const at = Date.parse('2025-12-31T23:30:00Z')
  assert.equal(toMonth(at, 'UTC'), '2025-12')
  assert.equal(toMonth(at, 'Europe/Berlin'), '2026-01')
})

test('adding months crosses the end of the year', () => {
  assert.equal(addMonths('2026-01', -1), '2025-12')
  assert.equal(addMonths('2025-12', 2), '2026-02')
  assert.deepEqual(listMonths('2026-02', 3), ['2026-02', '2026-01', '2025-12'])
})

test('only valid months are accepted from an address', () => {
  assert.deepEqual(['2026-01', '2026-13', '2026-1', 7, undefined].map(isMonth), [true, false, false, false, false])
})
