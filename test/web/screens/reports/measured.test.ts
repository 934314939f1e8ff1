import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findShortMeasurement } from '../../../../web/src/screens/reports/measured.ts'

const MONTH = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }
const DAY = 86_400
const SECONDS = { up: 0, degraded: 0, down: 0, paused: 0, unknown: 0, maintenance: 0 }

const find = (over: Partial<typeof SECONDS>, created_at = '2026-01-01T00:00:00Z', deleted_at: string | null = null) =>
  findShortMeasurement({ created_at, deleted_at, seconds: { ...SECONDS, ...over }, uptime_percentage: 100 }, MONTH)

test('a monitor that was measured for less than 90 % of the period states the measured time', () => {
  assert.equal(find({ up: 29 * DAY, unknown: DAY }), null)
  assert.deepEqual(find({ down: 59, unknown: 30 * DAY - 59 }), { forMs: 59_000 })
  assert.deepEqual(find({ up: 10 * DAY, down: DAY, degraded: DAY }), { forMs: 12 * DAY * 1000 })
})

test('a monitor that was new in the period states its first day', () => {
  assert.deepEqual(find({ up: 3 * DAY }, '2026-11-28T00:00:00Z'), { since: '2026-11-28T00:00:00Z' })
  assert.deepEqual(find({ down: 59 }, '2026-11-30T23:59:00Z'), { forMs: 59_000 }, 'less than a day')
  assert.deepEqual(find({ up: 2 * DAY }, '2026-11-10T00:00:00Z'), { forMs: 2 * DAY * 1000 }, 'mostly unknown')
  assert.deepEqual(find({ up: 3 * DAY }, '2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z'), { forMs: 3 * DAY * 1000 })
})

test('paused time and maintenance are no missing measurement', () =>
  assert.equal(find({ up: 5 * DAY, paused: 20 * DAY, maintenance: 5 * DAY }), null))
