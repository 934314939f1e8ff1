import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeCrossedAt,
  computeLifetimeDays,
  findCrossedThreshold,
  findNextCrossingAt,
} from '../../../src/core/expiry/certificate-expiry.ts'
import { DAY_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const END = Date.UTC(2026, 5, 1)
const living = (days: number) => ({ validFrom: END - days * DAY_MS, validTo: END })
const YEAR = living(365)

const policy = (expiryWarningDays = [30, 14, 7, 1]) => ({ enabled: true, checkExpiry: true, expiryWarningDays })
const daysBefore = (days: number): number => END - days * DAY_MS

/** Days left, and the threshold crossed by then. */
const CROSSED: Record<string, [life: number, table: [left: number, crossed: number | null][]]> = {
  'a year': [
    365,
    [
      [31, null],
      [30, 30],
      [29, 30],
      [14, 14],
      [8, 14],
      [7, 7],
      [1, 1],
      [0, 1],
      [-20, 1],
    ],
  ],
  '100 days': [
    100,
    [
      [34, null],
      [30, 30],
      [14, 14],
    ],
  ],
  '90 days': [
    90,
    [
      [30.1, null],
      [30, 30],
      [14, 14],
      [7, 7],
      [1, 1],
    ],
  ],
  '45 days': [
    45,
    [
      [30, null],
      [15.1, null],
      [15, 30],
      [14.1, 30],
      [14, 14],
      [7, 7],
    ],
  ],
  '6 days': [
    6,
    [
      [5, null],
      [2.1, null],
      [2, 7],
      [1.1, 7],
      [1, 1],
      [-1, 1],
    ],
  ],
}

for (const [name, [life, table]] of Object.entries(CROSSED))
  test(`a certificate valid for ${name} crosses its thresholds in time, and a short one never in its first two thirds`, () => {
    for (const [left, crossed] of table)
      assert.equal(
        findCrossedThreshold(living(life), policy(), daysBefore(left)),
        crossed,
        `${left} days before its end`,
      )
  })

test('the order and repetition of thresholds do not matter, and no thresholds cause no warning', () => {
  assert.equal(findCrossedThreshold(YEAR, policy([1, 30, 7, 14, 7]), daysBefore(10)), 14)
  assert.equal(findCrossedThreshold(YEAR, policy([]), daysBefore(-1)), null)
})

test('expiry warnings are off when the settings disable them', () => {
  for (const off of [{ enabled: false }, { checkExpiry: false }])
    assert.equal(findCrossedThreshold(YEAR, { ...policy(), ...off }, daysBefore(1)), null)
})

test('a lifetime is counted in whole days, even when it is a second short or negative', () => {
  assert.equal(computeLifetimeDays({ validFrom: 0, validTo: 90 * DAY_MS - SECOND_MS }), 90)
  assert.equal(computeLifetimeDays({ validFrom: END, validTo: END - DAY_MS }), 0)
})

test('nearer thresholds come later, none comes too early, and time only brings nearer ones', () => {
  const random = createSeededRandom(7)
  const any = (most: number): number => Math.floor(random() * most)
  for (let run = 0; run < 2_000; run++) {
    const life = living(1 + any(800))
    const length = life.validTo - life.validFrom
    const days = Array.from({ length: 1 + any(6) }, () => any(400))
    const times = days.toSorted((a, b) => b - a).map((each) => computeCrossedAt(life, each))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.ok(times.every((at) => at <= life.validTo && (length >= 100 * DAY_MS || at >= life.validTo - length / 3)))
    let before = Number.POSITIVE_INFINITY
    for (let left = 420; left >= -5; left -= 5) {
      const crossed = findCrossedThreshold(life, policy(days), daysBefore(left))
      if (crossed === null) {
        assert.equal(before, Number.POSITIVE_INFINITY, 'a crossed threshold stays crossed')
        continue
      }
      assert.ok(crossed <= before && days.includes(crossed))
      before = crossed
    }
  }
})

test('the next crossing is the next nearer threshold, then the expiry, then none', () => {
  const next = (left: number, wish = policy()) => {
    const at = findNextCrossingAt(YEAR, wish, daysBefore(left))
    return at === null ? null : (END - at) / DAY_MS
  }
  assert.deepEqual(
    [60, 30, 29, 14, 2, 1, 0.5, 0, -1].map((left) => next(left)),
    [30, 14, 14, 7, 1, 0, 0, null, null],
  )
  assert.equal(next(60, policy([])), 0)
  assert.equal(next(60, { ...policy(), checkExpiry: false }), null)
  const short = living(6)
  assert.equal(findNextCrossingAt(short, policy(), daysBefore(5)), daysBefore(2))
})
