import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { FRESH_PACE, gapMs, paceAfterAnswer, paceAfterRefusal, restMs } from '../../src/registries/pace.ts'

const NOW = Date.UTC(2026, 0, 5)

test('who was never asked may be asked at once', () => {
  assert.deepEqual([restMs(FRESH_PACE, NOW), gapMs(FRESH_PACE, NOW, 1_000)], [0, 0])
})

test('after an answer there is a gap', () => {
  const pace = paceAfterAnswer(NOW)
  assert.deepEqual(
    [gapMs(pace, NOW, 1_000), gapMs(pace, NOW + 400, 1_000), gapMs(pace, NOW + 1_000, 1_000)],
    [1_000, 600, 0],
  )
})

test('who asks to be left alone is left alone for as long', () => {
  const pace = paceAfterRefusal(FRESH_PACE, NOW, 90_000)
  assert.deepEqual([restMs(pace, NOW), restMs(pace, NOW + 89_999), restMs(pace, NOW + 90_000)], [90_000, 1, 0])
})

test('without a word the rest doubles, up to six hours, and an answer ends the row', () => {
  let pace = FRESH_PACE
  const rests: number[] = []
  for (let refusal = 0; refusal < 9; refusal++) {
    pace = paceAfterRefusal(pace, NOW, null)
    rests.push(restMs(pace, NOW) / MINUTE_MS)
  }
  assert.deepEqual(rests, [5, 10, 20, 40, 80, 160, 320, 360, 360])
  assert.equal(restMs(paceAfterRefusal(paceAfterAnswer(NOW), NOW, null), NOW), 5 * MINUTE_MS)
})

test('a wish is believed within reason', () => {
  assert.equal(restMs(paceAfterRefusal(FRESH_PACE, NOW, 400 * DAY_MS), NOW), DAY_MS)
  assert.equal(restMs(paceAfterRefusal(FRESH_PACE, NOW, 0), NOW), 1_000)
})

test('a clock that is set back makes no wait longer than the rule', () => {
  assert.equal(gapMs(paceAfterAnswer(NOW), NOW - 5 * HOUR_MS, 1_000), 1_000)
  assert.equal(restMs(paceAfterRefusal(FRESH_PACE, NOW, null), NOW - 400 * DAY_MS), 0)
})
