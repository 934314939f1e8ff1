import assert from 'node:assert/strict'
import test from 'node:test'
import {
  align,
  computeGapMs,
  type Dot,
  findIsolatedPoints,
  findNearest,
  isSingle,
  toDots,
} from '../../../../../web/src/screens/monitor/chart/series.ts'

const point = (timestamp: string, avg: number) => ({
  timestamp,
  avg_ms: avg,
  min_ms: avg - 1,
  max_ms: avg + 1,
  p50_ms: avg,
  p95_ms: avg,
  p99_ms: avg,
  count: 1,
})

test('a point lies in the middle of its bucket, in Unix seconds', () => {
  const dots = toDots([point('1970-01-01T00:05:00.000Z', 12)], 'max', 300_000)
  assert.deepEqual(dots, [[450, 13]])
})

test('a missing due check breaks the line; a gap without a due check does not', () => {
  const dots: Dot[] = [
    [0, 1],
    [300, 2],
    [1200, 3],
  ]
  assert.deepEqual(align([dots], computeGapMs(300_000, 60)), { at: [0, 300, 750, 1200], values: [[1, 2, null, 3]] })
  assert.deepEqual(align([dots], computeGapMs(300_000, 900)).values, [[1, 2, 3]])
  assert.deepEqual(align([dots], computeGapMs(300_000, null)).values, [[1, 2, 3]])
})

test('lines with different times share one axis without breaking each other', () => {
  const lines: Dot[][] = [
    [
      [0, 1],
      [100, 2],
    ],
    [[50, 9]],
  ]
  assert.deepEqual(align(lines, 1_000_000), {
    at: [0, 50, 100],
    values: [
      [1, undefined, 2],
      [undefined, 9, undefined],
    ],
  })
})

test('empty lines give an empty chart', () => {
  assert.deepEqual(align([[], []], 1), { at: [], values: [[], []] })
})

test('a point is isolated when gaps are on both sides, whatever points other lines have', () => {
  assert.deepEqual(findIsolatedPoints([1, null, 2, null, 3, 4]), [0, 2])
  assert.deepEqual(findIsolatedPoints([null, undefined, 5, undefined, null]), [2])
  assert.deepEqual(findIsolatedPoints([1, undefined, 2]), [])
})

test('findNearest returns the nearest time inside, at and beyond the ends', () => {
  const at = [10, 20, 40]
  assert.deepEqual(
    [-5, 14, 16, 29, 31, 99].map((second) => findNearest(at, second)),
    [0, 0, 1, 1, 2, 2],
  )
  assert.equal(findNearest([], 1), null)
  assert.equal(findNearest([7], 100), 0)
})

test('a series has single checks when nearly every point is one check', () => {
  const of = (count: number) => ({ ...point('2026-01-01T00:00:00Z', 5), count })
  assert.equal(isSingle([of(1), of(1)]), true)
  assert.equal(isSingle([...Array.from({ length: 20 }, () => of(1)), of(2)]), true, 'a check on demand')
  assert.equal(isSingle([of(1), of(5)]), false)
})
