import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Piece } from '../../../src/core/maintenance/maintenance-progress.ts'
import {
  compareSpans,
  findMaintenanceAt,
  type MaintenanceSpan,
} from '../../../src/core/maintenance/maintenance-span.ts'

const NOW = 1_000

const span = (monitorKey: number, startsAt: number, endsAt: number): MaintenanceSpan => ({
  windowId: 'w',
  monitorKey,
  startsAt,
  endsAt,
})

const piece = (startsAt: number, endsAt: number, isNew = false): Piece => ({ startsAt, endsAt, isNew })

/** `+1:900-2000` is inserted, `>` moved, `-` deleted. */
function changed(known: MaintenanceSpan[], pieces: Piece[], monitorKeys: number[]): string {
  const { inserted, moved, deleted } = compareSpans({ windowId: 'w', pieces, monitorKeys }, known, NOW)
  const word = (sign: string) => (each: MaintenanceSpan) => `${sign}${each.monitorKey}:${each.startsAt}-${each.endsAt}`
  return [...inserted.map(word('+')), ...moved.map(word('>')), ...deleted.map(word('-'))].join(' ')
}

const CASES: [what: string, known: MaintenanceSpan[], pieces: Piece[], keys: number[], expected: string][] = [
  ['a new piece is inserted for each monitor', [], [piece(1_100, 2_000, true)], [1, 2], '+1:1100-2000 +2:1100-2000'],
  ['a stored span stays', [span(1, 1_100, 2_000)], [piece(1_100, 2_000)], [1], ''],
  ['a span in effect stays', [span(1, 900, 2_000)], [piece(900, 2_000)], [1], ''],
  ['a past new piece is inserted', [], [piece(100, 200, true)], [1], '+1:100-200'],
  ['a past stored piece stays unchanged', [], [piece(100, 200)], [1], ''],
  ['a new window that has begun is inserted from its start', [], [piece(900, 2_000, true)], [1], '+1:900-2000'],
  [
    'a monitor added late is in maintenance from now on',
    [span(1, 900, 2_000)],
    [piece(900, 2_000)],
    [1, 2],
    '+2:1000-2000',
  ],
  ['a monitor added late keeps its span', [span(2, 950, 2_000)], [piece(900, 2_000)], [2], ''],
  [
    'a removed monitor leaves maintenance now',
    [span(1, 900, 2_000), span(2, 900, 2_000)],
    [piece(900, 2_000)],
    [2],
    '>1:900-1000',
  ],
  [
    'a monitor removed before the start has no span',
    [span(1, 1_100, 2_000)],
    [piece(1_100, 2_000)],
    [],
    '-1:1100-2000',
  ],
  ['a cancelled window ends now', [span(1, 900, 2_000), span(1, 3_000, 4_000)], [], [1], '>1:900-1000 -1:3000-4000'],
  ['a prolonged window ends later', [span(1, 900, 2_000)], [piece(900, 3_000, true)], [1], '>1:900-3000'],
  [
    'a prolonged window also prolongs spans that began late',
    [span(1, 950, 2_000)],
    [piece(900, 3_000, true)],
    [1],
    '>1:950-3000',
  ],
  [
    'a window whose start moves to an earlier time continues',
    [span(1, 900, 2_000)],
    [piece(800, 2_500, true)],
    [1],
    '>1:900-2500',
  ],
  [
    'a postponed window ends and begins again',
    [span(1, 900, 2_000)],
    [piece(1_100, 2_000, true)],
    [1],
    '+1:1100-2000 >1:900-1000',
  ],
  ['the end of a future span moves', [span(1, 1_100, 2_000)], [piece(1_100, 3_000, true)], [1], '>1:1100-3000'],
  [
    'two overlapping pieces are both stored',
    [],
    [piece(800, 1_200, true), piece(900, 1_500, true)],
    [1],
    '+1:800-1200 +1:900-1500',
  ],
]
for (const [what, known, pieces, keys, expected] of CASES)
  test(what, () => assert.equal(changed(known, pieces, keys), expected))

test('the maintenance at a moment includes all adjacent spans', () => {
  const spans = [span(1, 100, 200), span(1, 200, 300), span(1, 150, 250), span(1, 301, 400)]
  assert.deepEqual(findMaintenanceAt(spans, 199), { startsAt: 100, endsAt: 300 })
  assert.equal(findMaintenanceAt(spans, 300), null)
  assert.equal(findMaintenanceAt(spans, 99), null)
  assert.deepEqual(findMaintenanceAt(spans, 301), { startsAt: 301, endsAt: 400 })
})
