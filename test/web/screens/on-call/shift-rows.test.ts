import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDayStarts, listShiftRows, sumGaps, toPlacement } from '../../../../web/src/screens/on-call/shift-rows.ts'

const toShift = (name: string, from: number, to: number) => ({
  user: { id: name, name },
  starts_at: `2026-01-05T0${from}:00:00.000Z`,
  ends_at: `2026-01-05T0${to}:00:00.000Z`,
})

const list = (...shifts: ReturnType<typeof toShift>[]) =>
  listShiftRows(shifts, '2026-01-05T00:00:00.000Z', '2026-01-05T09:00:00.000Z').map(
    ({ userName, startsAt, endsAt }) => `${userName} ${startsAt.slice(12, 13)}-${endsAt.slice(12, 13)}`,
  )

test('a period without a user on call is a row of its own', () => {
  assert.deepEqual(list(toShift('Alice', 0, 3), toShift('Bob', 3, 4), toShift('Alice', 6, 8)), [
    'Alice 0-3',
    'Bob 3-4',
    'null 4-6',
    'Alice 6-8',
    'null 8-9',
  ])
  assert.deepEqual(list(), ['null 0-9'])
})

test('gaps are counted and their lengths added', () => {
  const shifts = [toShift('Alice', 0, 3), toShift('Bob', 3, 4), toShift('Alice', 6, 8)]
  const rows = listShiftRows(shifts, '2026-01-05T00:00:00.000Z', '2026-01-05T09:00:00.000Z')
  assert.deepEqual(sumGaps(rows), { count: 2, totalMs: 3 * 3_600_000 })
  assert.deepEqual(sumGaps(rows, Date.parse('2026-01-05T05:00:00.000Z')), { count: 2, totalMs: 2 * 3_600_000 })
})

test('a row takes its share of the period', () => {
  const [row] = listShiftRows([toShift('Alice', 0, 3)], '2026-01-05T00:00:00.000Z', '2026-01-05T03:00:00.000Z')
  const from = Date.parse('2026-01-04T21:00:00.000Z')
  assert.deepEqual(toPlacement(row!, { from, to: from + 12 * 3_600_000 }), { left: '25%', width: '25%' })
})

test('a week has seven starts of local days when the clock changes', () => {
  const from = new Date(2026, 2, 26).toISOString()
  const days = listDayStarts(from, new Date(2026, 3, 2).toISOString())
  assert.deepEqual(
    days.map((day) => [new Date(day).getDate(), new Date(day).getHours()]),
    [26, 27, 28, 29, 30, 31, 1].map((day) => [day, 0]),
  )
})
