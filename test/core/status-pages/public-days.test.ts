import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { splitIntoSpans, sumSpans } from '../../../src/core/results/uptime.ts'
import { getFirstDay, toPublicDays } from '../../../src/core/status-pages/public-days.ts'

const NOW = Date.UTC(2026, 0, 10, 12)
const FIRST = getFirstDay(5, NOW)
const at = (day: number, hours = 0): number => FIRST + day * DAY_MS + hours * HOUR_MS
const span = (status: string, startedAt: number, endedAt: number | null) => ({ status, startedAt, endedAt })

test('the last day is today, and the first is the given number of days before', () => {
  assert.equal(FIRST, Date.UTC(2026, 0, 6))
  const days = toPublicDays([], 5, NOW)
  assert.deepEqual(
    days.map(({ startsAt, status }) => [new Date(startsAt).toISOString().slice(0, 10), status]),
    ['06', '07', '08', '09', '10'].map((day) => [`2026-01-${day}`, 'no_data']),
  )
})

test('a day has its worst status, and maintenance only when there was no failure', () => {
  const spans = [
    span('up', at(1), at(2, 23)),
    span('down', at(2, 23), at(3, 1)),
    span('degraded', at(3, 1), at(3, 2)),
    span('up', at(3, 2), null),
  ]
  const maintenance = [
    { startsAt: at(3, 5), endsAt: at(3, 6) },
    { startsAt: at(4, 1), endsAt: at(4, 2) },
  ]
  const days = toPublicDays(splitIntoSpans(spans, at(1), NOW, maintenance), 5, NOW)
  assert.deepEqual(
    days.map(({ status, downMs, degradedMs, maintenanceMs }) => [status, downMs, degradedMs, maintenanceMs]),
    [
      ['no_data', 0, 0, 0],
      ['operational', 0, 0, 0],
      ['outage', HOUR_MS, 0, 0],
      ['outage', HOUR_MS, HOUR_MS, HOUR_MS],
      ['maintenance', 0, 0, HOUR_MS],
    ],
  )
  assert.deepEqual(
    days.map(({ uptimePercentage }) => uptimePercentage),
    [null, 100, 95.833333, 95.652174, 100],
  )
})

test('a degraded day counts as available, and no time is lost at midnight', () => {
  const spans = splitIntoSpans([span('degraded', at(0), at(2, 7)), span('down', at(2, 7), null)], at(0), NOW)
  const days = toPublicDays(spans, 5, NOW)
  const total = sumSpans(spans)
  const sum = (of: 'downMs' | 'degradedMs') => days.reduce((all, day) => all + day[of], 0)
  assert.deepEqual([sum('downMs'), sum('degradedMs')], [total.down, total.degraded])
  assert.deepEqual([days[0]!.status, days[0]!.uptimePercentage], ['degraded', 100])
})

test('a day lists its incidents, each title once and at most five', () => {
  const createIncident = (title: string, startedAt: number, resolvedAt: number | null) => ({
    title,
    startedAt,
    resolvedAt,
  })
  const days = toPublicDays([], 5, NOW, [
    createIncident('over midnight', at(1, 23), at(2, 1)),
    createIncident('twice', at(3, 1), at(3, 2)),
    createIncident('twice', at(3, 4), at(3, 5)),
    createIncident('goes on', at(4), null),
    createIncident('before all of it', at(-9), at(0, 1)),
    createIncident('long over', at(-9), at(-8)),
    ...['a', 'b', 'c', 'd', 'e'].map((title) => createIncident(title, at(4, 1), at(4, 1) + MINUTE_MS)),
  ])
  assert.deepEqual(
    days.map(({ incidents }) => incidents),
    [['before all of it'], ['over midnight'], ['over midnight'], ['twice'], ['goes on', 'a', 'b', 'c', 'd']],
  )
})
