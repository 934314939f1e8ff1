import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chooseExpectedInterval,
  computeDeadlineAfter,
  computeExpectedSeconds,
  findScheduleIssue,
  type HeartbeatSettings,
  toIntervalSeconds,
} from '../../../src/core/heartbeats/heartbeat.ts'
import { Problem } from '../../../src/core/platform/errors.ts'

const HOURLY: HeartbeatSettings = {
  expectedIntervalSeconds: 3_600,
  gracePeriodSeconds: 300,
  schedule: null,
  timezone: null,
  methods: null,
}
const at = Date.parse
const iso = (ms: number) => new Date(ms).toISOString()
const cron = (schedule: string, timezone: string | null = null, gracePeriodSeconds = 300): HeartbeatSettings => ({
  ...HOURLY,
  schedule,
  timezone,
  gracePeriodSeconds,
})

test('silence may last for the interval and the grace period, to the millisecond', () => {
  const pinged = at('2026-01-05T00:00:00Z')
  assert.equal(iso(computeDeadlineAfter(HOURLY, pinged, pinged)), '2026-01-05T01:05:00.000Z')
  const due = computeDeadlineAfter(HOURLY, pinged, pinged)
  assert.equal(computeDeadlineAfter(HOURLY, pinged, due - 1), due)
  assert.equal(iso(computeDeadlineAfter(HOURLY, pinged, due)), '2026-01-05T02:05:00.000Z')
})

test('the next ping after a miss is expected one interval later, however late the miss is noticed', () => {
  const pinged = at('2026-01-05T00:00:00Z')
  for (const [now, next] of [
    ['2026-01-05T01:05:00Z', '2026-01-05T02:05:00.000Z'],
    ['2026-01-05T02:04:59.999Z', '2026-01-05T02:05:00.000Z'],
    ['2026-01-05T02:05:00Z', '2026-01-05T03:05:00.000Z'],
    ['2026-01-08T12:34:56Z', '2026-01-08T13:05:00.000Z'],
  ] as const)
    assert.equal(iso(computeDeadlineAfter(HOURLY, pinged, at(now))), next, now)
})

/** Schedule, time zone, time of the ping, deadline. */
const SCHEDULES: [schedule: string, zone: string | null, pinged: string, due: string][] = [
  ['0 3 * * *', null, '2026-01-05T03:02:00Z', '2026-01-06T03:05:00.000Z'],
  ['0 3 * * *', null, '2026-01-05T02:00:00Z', '2026-01-05T03:05:00.000Z'],
  // A clock slightly ahead does not count for the previous day, and a clock far ahead does
  ['0 3 * * *', null, '2026-01-05T02:59:30Z', '2026-01-06T03:05:00.000Z'],
  ['0 3 * * *', null, '2026-01-05T02:58:30Z', '2026-01-05T03:05:00.000Z'],
  ['* * * * *', null, '2026-01-05T02:59:50Z', '2026-01-05T03:05:00.000Z'],
  ['* * * * *', null, '2026-01-05T02:59:55Z', '2026-01-05T03:06:00.000Z'],
  ['0 3 * * *', 'Asia/Tokyo', '2026-01-05T18:01:00Z', '2026-01-06T18:05:00.000Z'],
  ['0 9 * * mon-fri', 'Europe/Berlin', '2026-01-09T08:00:30Z', '2026-01-12T08:05:00.000Z'],
  // Berlin changes from +1 to +2 on 29 March 2026 at 01:00 UTC, and back on 25 October at the same hour
  ['0 3 * * *', 'Europe/Berlin', '2026-03-28T02:01:00Z', '2026-03-29T01:05:00.000Z'],
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T01:31:00Z', '2026-03-29T01:05:00.000Z'],
  ['0 4 * * *', 'Europe/Berlin', '2026-10-24T02:01:00Z', '2026-10-25T03:05:00.000Z'],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:31:00Z', '2026-10-26T01:35:00.000Z'],
  ['0 * * * *', 'Europe/Berlin', '2026-10-25T00:00:30Z', '2026-10-25T01:05:00.000Z'],
]

for (const [schedule, zone, pinged, due] of SCHEDULES)
  test(`${schedule} in ${zone ?? 'UTC'}: the deadline after a ping at ${pinged} is ${due}`, () => {
    assert.equal(iso(computeDeadlineAfter(cron(schedule, zone), at(pinged), at(pinged))), due)
  })

test('a schedule continues after a miss, and its grace period may exceed the time between two runs', () => {
  const pinged = at('2026-01-05T03:01:00Z')
  const daily = cron('0 3 * * *')
  assert.equal(iso(computeDeadlineAfter(daily, pinged, at('2026-01-06T03:05:00Z'))), '2026-01-07T03:05:00.000Z')
  const dense = cron('* * * * *', null, 3_600)
  const due = computeDeadlineAfter(dense, pinged, pinged)
  assert.equal(iso(due), '2026-01-05T04:02:00.000Z')
  assert.equal(iso(computeDeadlineAfter(dense, pinged, due)), '2026-01-05T04:03:00.000Z')
})

test('the expected interval applies when the machine lacks the time zone', () => {
  assert.equal(computeDeadlineAfter(cron('0 3 * * *', 'Mars/Olympus'), 0, 0), 3_900_000)
})

test('an invalid schedule or time zone is named in the error', () => {
  assert.equal(findScheduleIssue(HOURLY), null)
  assert.equal(findScheduleIssue(cron('0 3 * * *', 'Europe/Berlin')), null)
  assert.equal(findScheduleIssue(cron('0 3 * *'))?.field, 'schedule')
  assert.equal(findScheduleIssue(cron('0 3 * * *', 'Mars/Olympus'))?.field, 'timezone')
  assert.equal(findScheduleIssue({ ...HOURLY, timezone: 'Mars/Olympus' })?.field, 'timezone')
})

test('interval_seconds follows the expected interval up to a day', () => {
  assert.deepEqual([60, 86_400, 86_401, 2_592_000].map(toIntervalSeconds), [60, 86_400, 86_400, 86_400])
})

/** Interval in the config, previous interval, interval_seconds of the request, and the result. */
const WANTED: [
  why: string,
  nested: number | null,
  before: number | null,
  mirror: number | undefined,
  wanted: number,
][] = [
  ['the default', null, null, undefined, 3_600],
  ['the config at creation', 120, null, undefined, 120],
  ['interval_seconds at creation', null, null, 600, 600],
  ['the config before interval_seconds at creation', 120, null, 600, 120],
  ['nothing', null, 7_200, undefined, 7_200],
  ['the config', 120, 7_200, undefined, 120],
  ['interval_seconds', null, 7_200, 600, 600],
  ['an unchanged request', 7_200, 7_200, 7_200, 7_200],
  ['an unchanged request with a long interval', 2_592_000, 2_592_000, 86_400, 2_592_000],
  ['a request with only the interval_seconds of a long interval', null, 2_592_000, 86_400, 2_592_000],
  ['a request with a changed interval_seconds', 7_200, 7_200, 600, 600],
  ['a request with a changed config', 120, 7_200, 7_200, 120],
  ['both changed', 120, 7_200, 600, 120],
]

for (const [why, nested, before, mirror, wanted] of WANTED)
  test(`the expected interval of ${why} is ${wanted}`, () => {
    const stored = before === null ? null : { ...HOURLY, expectedIntervalSeconds: before }
    const asked = { ...(stored ?? HOURLY), ...(nested !== null && { expectedIntervalSeconds: nested }) }
    assert.equal(chooseExpectedInterval(asked, nested !== null, stored, mirror), wanted)
  })

test('an interval below a minute is refused in either field', () => {
  assert.throws(
    () => chooseExpectedInterval(HOURLY, false, null, 59),
    (error) =>
      error instanceof Problem && error.code === 'VALIDATION_FAILED' && error.details?.field === 'interval_seconds',
  )
})

test('the expected frequency is the interval, or the time between the last two scheduled runs', () => {
  const noon = at('2026-01-05T12:00:00Z') // a Monday
  assert.equal(computeExpectedSeconds({ ...HOURLY, expectedIntervalSeconds: 600 }, noon), 600)
  assert.equal(computeExpectedSeconds(cron('*/15 * * * *'), noon), 900)
  assert.equal(computeExpectedSeconds(cron('0 8 * * 1-5'), noon), 3 * 86_400)
})
