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

/** `+1:900-2000` is written, `>` moved, `-` deleted. */
function changed(known: MaintenanceSpan[], pieces: Piece[], monitorKeys: number[]): string {
  const { inserted, moved, deleted } = compareSpans('w', known, pieces, monitorKeys, NOW)
  const word = (sign: string) => (each: MaintenanceSpan) => `${sign}${each.monitorKey}:${each.startsAt}-${each.endsAt}`
  return [...inserted.map(word('+')), ...moved.map(word('>')), ...deleted.map(word('-'))].join(' ')
}

const CASES: [what: string, known: MaintenanceSpan[], pieces: Piece[], keys: number[], expected: string][] = [
  ['what is new is written for each monitor', [], [piece(1_100, 2_000, true)], [1, 2], '+1:1100-2000 +2:1100-2000'],
  ['what is written already stays', [span(1, 1_100, 2_000)], [piece(1_100, 2_000)], [1], ''],
  ['what is in effect stays', [span(1, 900, 2_000)], [piece(900, 2_000)], [1], ''],
  ['what is over and new was missed', [], [piece(100, 200, true)], [1], '+1:100-200'],
  ['what is over and was written stays as it was', [], [piece(100, 200)], [1], ''],
  ['a new window that began is written from its beginning', [], [piece(900, 2_000, true)], [1], '+1:900-2000'],
  ['whoever comes late is in from now on', [span(1, 900, 2_000)], [piece(900, 2_000)], [1, 2], '+2:1000-2000'],
  ['and stays so', [span(2, 950, 2_000)], [piece(900, 2_000)], [2], ''],
  [
    'whoever leaves is out from now on',
    [span(1, 900, 2_000), span(2, 900, 2_000)],
    [piece(900, 2_000)],
    [2],
    '>1:900-1000',
  ],
  ['whoever leaves before it begins was never in', [span(1, 1_100, 2_000)], [piece(1_100, 2_000)], [], '-1:1100-2000'],
  ['called off, it ends now', [span(1, 900, 2_000), span(1, 3_000, 4_000)], [], [1], '>1:900-1000 -1:3000-4000'],
  ['prolonged, it ends later', [span(1, 900, 2_000)], [piece(900, 3_000, true)], [1], '>1:900-3000'],
  ['prolonged, so does what began late', [span(1, 950, 2_000)], [piece(900, 3_000, true)], [1], '>1:950-3000'],
  ['a beginning that is moved back goes on', [span(1, 900, 2_000)], [piece(800, 2_500, true)], [1], '>1:900-2500'],
  [
    'put off, it ends and begins again',
    [span(1, 900, 2_000)],
    [piece(1_100, 2_000, true)],
    [1],
    '+1:1100-2000 >1:900-1000',
  ],
  ['the end of what is ahead moves', [span(1, 1_100, 2_000)], [piece(1_100, 3_000, true)], [1], '>1:1100-3000'],
  [
    'two that overlap are both kept',
    [],
    [piece(800, 1_200, true), piece(900, 1_500, true)],
    [1],
    '+1:800-1200 +1:900-1500',
  ],
]
for (const [what, known, pieces, keys, expected] of CASES)
  test(what, () => assert.equal(changed(known, pieces, keys), expected))

test('a moment falls into all maintenance around it that has no gap', () => {
  const spans = [span(1, 100, 200), span(1, 200, 300), span(1, 150, 250), span(1, 301, 400)]
  assert.deepEqual(findMaintenanceAt(spans, 199), { startsAt: 100, endsAt: 300 })
  assert.equal(findMaintenanceAt(spans, 300), null)
  assert.equal(findMaintenanceAt(spans, 99), null)
  assert.deepEqual(findMaintenanceAt(spans, 301), { startsAt: 301, endsAt: 400 })
})
