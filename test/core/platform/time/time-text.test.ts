import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatBetweenText,
  formatDaysAheadText,
  formatDurationText,
  formatMomentText,
} from '../../../../src/core/platform/time/time.ts'

const DURATIONS: [seconds: number, words: string][] = [
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [303, '5 min 3 s'],
  [3_600, '1 h'],
  [3_601, '1 h'],
  [100_000, '1 d 3 h'],
]
for (const [seconds, words] of DURATIONS)
  test(`${seconds} s are ${words}`, () => assert.equal(formatDurationText(seconds), words))

test('a moment of today is formatted without its date', () => {
  const sentAt = '2026-01-05T23:59:00.000Z'
  assert.equal(formatMomentText('2026-01-05T00:01:59.000Z', sentAt), '00:01 UTC')
  assert.equal(formatMomentText('2026-01-04T23:59:00.000Z', sentAt), '2026-01-04 23:59 UTC')
})

test('a duration is not negative when the clock was set back', () => {
  assert.equal(formatBetweenText('2026-01-05T12:00:03.000Z', '2026-01-05T12:05:06.000Z'), '5 min 3 s')
  assert.equal(formatBetweenText('2026-01-05T12:00:03.000Z', '2026-01-05T12:00:00.000Z'), '0 s')
})

test('days ahead use the singular and the plural', () => {
  assert.deepEqual([14, 1].map(formatDaysAheadText), ['in 14 days', 'in 1 day'])
})
