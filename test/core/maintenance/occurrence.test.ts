import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findNextOccurrence,
  findOpenOccurrence,
  listOccurrencesBetween,
  type WindowTimes,
} from '../../../src/core/maintenance/occurrence.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'

const at = Date.parse

/** Opens every day at a local time, for this number of minutes, and first on the day before the span. */
const daily = (local: string, timezone: string, first: string, durationMinutes = 60): WindowTimes => {
  const [hour, minute] = local.split(':').map(Number)
  const recurrence = { cron: `${minute} ${hour} * * *`, durationMinutes, timezone, until: null }
  return { startsAt: at(first), endsAt: at(first) + durationMinutes * MINUTE_MS, recurrence }
}

const beginnings = (window: WindowTimes, from: string, days: number): string[] =>
  listOccurrencesBetween(window, at(from), at(from) + days * DAY_MS, 100).map(({ startsAt }) =>
    new Date(startsAt).toISOString().slice(0, 16),
  )

const CHANGES: [what: string, local: string, zone: string, from: string, expected: string[]][] = [
  [
    'in Berlin a window in the hour that spring skips opens right after it',
    '02:30',
    'Europe/Berlin',
    '2026-03-28T12:00Z',
    ['2026-03-29T01:00', '2026-03-30T00:30'],
  ],
  [
    'in Berlin a window in the hour that autumn repeats opens only the first time',
    '02:30',
    'Europe/Berlin',
    '2026-10-24T12:00Z',
    ['2026-10-25T00:30', '2026-10-26T01:30'],
  ],
  [
    'in New York a window in the skipped hour opens right after it',
    '02:30',
    'America/New_York',
    '2026-03-07T12:00Z',
    ['2026-03-08T07:00', '2026-03-09T06:30'],
  ],
  [
    'in New York a window in the repeated hour opens once',
    '01:30',
    'America/New_York',
    '2026-10-31T12:00Z',
    ['2026-11-01T05:30', '2026-11-02T06:30'],
  ],
  [
    'on Lord Howe a window in the skipped half hour opens right after it',
    '02:15',
    'Australia/Lord_Howe',
    '2026-10-03T00:00Z',
    ['2026-10-03T15:30', '2026-10-04T15:15'],
  ],
  [
    'on Lord Howe a window in the repeated half hour opens once',
    '01:45',
    'Australia/Lord_Howe',
    '2026-04-04T00:00Z',
    ['2026-04-04T14:45', '2026-04-05T15:15'],
  ],
  [
    'in Kolkata no clock changes',
    '02:30',
    'Asia/Kolkata',
    '2026-03-28T00:00Z',
    ['2026-03-28T21:00', '2026-03-29T21:00'],
  ],
]
for (const [what, local, zone, from, expected] of CHANGES)
  test(what, () => {
    const window = daily(local, zone, '2026-01-01T00:00Z')
    assert.deepEqual(beginnings(window, from, 2), expected)
    for (const beginning of expected) {
      const startsAt = at(`${beginning}Z`)
      assert.equal(findOpenOccurrence(window, startsAt - 1), null)
      assert.deepEqual(findOpenOccurrence(window, startsAt), { startsAt, endsAt: startsAt + 60 * MINUTE_MS })
      assert.equal(findOpenOccurrence(window, startsAt + 60 * MINUTE_MS), null)
    }
  })

test('an occurrence across a clock change is as long as any other', () => {
  const window = daily('01:30', 'Europe/Berlin', '2026-01-01T00:30Z', 120)
  const inAutumn = at('2026-10-24T23:30Z')
  assert.deepEqual(findOpenOccurrence(window, inAutumn + 119 * MINUTE_MS), {
    startsAt: inAutumn,
    endsAt: at('2026-10-25T01:30Z'),
  })
})

test('the overlapping occurrence with the latest end is the open one', () => {
  const window = { ...daily('02:00', 'UTC', '2026-01-01T01:00Z', 120), endsAt: at('2026-01-01T05:00Z') }
  assert.deepEqual(findOpenOccurrence(window, at('2026-01-01T02:30Z'))?.startsAt, at('2026-01-01T01:00Z'))
  assert.deepEqual(findOpenOccurrence(window, at('2026-01-02T02:30Z'))?.startsAt, at('2026-01-02T02:00Z'))
})

test('no occurrence follows the last one, and before the first one the first is next', () => {
  const recurrence = { cron: '0 2 * * *', durationMinutes: 60, timezone: 'UTC', until: at('2026-01-02T02:00Z') }
  const window: WindowTimes = { startsAt: at('2026-01-01T00:00Z'), endsAt: at('2026-01-01T01:00Z'), recurrence }
  assert.equal(findNextOccurrence(window, 0)?.startsAt, window.startsAt)
  assert.equal(findNextOccurrence(window, at('2026-01-01T12:00Z'))?.startsAt, at('2026-01-02T02:00Z'))
  assert.equal(findNextOccurrence(window, at('2026-01-02T02:00Z')), null)
  assert.equal(findNextOccurrence({ ...window, recurrence: null }, window.startsAt), null)
})

test('no more occurrences are computed than requested', () => {
  const window = daily('02:00', 'UTC', '2026-01-01T01:00Z')
  assert.equal(listOccurrencesBetween(window, 0, at('2030-01-01T00:00Z'), 7).length, 7)
})
