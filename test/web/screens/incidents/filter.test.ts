import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  countFilters,
  NO_FILTER,
  parseFilter,
  toQuery,
  toSearch,
} from '../../../../web/src/screens/incidents/filter.ts'

const ID = '0198c0de-7a11-7abc-8def-0123456789ab'

test('a filter survives a round trip through the address', () => {
  const filter = {
    ...NO_FILTER,
    status: 'resolved' as const,
    severity: 'major' as const,
    type: 'timeout' as const,
    source: 'manual' as const,
    monitor: ID,
    from: '2026-01-05',
    to: '2026-01-06',
  }
  assert.deepEqual(parseFilter(toSearch(filter)), filter)
  assert.equal(countFilters(filter), 6)
  assert.deepEqual(toSearch(NO_FILTER), {})
})

test('unknown values in an address are ignored', () => {
  assert.deepEqual(
    parseFilter({ status: 'gone', severity: 1, type: 'x', monitor: '../', from: '2026-99-99', to: 'now' }),
    NO_FILTER,
  )
})

test('a date range runs from midnight to midnight of the user and includes its last day', () => {
  const { from, to } = toQuery({ ...NO_FILTER, from: '2026-01-31', to: '2026-01-31' })
  assert.equal(from, new Date(2026, 0, 31).toISOString())
  assert.equal(to, new Date(2026, 1, 1).toISOString())
})
