import assert from 'node:assert/strict'
import {
  computeTimeInStatus,
  computeUptimePercentage,
  type ExcludedPeriod,
  mergeExcluded,
  type Span,
  type TimeInStatus,
} from '../../../src/core/results/uptime.ts'
import type { Dice } from '../../services/evaluation/model/histories.ts'
import { property } from '../properties.ts'

const STATUSES = ['up', 'down', 'degraded', 'unknown', 'paused'] as const

/** Returns a history without gaps, whose last span may have no end. */
function spansOf(dice: Dice, count: number): Span[] {
  let at = dice.between(0, 50)
  return Array.from({ length: count }, (_, index) => {
    const startedAt = at
    at += dice.happens(0.1) ? 0 : dice.between(1, 40)
    const endedAt = index === count - 1 && dice.happens(0.5) ? null : at
    return { status: dice.one(STATUSES), startedAt, endedAt }
  })
}

const excludedOf = (dice: Dice): ExcludedPeriod[] =>
  Array.from({ length: dice.between(0, 4) }, () => {
    const startsAt = dice.between(-20, 200)
    return { startsAt, endsAt: startsAt + dice.between(0, 60) }
  })

/** Counts every single millisecond. */
function counted(spans: readonly Span[], from: number, to: number, excluded: readonly ExcludedPeriod[]): TimeInStatus {
  const time: TimeInStatus = { up: 0, degraded: 0, down: 0, paused: 0, unknown: 0, maintenance: 0 }
  for (let at = from; at < to; at++) {
    const span = spans.find(({ startedAt, endedAt }) => startedAt <= at && (endedAt === null || at < endedAt))
    const isOut = excluded.some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
    time[isOut ? 'maintenance' : ((span?.status ?? 'unknown') as (typeof STATUSES)[number])]++
  }
  return time
}

const sum = (a: TimeInStatus, b: TimeInStatus): TimeInStatus => ({
  up: a.up + b.up,
  degraded: a.degraded + b.degraded,
  down: a.down + b.down,
  paused: a.paused + b.paused,
  unknown: a.unknown + b.unknown,
  maintenance: a.maintenance + b.maintenance,
})

const total = (time: TimeInStatus): number => Object.values(time).reduce((a, b) => a + b, 0)

property('the time in each status equals a count of every millisecond', 300, (dice) => {
  const spans = spansOf(dice, dice.between(0, 8))
  const excluded = excludedOf(dice)
  const from = dice.between(-10, 150)
  const to = from + dice.between(0, 200)
  assert.deepEqual(computeTimeInStatus(spans, from, to, excluded), counted(spans, from, to, excluded))
})

property('the parts of a period sum up to the whole, and its statuses to its length', 1_000, (dice) => {
  const spans = spansOf(dice, dice.between(1, 12))
  const excluded = excludedOf(dice)
  const [from, cut, to] = [dice.between(-20, 400), dice.between(-20, 400), dice.between(-20, 400)].sort((a, b) => a - b)
  const whole = computeTimeInStatus(spans, from!, to!, excluded)
  const parts = sum(computeTimeInStatus(spans, from!, cut!, excluded), computeTimeInStatus(spans, cut!, to!, excluded))
  assert.deepEqual(parts, whole)
  assert.equal(total(whole), to! - from!)
})

property('maintenance counts once, in any order and division', 500, (dice) => {
  const spans = spansOf(dice, 8)
  const excluded = excludedOf(dice)
  const pieces = excluded.flatMap(({ startsAt, endsAt }) => {
    const middle = dice.between(startsAt, endsAt)
    return [
      { startsAt, endsAt: middle },
      { startsAt: middle, endsAt },
      { startsAt, endsAt },
    ]
  })
  const shuffled = dice.some(pieces, pieces.length)
  assert.deepEqual(computeTimeInStatus(spans, 0, 300, shuffled), computeTimeInStatus(spans, 0, 300, excluded))
  const apart = mergeExcluded(shuffled)
  assert.ok(apart.every((one, index) => index === 0 || one.startsAt > apart[index - 1]!.endsAt))
})

property('uptime lies between 0 and 100, and only downtime reduces it', 500, (dice) => {
  const time = computeTimeInStatus(spansOf(dice, dice.between(1, 8)), 0, 300, excludedOf(dice))
  const percentage = computeUptimePercentage(time)
  if (time.up + time.down + time.degraded === 0) return assert.equal(percentage, null)
  assert.ok(percentage! >= 0 && percentage! <= 100)
  assert.equal(percentage === 100, time.down === 0)
  assert.equal(percentage === 0, time.up + time.degraded === 0)
})
