import assert from 'node:assert/strict'
import test from 'node:test'
import {
  computeMarkPositions,
  filterMarks,
  listMarksAt,
  type Mark,
  toFailureMarks,
  toIncidentMarks,
  toMaintenanceMarks,
} from '../../../../../web/src/screens/monitor/chart/marks.ts'

const mark = (from: number, to: number, label = 'x'): Mark => ({ kind: 'incident', from, to, label })
const iso = (second: number) => new Date(second * 1000).toISOString()

test('an ongoing incident extends to the current time', () => {
  const [open, over] = toIncidentMarks(
    [
      { title: 'a', started_at: iso(100) },
      { title: 'b', started_at: iso(50), resolved_at: iso(60) },
    ],
    500_000,
  )
  assert.deepEqual([open?.from, open?.to, over?.to], [100, 500, 60])
})

test('maintenance with a deleted window has a default label', () => {
  const spans = [
    { name: null, starts_at: iso(1), ends_at: iso(2) },
    { name: 'Patches', starts_at: iso(3), ends_at: iso(4) },
  ]
  assert.deepEqual(
    toMaintenanceMarks(spans, 'Maintenance').map(({ label }) => label),
    ['Maintenance', 'Patches'],
  )
})

test('marks are clipped to the view, and marks outside it are dropped', () => {
  assert.deepEqual(
    filterMarks([mark(90, 120), mark(0, 10), mark(-5, 5), mark(100, 110), mark(20, 100)], 0, 100).map(
      ({ from, to }) => [from, to],
    ),
    [
      [0, 10],
      [0, 5],
      [20, 100],
      [90, 100],
    ],
  )
})

test('a mark includes its start and excludes its end', () => {
  const marks = [mark(0, 10), mark(10, 20)]
  assert.deepEqual(
    [-1, 0, 10, 20].map((at) => listMarksAt(marks, at).length),
    [0, 1, 1, 0],
  )
})

test('labels are shown where they overlap neither another label nor the edge', () => {
  const placed = computeMarkPositions(
    [mark(0, 10), mark(20, 30), mark(50, 60), mark(95, 100)],
    [0, 100],
    1000,
    () => 250,
  )
  assert.deepEqual(
    placed.map(({ left, width, hasLabel }) => [left, width, hasLabel]),
    [
      [0, 100, true],
      [200, 100, false],
      [500, 100, true],
      [950, 50, false],
    ],
  )
})

test('a very short mark stays visible', () => {
  assert.ok(computeMarkPositions([mark(10, 10.001)], [0, 1000], 300, () => 10)[0]!.width >= 3)
})

test('a failed check is a mark as wide as its point, with the words of its error', () => {
  const results = [
    { id: 'r1', checked_at: '2026-01-01T00:07:12.000Z', error_type: 'timeout' },
    { id: 'r2', checked_at: '2026-01-01T00:10:00.000Z' },
  ]
  const from = Date.parse('2026-01-01T00:05:00Z') / 1000
  assert.deepEqual(
    toFailureMarks(results, 300, (type) => type ?? 'failed'),
    [
      { kind: 'failure', id: 'r1', from, to: from + 300, label: 'timeout' },
      { kind: 'failure', id: 'r2', from: from + 300, to: from + 600, label: 'failed' },
    ],
  )
})
