import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findPlanIssues,
  getMaintenanceStatus,
  type MaintenanceStatus,
} from '../../../src/core/maintenance/maintenance.ts'
import type { Recurrence } from '../../../src/core/maintenance/occurrence.ts'
import { HOUR_MS } from '../../../src/core/platform/time/time.ts'

const at = Date.parse

const windowOf = (startsAt: string, hours: number, recurrence: Partial<Recurrence> | null = null) => ({
  name: 'Upgrade',
  description: '',
  startsAt: at(startsAt),
  endsAt: at(startsAt) + hours * HOUR_MS,
  recurrence: recurrence && {
    cron: '0 2 * * *',
    durationMinutes: 60,
    timezone: 'Europe/Berlin',
    until: null,
    ...recurrence,
  },
  cancelledAt: null,
})

/** Compares the status at each moment with the expected one. */
function follow(window: ReturnType<typeof windowOf>, moments: Record<string, MaintenanceStatus>): void {
  const found = Object.keys(moments).map((moment) => [moment, getMaintenanceStatus(window, at(moment))])
  assert.deepEqual(Object.fromEntries(found), moments)
}

test('a single window is scheduled, active and completed; its end is exclusive', () => {
  follow(windowOf('2026-01-05T10:00:00Z', 2), {
    '2026-01-05T09:59:59.999Z': 'scheduled',
    '2026-01-05T10:00:00.000Z': 'active',
    '2026-01-05T11:59:59.999Z': 'active',
    '2026-01-05T12:00:00.000Z': 'finished',
  })
})

test('a cancelled window has no other status', () => {
  const window = { ...windowOf('2026-01-05T10:00:00Z', 2), cancelledAt: at('2026-01-05T11:00:00Z') }
  for (const moment of ['2026-01-05T09:00:00Z', '2026-01-05T11:30:00Z', '2026-01-06T00:00:00Z'])
    assert.equal(getMaintenanceStatus(window, at(moment)), 'cancelled')
})

test('a recurring window first opens at its start, then at every time of its expression', () => {
  follow(windowOf('2026-01-05T10:00:00Z', 2, {}), {
    '2026-01-05T01:30:00Z': 'scheduled', // 02:30 in Berlin, but before the first occurrence
    '2026-01-05T11:00:00Z': 'active',
    '2026-01-05T12:00:00Z': 'scheduled',
    '2026-01-06T00:59:59Z': 'scheduled',
    '2026-01-06T01:00:00Z': 'active',
    '2026-01-06T01:59:59Z': 'active',
    '2026-01-06T02:00:00Z': 'scheduled',
    '2036-07-06T00:30:00Z': 'active',
  })
})

test('a time of the expression before or at the first start opens no occurrence', () => {
  const before = windowOf('2026-01-05T01:20:00Z', 0.25, {})
  follow(before, { '2026-01-05T01:34:59Z': 'active', '2026-01-05T01:35:00Z': 'scheduled' })
  follow(windowOf('2026-01-05T01:00:00Z', 0.25, {}), { '2026-01-05T01:15:00Z': 'scheduled' })
})

test('no occurrence begins after the end of the recurrence, and one that has begun keeps its duration', () => {
  const until = at('2026-01-07T01:00:00Z')
  follow(windowOf('2026-01-05T01:00:00Z', 1, { until, durationMinutes: 120 }), {
    '2026-01-07T00:59:59Z': 'scheduled',
    '2026-01-07T01:00:00Z': 'active', // exactly at the end
    '2026-01-07T02:59:59Z': 'active',
    '2026-01-07T03:00:00Z': 'finished',
    '2026-01-08T01:30:00Z': 'finished',
  })
  follow(windowOf('2026-01-05T01:00:00Z', 1, { until: until - 1 }), { '2026-01-07T01:30:00Z': 'finished' })
})

test('an open occurrence stays open when the next one would begin after the end of the recurrence', () => {
  const until = at('2026-01-06T12:00:00Z')
  follow(windowOf('2026-01-05T01:00:00Z', 1, { until, durationMinutes: 25 * 60 }), {
    '2026-01-07T01:59:59Z': 'active',
    '2026-01-07T02:00:00Z': 'finished',
  })
})

test('an occurrence in the skipped hour opens right after the gap and keeps its duration', () => {
  follow(windowOf('2026-03-27T01:00:00Z', 1, { cron: '30 2 * * *' }), {
    '2026-03-29T00:59:59Z': 'scheduled', // 01:59:59 in Berlin
    '2026-03-29T01:00:00Z': 'active', // 03:00
    '2026-03-29T01:59:59Z': 'active',
    '2026-03-29T02:00:00Z': 'scheduled',
    '2026-03-30T00:30:00Z': 'active', // 02:30 in summer
    '2026-03-30T01:30:00Z': 'scheduled',
  })
})

test('an occurrence in the repeated hour opens once', () => {
  follow(windowOf('2026-10-23T00:30:00Z', 1, { cron: '30 2 * * *' }), {
    '2026-10-25T00:29:59Z': 'scheduled',
    '2026-10-25T00:30:00Z': 'active', // 02:30 in summer
    '2026-10-25T01:29:59Z': 'active',
    '2026-10-25T01:30:00Z': 'scheduled', // 02:30 in winter
    '2026-10-26T01:30:00Z': 'active',
  })
})

test('an occurrence across a clock change keeps its duration in elapsed time', () => {
  follow(windowOf('2026-03-27T01:00:00Z', 1, { cron: '30 1 * * *', durationMinutes: 120 }), {
    '2026-03-29T02:29:59Z': 'active', // 01:30 to 04:30 local time
    '2026-03-29T02:30:00Z': 'scheduled',
  })
})

test('times at the limits of the representable range cause no error', () => {
  const last = windowOf('9999-12-31T22:00:00Z', 1, {})
  assert.equal(getMaintenanceStatus(last, at('9999-12-31T23:30:00Z')), 'finished')
  assert.equal(getMaintenanceStatus(windowOf('0001-01-01T00:00:00Z', 1, {}), at('0001-01-01T00:30:00Z')), 'active')
})

test('the errors of a plan are named', () => {
  const fields = (window: ReturnType<typeof windowOf>) => findPlanIssues(window).map(({ field }) => field)
  const start = '2026-01-05T10:00:00Z'
  assert.deepEqual(fields(windowOf(start, 1, { until: at(start) + 1 })), [])
  assert.deepEqual(fields(windowOf(start, 0)), ['ends_at'])
  assert.deepEqual(fields(windowOf(start, 1, { cron: 'daily' })), ['recurrence.cron'])
  assert.deepEqual(fields(windowOf(start, 1, { timezone: 'Mars/Olympus' })), ['recurrence.timezone'])
  assert.deepEqual(fields(windowOf(start, 1, { until: at(start) })), ['recurrence.until'])
})
