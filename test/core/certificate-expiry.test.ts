import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crossedAt, lifetimeDays, stepExpiry, warningDays } from '../../src/core/certificate-expiry.ts'
import { DAY_MS, SECOND_MS } from '../../src/core/time.ts'
import { seededRandom } from '../support/random.ts'

const END = Date.UTC(2026, 5, 1)
const living = (days: number) => ({ validFrom: END - days * DAY_MS, validTo: END })
const YEAR = living(365)

const policy = (expiryWarningDays = [30, 14, 7, 1]) => ({ enabled: true, checkExpiry: true, expiryWarningDays })
const daysBefore = (days: number): number => END - days * DAY_MS

/** Days left, and the threshold that is crossed then. */
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
  test(`a certificate that lives ${name} crosses its thresholds in time, and never in its first two thirds if short`, () => {
    for (const [left, crossed] of table)
      assert.equal(warningDays(living(life), policy(), daysBefore(left)), crossed, `${left} days before its end`)
  })

test('the order of the thresholds and repeated ones make no difference, and without any nothing is crossed', () => {
  assert.equal(warningDays(YEAR, policy([1, 30, 7, 14, 7]), daysBefore(10)), 14)
  assert.equal(warningDays(YEAR, policy([]), daysBefore(-1)), null)
})

test('nobody is warned who does not want to be', () => {
  for (const off of [{ enabled: false }, { checkExpiry: false }])
    assert.equal(warningDays(YEAR, { ...policy(), ...off }, daysBefore(1)), null)
})

test('a life is counted in whole days, be it a second short of them or in reverse', () => {
  assert.equal(lifetimeDays({ validFrom: 0, validTo: 90 * DAY_MS - SECOND_MS }), 90)
  assert.equal(lifetimeDays({ validFrom: END, validTo: END - DAY_MS }), 0)
})

test('whatever the life and the thresholds: nearer ones come later, none too early, and time only brings nearer ones', () => {
  const random = seededRandom(7)
  const any = (most: number): number => Math.floor(random() * most)
  for (let run = 0; run < 2_000; run++) {
    const life = living(1 + any(800))
    const length = life.validTo - life.validFrom
    const days = Array.from({ length: 1 + any(6) }, () => any(400))
    const times = days.toSorted((a, b) => b - a).map((each) => crossedAt(life, each))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.ok(times.every((at) => at <= life.validTo && (length >= 100 * DAY_MS || at >= life.validTo - length / 3)))
    let before = Number.POSITIVE_INFINITY
    for (let left = 420; left >= -5; left -= 5) {
      const crossed = warningDays(life, policy(days), daysBefore(left))
      if (crossed === null) {
        assert.equal(before, Number.POSITIVE_INFINITY, 'a threshold that was crossed stays so')
        continue
      }
      assert.ok(crossed <= before && days.includes(crossed))
      before = crossed
    }
  }
})

const shown = (fingerprint256: string, end = END) => ({ fingerprint256, validFrom: end - 365 * DAY_MS, validTo: end })
const NONE = { kind: 'none' }
const CLEAR = { kind: 'clear' }
const warn = (days: number) => ({ kind: 'warn', days })

test('each threshold is told once, and one that was slept through is not made up for', () => {
  const steps = [60, 29, 28, 6, 5, 0.5, -3].map((left, index, all) => {
    const told = all.slice(0, index).map((past) => warningDays(YEAR, policy(), daysBefore(past)))
    const last = told.findLast((days) => days !== null)
    const warned = last === undefined ? null : { fingerprint256: 'A', days: last! }
    return stepExpiry(warned, shown('A'), policy(), daysBefore(left))
  })
  assert.deepEqual(steps, [NONE, warn(30), NONE, warn(7), NONE, warn(1), NONE])
})

test('a renewal ends the warning and arms the thresholds anew, even when the new one is near its end as well', () => {
  const warned = { fingerprint256: 'A', days: 7 }
  assert.deepEqual(stepExpiry(warned, shown('B', END + 300 * DAY_MS), policy(), daysBefore(5)), CLEAR)
  assert.deepEqual(stepExpiry(null, shown('B', END + 300 * DAY_MS), policy(), daysBefore(5)), NONE)
  assert.deepEqual(stepExpiry(warned, shown('B', END + 7 * DAY_MS), policy(), daysBefore(5)), warn(14))
  const again = { fingerprint256: 'B', days: 14 }
  assert.deepEqual(stepExpiry(again, shown('B', END + 7 * DAY_MS), policy(), daysBefore(-1)), warn(7))
})

test('a warning that nobody wants any more, or whose threshold was taken away, is over', () => {
  const warned = { fingerprint256: 'A', days: 30 }
  assert.deepEqual(stepExpiry(warned, shown('A'), { ...policy(), checkExpiry: false }, daysBefore(20)), CLEAR)
  assert.deepEqual(stepExpiry(warned, shown('A'), policy([7]), daysBefore(20)), CLEAR)
})
