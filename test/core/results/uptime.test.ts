import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import {
  buildDailyStrip,
  computeAvailability,
  computeTimeInStatus,
  computeUptimePercentage,
  formatUptimePercentage,
  NO_TIME,
  splitIntoSpans,
  summarizeOutages,
  sumSpans,
  sumTime,
} from '../../../src/core/results/uptime.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const span = (status: string, startedAt: number, endedAt: number | null) => ({ status, startedAt, endedAt })

test('time is counted only within the period, to the millisecond', () => {
  const spans = [span('up', 0, 1_000), span('down', 1_000, 1_250), span('degraded', 1_250, null)]
  assert.deepEqual(computeTimeInStatus(spans, 500, 2_000), { ...NO_TIME, up: 500, down: 250, degraded: 750 })
})

test('maintenance is not part of any status, and overlapping windows count once', () => {
  const spans = [span('up', 0, 100), span('down', 100, null)]
  const windows = [
    { startsAt: 110, endsAt: 130 },
    { startsAt: 90, endsAt: 120 },
    { startsAt: 190, endsAt: 500 },
    { startsAt: 60, endsAt: 60 },
    { startsAt: 10, endsAt: 30 },
  ]
  assert.deepEqual(computeTimeInStatus(spans, 50, 200, windows), { ...NO_TIME, up: 40, down: 60, maintenance: 50 })
})

test('paused and unknown time is in neither part of the fraction', () => {
  const spans = [
    span('up', 0, 100),
    span('paused', 100, 1_000),
    span('unknown', 1_000, 5_000),
    span('down', 5_000, 5_100),
  ]
  const time = computeTimeInStatus(spans, 0, 10_000)
  assert.deepEqual([time.paused, time.unknown], [900, 4_000 + 4_900], 'time without a span is unknown')
  assert.equal(computeUptimePercentage(time), 50)
})

test('degraded counts as available', () => {
  assert.equal(computeUptimePercentage({ ...NO_TIME, degraded: 10, unknown: 3 }), 100)
})

test('a period without measured time has no percentage', () => {
  assert.equal(computeUptimePercentage({ ...NO_TIME, paused: 10, maintenance: 5 }), null)
})

test('a percentage has up to six decimals', () => {
  assert.equal(computeUptimePercentage({ ...NO_TIME, up: 2, down: 1 }), 66.666667)
})

test('a period is split only where the status changes and where maintenance begins or ends', () => {
  const spans = [span('up', 0, 40), span('unknown', 40, 50), span('down', 60, 90), span('up', 90, null)]
  const windows = [
    { startsAt: 70, endsAt: 75 },
    { startsAt: 75, endsAt: 80 },
  ]
  assert.deepEqual(
    splitIntoSpans(spans, 10, 100, windows).map(({ from, to, status, inMaintenance }) => [
      from,
      to,
      status,
      inMaintenance,
    ]),
    [
      [10, 40, 'up', false],
      [40, 60, 'unknown', false],
      [60, 70, 'down', false],
      [70, 80, 'down', true],
      [80, 90, 'down', false],
      [90, 100, 'up', false],
    ],
  )
})

test('an outage is a span of downtime outside maintenance', () => {
  const spans = [span('down', 0, 100), span('up', 100, 200), span('down', 200, 230), span('paused', 230, null)]
  assert.deepEqual(summarizeOutages(splitIntoSpans(spans, 50, 300)), { count: 2, longestMs: 50 })
  assert.deepEqual(summarizeOutages(splitIntoSpans(spans, 0, 300, [{ startsAt: 20, endsAt: 30 }])), {
    count: 3,
    longestMs: 70,
  })
  assert.deepEqual(summarizeOutages(splitIntoSpans(spans, 0, 300, [{ startsAt: 0, endsAt: 300 }])), {
    count: 0,
    longestMs: 0,
  })
  assert.deepEqual(summarizeOutages([]), { count: 0, longestMs: 0 })
})

test('the parts of a period sum up to the whole, and two halves equal one period', () => {
  const random = createSeededRandom(6)
  const upTo = (limit: number) => Math.floor(random() * limit)
  const statuses = ['up', 'down', 'degraded', 'paused', 'unknown']
  for (let round = 0; round < 300; round++) {
    const spans = []
    for (let at = upTo(50); at < 1_000; ) {
      const end = at + upTo(120)
      spans.push(span(statuses[upTo(5)]!, at, end))
      at = end + (random() < 0.1 ? upTo(30) : 0)
    }
    const windows = Array.from({ length: upTo(6) }, () => {
      const startsAt = upTo(1_100) - 50
      return { startsAt, endsAt: startsAt + upTo(200) }
    })
    const [from, to] = [upTo(400), 600 + upTo(500)]
    const whole = computeTimeInStatus(spans, from, to, windows)
    assert.equal(sumTime(whole), to - from)
    const middle = from + upTo(to - from)
    const halves = [...splitIntoSpans(spans, from, middle, windows), ...splitIntoSpans(spans, middle, to, windows)]
    assert.deepEqual(sumSpans(halves), whole)
  }
})

const NOW = Date.UTC(2026, 0, 31, 12)
const TODAY = Date.UTC(2026, 0, 31)
const day = (ago: number, successes: number, failures: number) => ({
  startsAt: TODAY - ago * DAY_MS,
  successes,
  failures,
})

test('the daily strip has one entry per UTC day and ends today', () => {
  const strip = buildDailyStrip([], 30, NOW)
  assert.equal(strip.length, 30)
  assert.equal(strip[0]!.startsAt, TODAY - 29 * DAY_MS)
  assert.equal(strip[29]!.startsAt, TODAY)
  assert.ok(strip.every((entry) => entry.status === 'no-data'))
})

test('a day with as many successes as failures is a success', () => {
  assert.equal(buildDailyStrip([day(0, 2, 2)], 1, NOW)[0]!.status, 'success')
  assert.equal(buildDailyStrip([day(0, 2, 3)], 1, NOW)[0]!.status, 'failure')
})

test('a day without results has the last status, and days before the first have no data', () => {
  const strip = buildDailyStrip([day(3, 0, 5), day(1, 5, 0)], 6, NOW)
  assert.deepEqual(
    strip.map((entry) => entry.status),
    ['no-data', 'no-data', 'failure', 'failure', 'success', 'success'],
  )
  assert.deepEqual([strip[3]!.successes, strip[3]!.failures], [0, 0])
})

test('a status from before the strip is carried into it', () => {
  const strip = buildDailyStrip([day(45, 1, 0), day(40, 0, 9)], 3, NOW)
  assert.deepEqual(
    strip.map((entry) => entry.status),
    ['failure', 'failure', 'failure'],
  )
})

test('a percentage rounds neither up to 100 nor down to 0', () => {
  const year = 365 * 86_400_000
  assert.deepEqual(
    [
      computeAvailability(100 * year, 1),
      computeAvailability(1, 100 * year),
      computeAvailability(5, 0),
      computeAvailability(0, 5),
    ],
    [99.999999, 0.000001, 100, 0],
  )
})

test('a formatted percentage is truncated to two decimals', () => {
  assert.deepEqual([100, 99.999999, 99.998, 84.53, 64.1, 1.13, 0.01, 0.000001, 0].map(formatUptimePercentage), [
    '100%',
    '99.99%',
    '99.99%',
    '84.53%',
    '64.10%',
    '1.13%',
    '0.01%',
    '0.01%',
    '0%',
  ])
})
