import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { SHARES } from '../../../src/core/probes/shares.ts'
import { computeOpenHour } from '../../../src/core/results/rollup.ts'

const NOON = Date.UTC(2026, 0, 10, 12)

/** Returns how long after noon the preceding hour of a monitor is closed, ms. */
function closesAfter(monitorKey: number): number {
  let [open, closed] = [0, HOUR_MS]
  while (closed - open > 1) {
    const middle = Math.floor((open + closed) / 2)
    if (computeOpenHour(monitorKey, NOON + middle) === NOON) closed = middle
    else open = middle
  }
  return computeOpenHour(monitorKey, NOON) === NOON ? 0 : closed
}

test('the hours of few monitors are rolled up as soon as they are over', () => {
  assert.equal(closesAfter(SHARES), 0)
  for (const key of [1, 10, 50]) assert.ok(closesAfter(key) <= 0.5 * MINUTE_MS, `${key}: ${closesAfter(key)} ms`)
})

test('the hours of many monitors are rolled up one after the other within half an hour', () => {
  const minutes = new Map<number, number>()
  for (let key = 1_000_000; key < 1_000_000 + SHARES; key++) {
    const minute = Math.floor(closesAfter(key) / MINUTE_MS)
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1)
  }
  assert.equal(minutes.size, 30)
  for (const [minute, count] of minutes) assert.ok(Math.abs(count - SHARES / 30) < 2, `minute ${minute}: ${count}`)
})

test('a rolled-up hour does not open again, and no hour stays open longer than the next one', () => {
  for (const key of [1, 77, 2_048, 4_095])
    for (let at = NOON; at < NOON + 3 * HOUR_MS; at += 7 * MINUTE_MS) {
      const open = computeOpenHour(key, at)
      assert.ok(open >= computeOpenHour(key, at - MINUTE_MS))
      assert.ok(open <= at && at - open < 1.5 * HOUR_MS)
      assert.equal(open % HOUR_MS, 0)
    }
})
