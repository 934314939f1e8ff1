import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findRangeProblem,
  hasPeriod,
  type Period,
  parsePeriod,
  toDay,
  toFileName,
  toPeriodParams,
} from '../../../../web/src/screens/reports/period.ts'

const NOW = Date.parse('2026-02-10T12:00:00Z')

const parse = (search: Record<string, unknown>) => parsePeriod(search, NOW, 'UTC')

test('a period survives a reload by its address', () => {
  const periods: Period[] = [
    { kind: 'month', month: '2025-07' },
    { kind: '30d' },
    { kind: 'all' },
    { kind: 'range', from: '2026-01-01', to: '2026-01-15' },
    { kind: 'range', from: '2026-01-01', to: '' },
  ]
  for (const period of periods) assert.deepEqual(parse(toPeriodParams(period)), period)
})

test('an address without a valid period means the last complete month', () => {
  for (const search of [{}, { period: '8d' }, { month: '2026-13' }])
    assert.deepEqual(parse(search), { kind: 'month', month: '2026-01' })
  assert.deepEqual(parse({ from: 'x', to: 7 }), { kind: 'range', from: '', to: '' })
})

test('the name of a file contains the period', () => {
  assert.equal(toFileName(parse({ from: '2026-01-01', to: '2026-01-15' })), '2026-01-01-to-2026-01-15')
  assert.deepEqual([toFileName(parse({ period: '7d' })), toFileName(parse({}))], ['7d', '2026-01'])
})

test('a range needs two days in order, of which the first is not in the future', () => {
  const today = toDay(NOW, 'Pacific/Kiritimati')
  assert.equal(today, '2026-02-11')
  assert.equal(findRangeProblem({ from: '2026-02-11', to: '2026-02-28' }, today), null)
  assert.deepEqual(findRangeProblem({ from: '', to: '2026-02-01' }, today), { field: 'from', reason: 'missing' })
  assert.deepEqual(findRangeProblem({ from: '2026-02-12', to: '2026-02-13' }, today), {
    field: 'from',
    reason: 'future',
  })
  assert.deepEqual(findRangeProblem({ from: '2026-02-02', to: '' }, today), { field: 'to', reason: 'missing' })
  assert.deepEqual(findRangeProblem({ from: '2026-02-02', to: '2026-02-01' }, today), {
    field: 'to',
    reason: 'reversed',
  })
})

test('only an address that names a period keeps its period when the last month is empty', () => {
  for (const search of [{ month: '2025-07' }, { period: '30d' }, { from: '', to: '' }]) assert.ok(hasPeriod(search))
  for (const search of [{}, { zone: 'UTC' }, { period: '8d' }, { month: '2026-13' }]) assert.ok(!hasPeriod(search))
})
