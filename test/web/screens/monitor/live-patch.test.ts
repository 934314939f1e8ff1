import assert from 'node:assert/strict'
import test from 'node:test'
import { type Result, type ResultPage, withResult, withStatus } from '../../../../web/src/screens/monitor/live-patch.ts'

const result = (id: string, minute: number, status: Result['status'] = 'up', region = 'local'): Result => ({
  id,
  checked_at: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
  status,
  region,
  timings: {},
})

const page = (...results: Result[]): ResultPage => ({
  results,
  pagination: { total_count: results.length, limit: 2, offset: 0, has_more: false },
})

const ids = ({ results }: ResultPage) => results.map(({ id }) => id).join('')

test('a new result comes first, and the page keeps its length', () => {
  const next = withResult(page(result('b', 2), result('a', 1)), { offset: 0, limit: 2 }, result('c', 3))
  assert.equal(ids(next), 'cb')
  assert.deepEqual([next.pagination.total_count, next.pagination.has_more], [3, true])
})

test('a late result is inserted in order, and a known one changes nothing', () => {
  const before = page(result('c', 3), result('a', 1))
  assert.equal(ids(withResult(before, { offset: 0, limit: 9 }, result('b', 2))), 'cba')
  assert.equal(withResult(before, { offset: 0, limit: 9 }, result('a', 1)), before)
})

test('a page accepts only results that match its filter', () => {
  const before = page(result('a', 10))
  const down = result('b', 20, 'down', 'fra')
  const isTaken = (filter: object) => withResult(before, { offset: 0, limit: 9, ...filter }, down) !== before
  assert.ok(isTaken({}) && isTaken({ status: 'down', region: 'fra', from: down.checked_at }))
  for (const filter of [
    { status: 'up' },
    { region: 'local' },
    { from: '2026-01-01T00:20:00.001Z' },
    { to: down.checked_at },
  ])
    assert.ok(!isTaken(filter), JSON.stringify(filter))
})

test('a later page only updates its total', () => {
  const before = { ...page(result('a', 1)), pagination: { total_count: 51, limit: 50, offset: 50, has_more: false } }
  const next = withResult(before, { offset: 50, limit: 50 }, result('z', 59))
  assert.deepEqual([ids(next), next.pagination.total_count], ['a', 52])
})

test('a new status precedes the history, and a known status changes nothing', () => {
  const pagination = { total_count: 1, limit: 50, offset: 0, has_more: false }
  const up = {
    id: 'a',
    kind: 'runtime' as const,
    to_status: 'up',
    reason: 'up',
    started_at: '2026-01-01T12:00:00.000Z',
  }
  const down = { from_status: 'up', to_status: 'down', reason: 'down', started_at: '2026-01-01T12:05:00.000Z' }
  const page = withStatus({ history: [up], pagination }, down)
  assert.deepEqual(
    page.history.map(({ to_status, reason }) => [to_status, reason]),
    [
      ['down', 'down'],
      ['up', 'up'],
    ],
  )
  assert.equal(withStatus(page, down), page)
})
