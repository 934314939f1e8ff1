import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCrossedDays } from '../../../src/core/expiry/expiry-domain.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { MONDAY } from '../../support/time/clock.ts'

const DAYS = [30, 14, 7, 1]
const crossed = (daysLeft: number, thresholds = DAYS) => findCrossedDays(thresholds, MONDAY + daysLeft * DAY_MS, MONDAY)

test('a threshold is crossed from its moment on', () => {
  assert.deepEqual(
    [31, 30.001, 30, 29, 15, 14].map((days) => crossed(days)),
    [null, null, 30, 30, 30, 14],
  )
})

test('the nearest of several crossed thresholds counts, in whatever order they are configured', () => {
  assert.deepEqual(
    [5, 0.5, 0, -20].map((days) => crossed(days)),
    [7, 1, 1, 1],
  )
  assert.equal(crossed(5, [1, 30, 7, 14]), 7)
})

test('a renewal resets all thresholds until their time comes again', () => {
  assert.deepEqual([crossed(1), crossed(366), crossed(30)], [1, null, 30])
})

test('no threshold is crossed without a date or without thresholds', () => {
  assert.equal(findCrossedDays(DAYS, null, MONDAY), null)
  assert.equal(crossed(-1, []), null)
})
