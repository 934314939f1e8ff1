import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeGridOffsetMs,
  computeNextDueAt,
  computeOverdueFrom,
  computeRecheckAt,
  computeRetryDelayMs,
  countSlotsBetween,
  isOnGrid,
  type OverdueMonitor,
  planCatchUp,
} from '../../../src/core/probes/schedule.ts'
import { computeStableHash } from '../../../src/core/probes/shares.ts'
import { NO_COUNTERS, type RegionCounters } from '../../../src/core/results/state.ts'
import { seeded } from '../../probe/seeded.ts'

const at = (clock: string): number => Date.parse(`2026-01-31T${clock}Z`)
const counters = (change: Partial<RegionCounters>): RegionCounters => ({ ...NO_COUNTERS, opinion: 'up', ...change })

/** Ids of version 7 from the same millisecond share their first half: the worst case for a hash. */
const neighbouringIds = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `019c1a2b-3c4d-7000-8000-${i.toString(16).padStart(12, '0')}`)

test('a grid offset is stable, lies within the interval, and differs by monitor and region', () => {
  const place = computeGridOffsetMs('019c1a2b-3c4d-7000-8000-000000000001', 'eu-1', 60)
  assert.equal(place, computeGridOffsetMs('019c1a2b-3c4d-7000-8000-000000000001', 'eu-1', 60))
  assert.notEqual(place, computeGridOffsetMs('019c1a2b-3c4d-7000-8000-000000000001', 'eu-2', 60))
  assert.notEqual(place, computeGridOffsetMs('019c1a2b-3c4d-7000-8000-000000000002', 'eu-1', 60))
  for (const id of neighbouringIds(100)) {
    const offset = computeGridOffsetMs(id, 'eu-1', 30)
    assert.ok(offset % 10 === 0 && offset >= 0 && offset < 30_000, `${offset}`)
  }
})

test('a due time is on the grid with the offset before and after rounding, and at no other time', () => {
  const id = '019c1a2b-3c4d-7000-8000-000000000001'
  const rounded = at('12:00:00') + computeGridOffsetMs(id, 'eu-1', 60)
  const exact = at('12:00:00') + (computeStableHash(`${id}/eu-1`) % 60_000)
  assert.ok(exact > rounded && exact < rounded + 10)
  for (let dueAt = rounded - 10; dueAt < rounded + 20; dueAt++)
    assert.equal(isOnGrid(id, 'eu-1', 60, dueAt), dueAt === rounded || dueAt === exact, `${dueAt - rounded}`)
})

for (const intervalSeconds of [30, 60, 300, 86_400]) {
  test(`equal intervals of ${intervalSeconds} s are spread evenly over the interval`, () => {
    const buckets = new Array<number>(60).fill(0)
    const perBucket = 500
    for (const id of neighbouringIds(60 * perBucket)) {
      const offset = computeGridOffsetMs(id, 'local', intervalSeconds)
      buckets[Math.floor((offset / (intervalSeconds * 1000)) * 60)]! += 1
    }
    // Chi-squared with 59 degrees of freedom stays below 98.3 with a probability of 0.999
    const chiSquared = buckets.reduce((sum, count) => sum + (count - perBucket) ** 2 / perBucket, 0)
    assert.ok(chiSquared < 98.3, `chi squared ${chiSquared}`)
  })
}

const DUE_CASES: [what: string, offsetMs: number, intervalSeconds: number, now: number, due: number][] = [
  ['before the first slot of a minute', 5_000, 60, at('12:00:00.000'), at('12:00:05.000')],
  ['one millisecond before a slot', 5_000, 60, at('12:00:04.999'), at('12:00:05.000')],
  ['exactly on a slot', 5_000, 60, at('12:00:05.000'), at('12:01:05.000')],
  ['one millisecond after a slot', 5_000, 60, at('12:00:05.001'), at('12:01:05.000')],
  ['an offset of zero', 0, 300, at('12:00:00.000'), at('12:05:00.000')],
  ['the last millisecond of an interval', 29_999, 30, at('12:00:29.998'), at('12:00:29.999')],
  ['once a day', 3_600_000, 86_400, at('12:00:00.000'), at('01:00:00.000') + 86_400_000],
  ['a clock before its epoch', 10, 30, -1, 10],
]
for (const [what, offsetMs, intervalSeconds, now, due] of DUE_CASES)
  test(`the next slot is later than now and on the grid: ${what}`, () => {
    assert.equal(computeNextDueAt(offsetMs, intervalSeconds, now), due)
  })

const SLOT_CASES: [what: string, from: number, to: number, count: number][] = [
  ['no slot between two slots', at('12:00:06'), at('12:01:04'), 0],
  ['the end counts', at('12:00:06'), at('12:01:05'), 1],
  ['the beginning does not', at('12:00:05'), at('12:01:04'), 0],
  ['an hour', at('12:00:00'), at('13:00:00'), 60],
  ['no time', at('12:00:05'), at('12:00:05'), 0],
  ['time that runs backwards', at('13:00:00'), at('12:00:00'), 0],
]
for (const [what, from, to, count] of SLOT_CASES)
  test(`the number of slots between two moments: ${what}`, () => {
    assert.equal(countSlotsBetween(5_000, 60, from, to), count)
  })

test('stepping from slot to slot visits as many slots as are counted', () => {
  const [from, to] = [at('11:59:58.765'), at('12:47:12.345')]
  for (const id of neighbouringIds(50)) {
    const offset = computeGridOffsetMs(id, 'local', 35)
    let walked = 0
    for (let due = computeNextDueAt(offset, 35, from); due <= to; due = computeNextDueAt(offset, 35, due)) walked += 1
    assert.equal(walked, countSlotsBetween(offset, 35, from, to))
  }
})

const AGAIN_CASES: [what: string, repeatAfterMs: number | null, endedAt: number, due: number][] = [
  ['no repeat is needed: the slot', null, at('12:00:05.200'), at('12:01:05.000')],
  ['a repeat in ten seconds', 10_000, at('12:00:05.200'), at('12:00:15.200')],
  ['a slot before the repeat replaces the repeat', 10_000, at('12:00:58.000'), at('12:01:05.000')],
  ['a repeat on the slot is one check', 10_000, at('12:00:55.000'), at('12:01:05.000')],
  ['a repeat after more than an interval', 400_000, at('12:00:05.200'), at('12:01:05.000')],
]
for (const [what, repeatAfterMs, endedAt, due] of AGAIN_CASES)
  test(`the check after a check: ${what}`, () => {
    assert.equal(computeRecheckAt(5_000, 60, repeatAfterMs, endedAt), due)
  })

test('the delay after an inconclusive check doubles, and grows with the number of affected monitors', () => {
  assert.deepEqual(
    [1, 2, 3, 6].map((run) => computeRetryDelayMs(300, run, 1)),
    [10_000, 20_000, 40_000, 320_000],
  )
  assert.equal(computeRetryDelayMs(15, 1, 1), 5_000)
  assert.deepEqual(
    [1_000, 10_000, 100_000].map((affected) => computeRetryDelayMs(300, 1, affected)),
    [10_000, 100_000, 1_000_000],
  )
})

test('a monitor is overdue an interval after its last check, and earlier when that check needs confirmation', () => {
  const checkedAt = at('12:00:00.000')
  assert.equal(computeOverdueFrom(300, counters({ passes: 1 }), checkedAt), at('12:05:00.000'))
  assert.equal(computeOverdueFrom(300, counters({ failures: 1 }), checkedAt), at('12:00:10.000'))
  assert.equal(computeOverdueFrom(300, counters({ opinion: 'down', failures: 9 }), checkedAt), at('12:05:00.000'))
  assert.ok(computeOverdueFrom(86_400, NO_COUNTERS, 0) < at('12:00:00.000'))
})

const overdue = (change: Partial<OverdueMonitor> = {}): OverdueMonitor => ({
  host: 'one.example.com',
  isFailing: false,
  lateness: 0,
  dueInMs: 3_600_000,
  ...change,
})

/** Planned check of each monitor, ms; null when none is needed. */
function turnsOf(monitors: readonly OverdueMonitor[]): (number | null)[] {
  const turns = new Array<number | null>(monitors.length).fill(null)
  for (const { index, afterMs } of planCatchUp(monitors)) turns[index] = afterMs
  return turns
}

test('failing monitors are caught up first, then the latest ones relative to their interval', () => {
  const facts = [{ lateness: 0.1 }, { lateness: 7 }, { isFailing: true }, { lateness: 2 }]
  assert.deepEqual(turnsOf(facts.map((fact, i) => overdue({ ...fact, host: `host-${i}` }))), [30, 10, 0, 20])
})

test('a check on the grid shortly after a planned check replaces it, and delays no other check', () => {
  const facts = [{ lateness: 3, dueInMs: 5_000 }, { lateness: 2 }, { lateness: 1, dueInMs: 5_011 }]
  assert.deepEqual(turnsOf(facts.map((fact, i) => overdue({ ...fact, host: `host-${i}` }))), [null, 0, 10])
})

test('200 monitors of one host are caught up within 10 s at 20 per second, without delaying other hosts', () => {
  const [one, other] = [overdue({ lateness: 1 }), overdue({ host: 'other.example.com' })]
  const turns = turnsOf([...new Array<OverdueMonitor>(200).fill(one), other]) as number[]
  assert.ok(turns.pop()! <= 2_000)
  assert.deepEqual([Math.max(...turns), countOfBusiest(turns)], [199 * 50, 20])
})

/** Maximum number of checks within a second. */
function countOfBusiest(turns: readonly number[]): number {
  const sorted = turns.toSorted((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, turn] of sorted.entries()) {
    while (sorted[first]! <= turn - 1_000) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** Simulates a long pause: each monitor is at a different point of its interval. */
function fleet(count: number, intervalSeconds: number): OverdueMonitor[] {
  const random = seeded(count)
  return Array.from({ length: count }, (_, i) =>
    overdue({ host: `host-${i}`, lateness: random(), dueInMs: 1 + Math.floor(random() * intervalSeconds * 1_000) }),
  )
}

for (const [count, intervalSeconds, withinSeconds, perSecond] of [
  [1, 300, 5, 1],
  [50, 300, 6, 50],
  [1_000, 300, 15, 101],
  [5_000, 300, 15, 501],
  [100_000, 300, 150, 501],
  [100_000, 60, 60, 501],
] as const)
  test(`${count} monitors at ${intervalSeconds} s are caught up within ${withinSeconds} s, without a burst`, () => {
    const monitors = fleet(count, intervalSeconds)
    const turns = turnsOf(monitors)
    let latestMs = 0
    for (const [i, turn] of turns.entries()) latestMs = Math.max(latestMs, turn ?? monitors[i]!.dueInMs)
    assert.ok(latestMs <= withinSeconds * 1_000, `${latestMs} ms`)
    assert.ok(countOfBusiest(turns.filter((turn) => turn !== null)) <= perSecond)
  })

test('100,000 overdue monitors are spread evenly', () => {
  const perSecond = Map.groupBy(planCatchUp(fleet(100_000, 300)), ({ afterMs }) => Math.floor(afterMs / 1_000))
  const counts = [...perSecond.values()].map((turns) => turns.length).slice(0, -1)
  assert.deepEqual([Math.min(...counts), Math.max(...counts)], [500, 500])
})
