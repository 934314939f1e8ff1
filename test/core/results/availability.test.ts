import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { choosePulseStep, toGridUntil, toSlots } from '../../../src/core/results/availability.ts'

const NOW = Date.UTC(2026, 0, 10, 12, 34)

test('the last slot of a grid contains the current time', () => {
  assert.deepEqual(toGridUntil(HOUR_MS, 3, NOW), { from: Date.UTC(2026, 0, 10, 10), stepMs: HOUR_MS, count: 3 })
  assert.equal(toGridUntil(DAY_MS, 1, NOW).from, Date.UTC(2026, 0, 10))
})

test('the step of a pulse grows with the age of the monitor, and its slots show the whole life', () => {
  const steps = [0, 28 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 3 * HOUR_MS, 28 * HOUR_MS, 3 * DAY_MS, 4 * DAY_MS]
  assert.deepEqual(
    steps.map((age) => choosePulseStep(age, 30) / MINUTE_MS),
    [1, 1, 5, 5, 60, 60, 180, 1440],
  )
  for (let age = 0; age < 4 * DAY_MS; age += 7 * MINUTE_MS) {
    const grid = toGridUntil(choosePulseStep(age, 30), 30, NOW)
    assert.ok(grid.from <= NOW - age, `${age}`)
  }
})

test('hours sum their spans exactly, and an incident is in each hour that it touches', () => {
  const grid = toGridUntil(HOUR_MS, 3, NOW)
  const at = (minutes: number) => grid.from + minutes * MINUTE_MS
  const span = (status: 'up' | 'down', from: number, to: number) => ({
    status,
    from: at(from),
    to: at(to),
    inMaintenance: false,
  })
  const incident = { entry: { id: 'a' }, startedAt: at(50), resolvedAt: at(70) }
  const slots = toSlots([span('up', 30, 50), span('down', 50, 70), span('up', 70, 154)], grid, [incident])
  assert.deepEqual(
    slots.map(({ status, uptimePercentage, downMs, incidents }) => [
      status,
      uptimePercentage,
      downMs / MINUTE_MS,
      incidents.length,
    ]),
    [
      ['outage', 66.666667, 10, 1],
      ['outage', 83.333333, 10, 1],
      ['operational', 100, 0, 0],
    ],
  )
})
