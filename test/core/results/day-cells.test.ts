import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CELL_MS, computeTypicalMs, formatCells } from '../../../src/core/results/day-cells.ts'
import type { StatusSpan } from '../../../src/core/results/uptime.ts'

const START = 1_800_000_000_000
const at = (cells: number) => START + cells * CELL_MS

const toCells = (cellsMs: readonly (number | null)[]): Float64Array =>
  Float64Array.from(cellsMs, (ms) => ms ?? Number.NaN)

function format(spans: readonly StatusSpan[], cellsMs: readonly (number | null)[]): string {
  const cells = toCells(cellsMs)
  return formatCells(spans, cells, computeTypicalMs(cells), START)
}

function toSpans(...entries: [from: number, to: number, status: StatusSpan['status'] | 'maintenance'][]): StatusSpan[] {
  return entries.map(([from, to, status]) => {
    const inMaintenance = status === 'maintenance'
    return { from: at(from), to: at(to), status: inMaintenance ? 'down' : status, inMaintenance }
  })
}

for (const [what, spans, expected] of [
  ['a cell of an outage is down', toSpans([0, 1, 'up'], [1, 3, 'down'], [3, 5, 'up']), 'UDDUU'],
  ['a cell with a short outage is down', toSpans([0, 2.3, 'up'], [2.3, 2.4, 'down'], [2.4, 5, 'up']), 'UUDUU'],
  ['a span that ends with a cell is not in the next cell', toSpans([0, 2, 'down'], [2, 4, 'paused']), 'DDPP-'],
  [
    'down replaces degraded, and degraded maintenance',
    toSpans(
      [0, 0.5, 'degraded'],
      [0.5, 1.5, 'down'],
      [1.5, 2.5, 'maintenance'],
      [2.5, 3, 'degraded'],
      [3, 3.2, 'maintenance'],
      [3.2, 4, 'up'],
    ),
    'DDWM-',
  ],
  ['a span before and after the day is cut', toSpans([-3, 1, 'paused'], [1, 9, 'up']), 'PUUUU'],
] as const)
  test(`cells of a day: ${what}`, () => {
    assert.equal(format(spans, Array(5).fill(null)), expected)
  })

test('a response time is a letter by its distance from the typical time', () => {
  const up = toSpans([0, 8, 'up'])
  assert.equal(format(up, [100, 100, 100, 200, 50, 119, null, 100]), 'iiimejUi')
  assert.equal(format(up, [100, 100, 100, 1e9, 0, 1, 100, 100]), 'iiizaaii')
  assert.equal(format(up, [0, 0, 0, 0, 0, 0, 0, 0]), 'iiiiiiii')
})

test('the typical time is the median of the cells that have a response time', () => {
  assert.equal(computeTypicalMs(toCells([null, 30, 10, null, 20])), 20)
  assert.equal(computeTypicalMs(toCells([30, 10, 20, 40])), 25)
  assert.equal(computeTypicalMs(toCells([null])), null)
})
