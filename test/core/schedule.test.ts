import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAgainAt, checkFirstAt, gridOffsetMs, nextDueAt, slotsBetween } from '../../src/core/schedule.ts'
import { NO_COUNTERS, type RegionCounters } from '../../src/core/state.ts'

const at = (clock: string): number => Date.parse(`2026-01-31T${clock}Z`)
const counters = (change: Partial<RegionCounters>): RegionCounters => ({ ...NO_COUNTERS, opinion: 'up', ...change })

/** Ids of version 7 made in the same millisecond share their first half: the worst case for a hash. */
const neighbouringIds = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `019c1a2b-3c4d-7000-8000-${i.toString(16).padStart(12, '0')}`)

test('a place on the grid is the same every time, within the interval, and differs by monitor and region', () => {
  const place = gridOffsetMs('019c1a2b-3c4d-7000-8000-000000000001', 'eu-1', 60)
  assert.equal(place, gridOffsetMs('019c1a2b-3c4d-7000-8000-000000000001', 'eu-1', 60))
  assert.notEqual(place, gridOffsetMs('019c1a2b-3c4d-7000-8000-000000000001', 'eu-2', 60))
  assert.notEqual(place, gridOffsetMs('019c1a2b-3c4d-7000-8000-000000000002', 'eu-1', 60))
  for (const id of neighbouringIds(100)) {
    const offset = gridOffsetMs(id, 'eu-1', 30)
    assert.ok(Number.isInteger(offset) && offset >= 0 && offset < 30_000, `${offset}`)
  }
})

for (const intervalSeconds of [30, 60, 300, 86_400]) {
  test(`equal intervals of ${intervalSeconds} s spread evenly over the interval`, () => {
    const buckets = new Array<number>(60).fill(0)
    const perBucket = 500
    for (const id of neighbouringIds(60 * perBucket)) {
      const offset = gridOffsetMs(id, 'local', intervalSeconds)
      buckets[Math.floor((offset / (intervalSeconds * 1000)) * 60)]! += 1
    }
    // Chi squared with 59 degrees of freedom stays under 98.3 with probability 0.999
    const chiSquared = buckets.reduce((sum, count) => sum + (count - perBucket) ** 2 / perBucket, 0)
    assert.ok(chiSquared < 98.3, `chi squared ${chiSquared}`)
  })
}

const DUE_CASES: [what: string, offsetMs: number, intervalSeconds: number, now: number, due: number][] = [
  ['before the first slot of a minute', 5_000, 60, at('12:00:00.000'), at('12:00:05.000')],
  ['one millisecond before a slot', 5_000, 60, at('12:00:04.999'), at('12:00:05.000')],
  ['exactly on a slot', 5_000, 60, at('12:00:05.000'), at('12:01:05.000')],
  ['one millisecond after a slot', 5_000, 60, at('12:00:05.001'), at('12:01:05.000')],
  ['an offset of nothing', 0, 300, at('12:00:00.000'), at('12:05:00.000')],
  ['the last millisecond of an interval', 29_999, 30, at('12:00:29.998'), at('12:00:29.999')],
  ['once a day', 3_600_000, 86_400, at('12:00:00.000'), at('01:00:00.000') + 86_400_000],
  ['a clock that stands before its epoch', 10, 30, -1, 10],
]
for (const [what, offsetMs, intervalSeconds, now, due] of DUE_CASES)
  test(`the next slot is later than now and on the grid: ${what}`, () => {
    assert.equal(nextDueAt(offsetMs, intervalSeconds, now), due)
  })

const SLOT_CASES: [what: string, from: number, to: number, count: number][] = [
  ['nothing between two slots', at('12:00:06'), at('12:01:04'), 0],
  ['the end counts', at('12:00:06'), at('12:01:05'), 1],
  ['the beginning does not', at('12:00:05'), at('12:01:04'), 0],
  ['an hour', at('12:00:00'), at('13:00:00'), 60],
  ['no time', at('12:00:05'), at('12:00:05'), 0],
  ['time that runs backwards', at('13:00:00'), at('12:00:00'), 0],
]
for (const [what, from, to, count] of SLOT_CASES)
  test(`slots between two moments: ${what}`, () => {
    assert.equal(slotsBetween(5_000, 60, from, to), count)
  })

test('walking from slot to slot meets as many as are counted', () => {
  const [from, to] = [at('11:59:58.765'), at('12:47:12.345')]
  for (const id of neighbouringIds(50)) {
    const offset = gridOffsetMs(id, 'local', 35)
    let walked = 0
    for (let due = nextDueAt(offset, 35, from); due <= to; due = nextDueAt(offset, 35, due)) walked += 1
    assert.equal(walked, slotsBetween(offset, 35, from, to))
  }
})

const AGAIN_CASES: [what: string, after: Partial<RegionCounters>, endedAt: number, due: number][] = [
  ['nothing in doubt: the grid', { passes: 3 }, at('12:00:05.200'), at('12:01:05.000')],
  ['a failure: ten seconds later', { failures: 1 }, at('12:00:05.200'), at('12:00:15.200')],
  ['down and still failing: the grid', { opinion: 'down', failures: 4 }, at('12:00:05.200'), at('12:01:05.000')],
  ['a pass while down: ten seconds later', { opinion: 'down', passes: 1 }, at('12:00:05.200'), at('12:00:15.200')],
  ['a slot before the repeat serves as the repeat', { failures: 1 }, at('12:00:58.000'), at('12:01:05.000')],
  ['the repeat on the very slot is one check', { failures: 1 }, at('12:00:55.000'), at('12:01:05.000')],
]
for (const [what, after, endedAt, due] of AGAIN_CASES)
  test(`the check after a check: ${what}`, () => {
    assert.equal(checkAgainAt(5_000, 60, counters(after), endedAt), due)
  })

test('a probe that starts checks on the grid, and what is in doubt within the usual wait, spread over it', () => {
  const now = at('12:00:00.000')
  assert.equal(checkFirstAt(30_000, 60, counters({ passes: 1 }), now), now + 30_000)
  assert.equal(checkFirstAt(30_000, 60, counters({ failures: 1 }), now), now + 5_001)
  assert.equal(checkFirstAt(59_999, 60, counters({ opinion: 'down', passes: 1 }), now), now + 10_000)
  assert.equal(checkFirstAt(1_000, 60, counters({ opinion: 'down', failures: 9 }), now), now + 1_000)
})
