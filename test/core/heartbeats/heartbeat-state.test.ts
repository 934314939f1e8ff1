import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeartbeatSettings } from '../../../src/core/heartbeats/heartbeat.ts'
import {
  applyMissedDeadline,
  applyPing,
  clearExpectation,
  extendAfterOutage,
  type HeartbeatState,
  MAX_OPEN_RUNS,
  NO_PINGS,
  type PingKind,
  rescheduleDeadline,
} from '../../../src/core/heartbeats/heartbeat-state.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'

/** Every hour, with a grace period of five minutes. */
const HOURLY: HeartbeatSettings = {
  expectedIntervalSeconds: 3_600,
  gracePeriodSeconds: 300,
  schedule: null,
  timezone: null,
  methods: null,
}
const PERIOD = HOUR_MS + 5 * MINUTE_MS

const ping = (kind: PingKind, at: number, runId: string | null = null, exitStatus: number | null = null) => ({
  kind,
  at,
  runId,
  exitStatus,
})

/** Applies pings one after another. */
const after = (...pings: ReturnType<typeof ping>[]): HeartbeatState =>
  pings.reduce((state, one) => applyPing(state, one, HOURLY).state, NO_PINGS)

test('a success ping passes and sets the deadline', () => {
  const { state, verdict, durationMs } = applyPing(NO_PINGS, ping('success', 1_000), HOURLY)
  assert.deepEqual([verdict?.status, durationMs], ['up', null])
  assert.deepEqual(state, { lastPingAt: 1_000, lastRunMs: null, openRuns: [], armedAt: 1_000, dueAt: 1_000 + PERIOD })
})

test("a fail ping stores the job's error and expects the next ping", () => {
  const said = (exitStatus: number | null) => applyPing(NO_PINGS, ping('fail', 0, null, exitStatus), HOURLY)
  const { verdict, state } = said(null)
  assert.deepEqual(verdict, { status: 'down', errorType: 'status_code', errorMessage: 'the job reported a failure' })
  assert.equal(state.dueAt, PERIOD)
  assert.equal(said(3).verdict?.errorMessage, 'the job reported exit status 3')
})

test('a log ping changes nothing', () => {
  const before = after(ping('success', 5))
  assert.deepEqual(applyPing(before, ping('log', 9), HOURLY), { state: before, durationMs: null, verdict: null })
})

test('a start ping gives no verdict and expects the end of the run', () => {
  const { state, verdict } = applyPing(NO_PINGS, ping('start', 7), HOURLY)
  assert.equal(verdict, null)
  assert.deepEqual([state.lastPingAt, state.dueAt], [7, 7 + PERIOD])
  const ended = applyPing(state, ping('success', 2_007), HOURLY)
  assert.deepEqual([ended.durationMs, ended.state.lastRunMs, ended.state.openRuns], [2_000, 2_000, []])
})

test('overlapping runs are distinguished by their ids', () => {
  const both = after(ping('start', 0, 'a'), ping('start', 100, 'b'))
  const first = applyPing(both, ping('success', 400, 'b'), HOURLY)
  assert.deepEqual([first.durationMs, first.state.openRuns.map(({ id }) => id)], [300, ['a']])
  assert.equal(first.state.dueAt, PERIOD, 'the first run is still expected to end')
  const stranger = applyPing(both, ping('success', 400, 'c'), HOURLY)
  assert.deepEqual([stranger.durationMs, stranger.state.openRuns.length], [null, 2])
  assert.equal(applyPing(both, ping('fail', 500, 'a'), HOURLY).durationMs, 500)
})

test('repeated starts do not postpone the deadline for the end of a run', () => {
  const state = after(ping('start', 0), ping('start', 40 * MINUTE_MS))
  assert.equal(state.dueAt, PERIOD)
  const ended = applyPing(state, ping('success', 50 * MINUTE_MS), HOURLY)
  assert.equal(ended.durationMs, 10 * MINUTE_MS, 'the duration counts from the last start')
  assert.equal(ended.state.dueAt, 50 * MINUTE_MS + PERIOD)
})

test('a missed deadline is a timeout, and the next deadline is one interval later', () => {
  const { verdict, state } = applyMissedDeadline(after(ping('success', 0)), HOURLY, PERIOD)
  assert.deepEqual(verdict, {
    status: 'down',
    errorType: 'timeout',
    errorMessage: 'no ping arrived in time; expected every 3600 s with a grace period of 300 s',
  })
  assert.equal(state.dueAt, PERIOD + HOUR_MS)
  assert.equal(applyMissedDeadline(state, HOURLY, PERIOD + 3 * HOUR_MS).state.dueAt, PERIOD + 4 * HOUR_MS)
})

test('a run that does not end is missed once', () => {
  const state = after(ping('start', 0, 'a'), ping('success', 30 * MINUTE_MS, 'b'))
  const { verdict, state: next } = applyMissedDeadline(state, HOURLY, PERIOD)
  assert.match(verdict!.errorMessage!, /^the run that started at 1970-01-01T00:00:00\.000Z has not ended;/)
  assert.deepEqual([next.openRuns, next.dueAt], [[], 30 * MINUTE_MS + PERIOD])
})

test('a run that was started again after its deadline may still end', () => {
  const state = after(ping('start', 0), ping('start', 40 * MINUTE_MS))
  const { state: next } = applyMissedDeadline(state, HOURLY, PERIOD)
  assert.deepEqual(next.openRuns, [{ id: null, startedAt: 40 * MINUTE_MS, since: 40 * MINUTE_MS }])
  assert.equal(applyPing(next, ping('success', 70 * MINUTE_MS), HOURLY).durationMs, 30 * MINUTE_MS)
})

test('the message of a missed ping contains the schedule as the user wrote it', () => {
  const nightly = { ...HOURLY, schedule: '0 3 * * *', timezone: 'Europe/Berlin' }
  const { verdict } = applyMissedDeadline(applyPing(NO_PINGS, ping('success', 0), nightly).state, nightly, 3 * HOUR_MS)
  assert.match(verdict!.errorMessage!, /expected at 0 3 \* \* \* \(Europe\/Berlin\) with a grace period of 300 s$/)
})

test('the oldest open runs are dropped when there are too many', () => {
  const state = after(...Array.from({ length: MAX_OPEN_RUNS + 5 }, (_, index) => ping('start', index, `run-${index}`)))
  assert.deepEqual([state.openRuns.length, state.openRuns[0]!.id], [MAX_OPEN_RUNS, 'run-5'])
})

test('a paused heartbeat expects nothing', () => {
  const state = clearExpectation(after(ping('start', 3)))
  assert.deepEqual(state, { lastPingAt: 3, lastRunMs: null, openRuns: [], armedAt: null, dueAt: null })
  assert.equal(rescheduleDeadline(state, HOURLY, 10), state)
})

test('a changed interval moves the deadline, but never into the past', () => {
  const state = after(ping('success', 0))
  const daily = { ...HOURLY, expectedIntervalSeconds: 86_400 }
  assert.equal(rescheduleDeadline(state, daily, MINUTE_MS).dueAt, 24 * HOUR_MS + 5 * MINUTE_MS)
  const dense = { ...HOURLY, expectedIntervalSeconds: 600 }
  assert.equal(rescheduleDeadline(state, dense, MINUTE_MS).dueAt, 15 * MINUTE_MS)
  assert.equal(rescheduleDeadline(state, dense, HOUR_MS).dueAt, HOUR_MS + 15 * MINUTE_MS)
})

/** Outage of the service in minutes after a ping at 0, and the resulting minute of the deadline. */
const ABSENCES: [when: string, from: number, to: number, dueMinute: number][] = [
  ['long before the ping was expected', 10, 49, 65],
  ['shortly before, when a job that was late before may ping', 40, 51, 51 + 65],
  ['while the ping was expected, for a moment', 59.9, 60.1, 60.1 + 65],
  ['during the grace period', 61, 64, 64 + 65],
  ['over the deadline', 63, 300, 300 + 65],
  ['after the deadline', 65, 300, 65],
]

for (const [when, from, to, dueMinute] of ABSENCES)
  test(`a job is due at minute ${dueMinute} when the service was down ${when}`, () => {
    const absence = { from: from * MINUTE_MS, to: to * MINUTE_MS }
    const { dueAt } = extendAfterOutage(after(ping('success', 0)), HOURLY, absence)
    assert.equal(dueAt, dueMinute * MINUTE_MS)
  })

/** The same for jobs at the full hour, whose last ping arrived at 00:00. */
const HOURLY_AT_0: HeartbeatSettings = { ...HOURLY, schedule: '0 * * * *' }
const CRON_ABSENCES: [from: number, to: number, dueMinute: number][] = [
  [30, 58, 65],
  [30, 59, 125],
  [59.9, 60.1, 125],
  [64, 64.5, 125],
  [63, 190, 245],
]

for (const [from, to, dueMinute] of CRON_ABSENCES)
  test(`a scheduled job is due at minute ${dueMinute} when the service was down from minute ${from} to ${to}`, () => {
    const { state } = applyPing(NO_PINGS, ping('success', 0), HOURLY_AT_0)
    const { dueAt } = extendAfterOutage(state, HOURLY_AT_0, { from: from * MINUTE_MS, to: to * MINUTE_MS })
    assert.equal(dueAt, dueMinute * MINUTE_MS)
  })

test('a job with twice the required frequency is due in time after a ping in the first half was lost', () => {
  const dense = { ...HOURLY, expectedIntervalSeconds: 60, gracePeriodSeconds: 0 }
  const { state } = applyPing(NO_PINGS, ping('success', 0), dense)
  const dueAfter = (to: number) => extendAfterOutage(state, dense, { from: 0, to }).dueAt
  assert.deepEqual([dueAfter(29_999), dueAfter(30_000)], [60_000, 90_000])
})

test('a ping after the outage keeps its deadline', () => {
  const state = after(ping('success', HOUR_MS))
  assert.equal(extendAfterOutage(state, HOURLY, { from: 0, to: HOUR_MS }), state)
})

test('a deadline that was moved with the clock counts as before the move', () => {
  const leapMs = 10 * MINUTE_MS
  const state = after(ping('success', 0)) // at -10 min before the clock change; expected at 50 min of the old time
  const { dueAt } = extendAfterOutage(state, HOURLY, { from: 40 * MINUTE_MS, to: 50 * MINUTE_MS, leapMs })
  assert.equal(dueAt, 50 * MINUTE_MS + PERIOD)
})

test('a run that ended during an outage is not overdue, and the next run is', () => {
  const away = { from: 10 * MINUTE_MS, to: 11 * MINUTE_MS }
  const open = extendAfterOutage(after(ping('start', 0, 'a')), HOURLY, away)
  const state = applyPing(open, ping('start', HOUR_MS, 'b'), HOURLY).state
  assert.equal(state.dueAt, HOUR_MS + PERIOD)
  const { state: missed, verdict } = applyMissedDeadline(state, HOURLY, HOUR_MS + PERIOD)
  assert.match(verdict!.errorMessage!, /the run that started at 1970-01-01T01:00/)
  const later = applyPing(missed, ping('success', 3 * HOUR_MS), HOURLY).state
  assert.deepEqual(later.openRuns, [], 'the run with the lost end is dropped')
})

test('a run that spans an outage keeps its duration', () => {
  const away = { from: 10 * MINUTE_MS, to: 11 * MINUTE_MS }
  const state = extendAfterOutage(after(ping('start', 0, 'a')), HOURLY, away)
  assert.equal(applyPing(state, ping('success', 30 * MINUTE_MS, 'a'), HOURLY).durationMs, 30 * MINUTE_MS)
})

test('a heartbeat that expects nothing expects nothing after an outage', () => {
  assert.equal(extendAfterOutage(NO_PINGS, HOURLY, { from: 0, to: HOUR_MS }), NO_PINGS)
})
