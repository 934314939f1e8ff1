import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDaysLeft, describeExpiry, formatMoment } from '../../../src/core/expiry/expiry-alert.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'

test('days left are whole days, and less than an hour below a day counts as a day', () => {
  const days = [14 * DAY_MS, 14 * DAY_MS - 1, 14 * DAY_MS - 2 * HOUR_MS, HOUR_MS, 0, -2 * HOUR_MS]
  assert.deepEqual(
    days.map((ms) => countDaysLeft(ms, 0)),
    [14, 14, 13, 0, 0, -1],
  )
})

test('an expiry is described by its distance until it has passed', () => {
  const words = (ms: number, days = 7) => describeExpiry(days, ms, 0)
  assert.equal(words(5 * DAY_MS), 'expires in 5 days')
  assert.equal(words(DAY_MS), 'expires in 1 day')
  assert.equal(words(HOUR_MS), 'expires in less than a day')
  assert.equal(words(-DAY_MS, 0), 'has expired')
  assert.equal(words(-1), 'has expired')
})

test('a moment is formatted in UTC', () => {
  assert.equal(formatMoment(Date.UTC(2026, 0, 31, 12)), '2026-01-31 12:00:00 UTC')
})
