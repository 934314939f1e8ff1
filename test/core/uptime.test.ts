import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/core/time.ts'
import { dailyStrip, timeInStatus, uptimePercentage } from '../../src/core/uptime.ts'

const span = (status: string, startedAt: number, endedAt: number | null) => ({ status, startedAt, endedAt })

test('time is counted within the period only, to the millisecond', () => {
  const spans = [span('up', 0, 1_000), span('down', 1_000, 1_250), span('degraded', 1_250, null)]
  assert.deepEqual(timeInStatus(spans, 500, 2_000), {
    up: 500,
    down: 250,
    degraded: 750,
    unmeasured: 0,
    maintenance: 0,
  })
})

test('maintenance is outside of every status, and overlapping windows count once', () => {
  const spans = [
    { status: 'up', startedAt: 0, endedAt: 100 },
    { status: 'down', startedAt: 100, endedAt: null },
  ]
  const windows = [
    { startsAt: 90, endsAt: 120 },
    { startsAt: 110, endsAt: 130 },
    { startsAt: 190, endsAt: 500 },
    { startsAt: 60, endsAt: 60 },
  ]
  assert.deepEqual(timeInStatus(spans, 50, 200, windows), {
    up: 40,
    degraded: 0,
    down: 60,
    unmeasured: 0,
    maintenance: 50,
  })
})

test('paused and unknown time is in neither part of the fraction', () => {
  const spans = [
    span('up', 0, 100),
    span('paused', 100, 1_000),
    span('unknown', 1_000, 5_000),
    span('down', 5_000, 5_100),
  ]
  const time = timeInStatus(spans, 0, 10_000)
  assert.equal(time.unmeasured, 4_900)
  assert.equal(uptimePercentage(time), 50)
})

test('degraded counts as available', () => {
  assert.equal(uptimePercentage({ up: 0, degraded: 10, down: 0, unmeasured: 3, maintenance: 0 }), 100)
})

test('nothing measured has no percentage', () => {
  assert.equal(uptimePercentage({ up: 0, degraded: 0, down: 0, unmeasured: 10, maintenance: 0 }), null)
})

test('a percentage has up to six decimals', () => {
  assert.equal(uptimePercentage({ up: 2, degraded: 0, down: 1, unmeasured: 0, maintenance: 0 }), 66.666667)
})

const NOW = Date.UTC(2026, 0, 31, 12)
const TODAY = Date.UTC(2026, 0, 31)
const day = (ago: number, successes: number, failures: number) => ({
  startsAt: TODAY - ago * DAY_MS,
  successes,
  failures,
})

test('the strip has one entry per UTC day and ends today', () => {
  const strip = dailyStrip([], 30, NOW)
  assert.equal(strip.length, 30)
  assert.equal(strip[0]!.startsAt, TODAY - 29 * DAY_MS)
  assert.equal(strip[29]!.startsAt, TODAY)
  assert.ok(strip.every((entry) => entry.status === 'no-data'))
})

test('as many successes as failures is a success', () => {
  assert.equal(dailyStrip([day(0, 2, 2)], 1, NOW)[0]!.status, 'success')
  assert.equal(dailyStrip([day(0, 2, 3)], 1, NOW)[0]!.status, 'failure')
})

test('a day without results carries the last status on, and days before the first have no data', () => {
  const strip = dailyStrip([day(3, 0, 5), day(1, 5, 0)], 6, NOW)
  assert.deepEqual(
    strip.map((entry) => entry.status),
    ['no-data', 'no-data', 'failure', 'failure', 'success', 'success'],
  )
  assert.deepEqual([strip[3]!.successes, strip[3]!.failures], [0, 0])
})

test('a status from before the strip is carried into it', () => {
  const strip = dailyStrip([day(45, 1, 0), day(40, 0, 9)], 3, NOW)
  assert.deepEqual(
    strip.map((entry) => entry.status),
    ['failure', 'failure', 'failure'],
  )
})
