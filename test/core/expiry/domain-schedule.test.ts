import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CONFIRM_ABSENCE_MS,
  clampQuietMs,
  computeCheckIntervalMs,
  computeConfirmingCheckAt,
  computeFirstCheckAt,
  computeRegularCheckAt,
  computeRetryCheckAt,
  type DomainPlan,
  getTld,
} from '../../../src/core/expiry/domain-schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { MONDAY } from '../../support/time/clock.ts'

test('the last label of a domain identifies its registry', () => {
  assert.deepEqual(['example.com', 'example.co.uk', 'xn--e1afmkfd.xn--p1ai'].map(getTld), ['com', 'uk', 'xn--p1ai'])
})

const NAMES = Array.from({ length: 100_000 }, (_, index) => `site-${index}.example`)
const FAR = MONDAY + 200 * DAY_MS

test('a domain is looked up daily, and every six hours from a week before to three months after its expiry', () => {
  const at = (days: number) => computeCheckIntervalMs(MONDAY, MONDAY + days * DAY_MS) / HOUR_MS
  assert.deepEqual([-300, -7.01, -7, -1, 0, 1, 89.9, 90, 400].map(at), [24, 24, 6, 6, 6, 6, 6, 24, 24])
  assert.equal(computeCheckIntervalMs(null, MONDAY), DAY_MS)
})

test('domains first looked up in the same minute are spread over the day permanently', () => {
  const perHour = new Map<number, number>()
  for (const name of NAMES) {
    const next = computeRegularCheckAt(name, FAR, MONDAY)
    assert.ok(next > MONDAY + DAY_MS / 2 && next <= MONDAY + 1.5 * DAY_MS)
    const hour = Math.floor((next % DAY_MS) / HOUR_MS)
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1)
  }
  assert.equal(perHour.size, 24)
  for (const [hour, count] of perHour) assert.ok(count > 3_900 && count < 4_450, `${count} in hour ${hour}`)

  let at = MONDAY
  for (let day = 0; day < 5; day++) {
    const next = computeRegularCheckAt('example.com', FAR, at)
    if (day > 0) assert.equal(next - (at - MINUTE_MS), DAY_MS)
    at = next + MINUTE_MS // a lookup takes a while
  }
})

test('lookups near the expiry lie on a grid of six hours', () => {
  const expiresAt = MONDAY + DAY_MS
  const first = computeRegularCheckAt('example.com', expiresAt, MONDAY)
  const second = computeRegularCheckAt('example.com', expiresAt, first + 5_000)
  assert.ok(first > MONDAY + 3 * HOUR_MS && first <= MONDAY + 9 * HOUR_MS)
  assert.equal(second - first, 6 * HOUR_MS)
})

test('failed lookups back off from 15 minutes to the usual interval', () => {
  const minutes = (failures: number, expiresAt: number | null = null) =>
    (computeRetryCheckAt('example.com', { failures, quietUntil: null, expiresAt }, MONDAY) - MONDAY) / MINUTE_MS
  for (const [failures, expected] of [
    [1, 15],
    [2, 30],
    [5, 240],
    [7, 960],
    [8, 1_440],
    [60, 1_440],
  ] as const) {
    assert.ok(minutes(failures) >= expected && minutes(failures) < expected * 1.11, `${failures}: ${minutes(failures)}`)
    assert.equal(minutes(failures), minutes(failures))
  }
  assert.ok(minutes(60, MONDAY) < 6 * 60 * 1.11, 'near the expiry')
})

test('a pause requested by a registry is respected, for at most a day', () => {
  const retryAt = (quietUntil: number) =>
    computeRetryCheckAt('example.com', { failures: 1, quietUntil, expiresAt: null }, MONDAY)
  assert.ok(retryAt(MONDAY + 2 * HOUR_MS) >= MONDAY + 2 * HOUR_MS)
  assert.equal(retryAt(MONDAY + 5_000), retryAt(0), 'the backoff is longer')
  assert.deepEqual([-1, 0, 5_000, 365 * DAY_MS].map(clampQuietMs), [0, 0, 5_000, DAY_MS])
})

test('waits of equal length do not end together', () => {
  const ends = NAMES.slice(0, 1_000).map((name) =>
    computeRetryCheckAt(name, { failures: 1, quietUntil: null, expiresAt: null }, MONDAY),
  )
  assert.ok(new Set(ends).size > 900)
})

test('a domain in doubt is looked up as soon as the second answer counts', () => {
  const at = computeConfirmingCheckAt('example.com', MONDAY, MONDAY + HOUR_MS)
  assert.ok(at >= MONDAY + CONFIRM_ABSENCE_MS && at < MONDAY + CONFIRM_ABSENCE_MS * 1.11)
  const setBack = MONDAY - 400 * DAY_MS
  assert.ok(computeConfirmingCheckAt('example.com', MONDAY, setBack) < setBack + CONFIRM_ABSENCE_MS * 1.11)
})

const known = (over: Partial<DomainPlan> = {}): DomainPlan => ({
  checkedAt: MONDAY - HOUR_MS,
  failures: 0,
  quietUntil: null,
  nextCheckAt: MONDAY + 10 * HOUR_MS,
  claimedUntil: null,
  unwatchedSince: null,
  ...over,
})

test('an unknown domain is looked up at once when a monitor uses it', () => {
  assert.equal(computeFirstCheckAt(null, MONDAY), MONDAY)
  assert.equal(computeFirstCheckAt(known({ unwatchedSince: MONDAY - DAY_MS }), MONDAY), MONDAY)
})

test('a domain with an answer of today is not looked up again', () => {
  assert.equal(computeFirstCheckAt(known(), MONDAY), MONDAY + 10 * HOUR_MS)
  const asking = known({ claimedUntil: MONDAY + 1, failures: 3, nextCheckAt: MONDAY + 1 })
  assert.equal(computeFirstCheckAt(asking, MONDAY), MONDAY + 1)
})

test('a failed lookup is repeated for a new monitor, but not every minute', () => {
  assert.equal(computeFirstCheckAt(known({ failures: 5 }), MONDAY), MONDAY)
  assert.equal(computeFirstCheckAt(known({ failures: 5, claimedUntil: MONDAY - 1 }), MONDAY), MONDAY)
  assert.equal(
    computeFirstCheckAt(known({ failures: 5, checkedAt: MONDAY - 14 * MINUTE_MS }), MONDAY),
    MONDAY + 10 * HOUR_MS,
  )
  const quiet = known({ failures: 5, quietUntil: MONDAY + HOUR_MS })
  assert.equal(computeFirstCheckAt(quiet, MONDAY), MONDAY + HOUR_MS)
  assert.equal(computeFirstCheckAt({ ...quiet, nextCheckAt: MONDAY + 1 }, MONDAY), MONDAY + 1)
})
