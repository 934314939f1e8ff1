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

test('a filter is the same after a way through the address', () => {
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

test('what nobody knows in an address is left out', () => {
  assert.deepEqual(
    parseFilter({ status: 'gone', severity: 1, type: 'x', monitor: '../', from: '2026-99-99', to: 'now' }),
    NO_FILTER,
  )
})

test('days begin and end at midnight of the reader, the last one included', () => {
  const { from, to } = toQuery({ ...NO_FILTER, from: '2026-01-31', to: '2026-01-31' })
  assert.equal(from, new Date(2026, 0, 31).toISOString())
  assert.equal(to, new Date(2026, 1, 1).toISOString())
})
