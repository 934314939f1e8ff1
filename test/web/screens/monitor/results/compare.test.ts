import assert from 'node:assert/strict'
import test from 'node:test'
import { compareIncidents } from '../../../../../web/src/screens/monitor/results/compare.ts'

const span = (from: number, to: number | null) => ({
  started_at: new Date(from * 1000).toISOString(),
  resolved_at: to === null ? null : new Date(to * 1000).toISOString(),
})

test('overlapping incidents match; the rest are added or gone', () => {
  const compared = compareIncidents([span(100, 200), span(500, 600)], [span(150, 300), span(800, 900)])
  assert.deepEqual(
    compared.map(({ verdict, started_at }) => [verdict, Date.parse(started_at) / 1000]),
    [
      ['gone', 800],
      ['added', 500],
      ['kept', 100],
    ],
  )
  assert.ok(compared[2]!.real)
})

test('an open incident matches every later one', () => {
  assert.deepEqual(
    compareIncidents([span(100, null)], [span(5000, 6000)]).map(({ verdict }) => verdict),
    ['kept'],
  )
})
