/** Scheduled jobs during clock changes: a job that pings in time is never missed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlineAfter, type HeartbeatSettings } from '../../../src/core/heartbeats/heartbeat.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { minutesOf, timesOf } from '../platform/time/wall-clock.ts'

const GRACE_MS = 5 * MINUTE_MS

const settingsOf = (schedule: string, timezone: string): HeartbeatSettings => ({
  expectedIntervalSeconds: 3_600,
  gracePeriodSeconds: GRACE_MS / SECOND_MS,
  schedule,
  timezone,
  methods: null,
})

const JOBS: [zone: string, year: number, schedule: string][] = [
  ['Europe/Berlin', 2026, '30 2 * * *'],
  ['America/New_York', 2026, '30 1 * * *'],
  ['Australia/Lord_Howe', 2026, '45 1 * * *'],
  ['Africa/Casablanca', 2026, '15 2 * * *'],
  ['Asia/Kolkata', 2026, '0 3 * * 1-5'],
  ['America/Havana', 2026, '0 0 * * *'],
  ['Europe/Berlin', 2028, '0 4 29,31 * *'],
]
for (const [zone, year, schedule] of JOBS)
  test(`a job at ${schedule} in ${zone} is expected at each of its times, and one missing ping counts once`, () => {
    const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    const times = timesOf(schedule, minutesOf(zone, from - DAY_MS, to)).filter((time) => time > from)
    const settings = settingsOf(schedule, zone)
    const toIso = (time: number) => new Date(time).toISOString()
    for (const [index, time] of times.slice(0, -2).entries()) {
      const [next, following] = [times[index + 1]!, times[index + 2]!]
      const ping = time + 40 * SECOND_MS
      assert.equal(
        toIso(computeDeadlineAfter(settings, ping, ping)),
        toIso(next + GRACE_MS),
        `after the ping at ${toIso(time)}`,
      )
      // No ping arrives: the deadline passes, and the next deadline belongs to the next scheduled time
      const missed = next + GRACE_MS
      assert.equal(
        toIso(computeDeadlineAfter(settings, ping, missed)),
        toIso(following + GRACE_MS),
        `after ${toIso(missed)}`,
      )
    }
  })

test('a job every twenty minutes is expected throughout the repeated hour', () => {
  const settings = settingsOf('*/20 * * * *', 'Europe/Berlin')
  const night = Date.parse('2026-10-24T23:00:00Z')
  for (let time = night; time < night + DAY_MS / 4; time += 20 * MINUTE_MS)
    assert.equal(computeDeadlineAfter(settings, time + 1_000, time + 1_000), time + 20 * MINUTE_MS + GRACE_MS)
})
