/** Recurring windows during clock changes, compared with a wall clock that is read every minute. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMaintenanceStatus } from '../../../src/core/maintenance/maintenance.ts'
import {
  findOpenOccurrence,
  listOccurrencesBetween,
  type Occurrence,
  type WindowTimes,
} from '../../../src/core/maintenance/occurrence.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { minutesOf, timesOf } from '../platform/time/wall-clock.ts'

const at = Date.parse

/** Days with a clock change, and some days on which a change might be expected. */
const NIGHTS: [zone: string, day: string, what: string][] = [
  ['Europe/Berlin', '2026-03-29', 'from 2 to 3'],
  ['Europe/Berlin', '2026-10-25', 'from 3 to 2'],
  ['America/New_York', '2026-03-08', 'from 2 to 3'],
  ['America/New_York', '2026-11-01', 'from 2 to 1'],
  ['Australia/Lord_Howe', '2026-04-05', 'from 2 to half past 1'],
  ['Australia/Lord_Howe', '2026-10-04', 'from 2 to half past 2'],
  ['Africa/Casablanca', '2026-02-15', 'from 3 to 2, for Ramadan'],
  ['Africa/Casablanca', '2026-03-22', 'from 2 to 3, after it'],
  ['America/Havana', '2026-03-08', 'from midnight to 1'],
  ['Asia/Kolkata', '2026-03-29', 'not at all'],
  ['Europe/Berlin', '2028-02-29', 'not at all, on a day that is rare'],
]

const windowOf = (cron: string, timezone: string, startsAt: number, durationMinutes: number): WindowTimes => ({
  startsAt,
  endsAt: startsAt + durationMinutes * MINUTE_MS,
  recurrence: { cron, durationMinutes, timezone, until: null },
})

const words = (occurrences: readonly Occurrence[]): string[] =>
  occurrences.map(
    ({ startsAt, endsAt }) => `${new Date(startsAt).toISOString()}/${(endsAt - startsAt) / MINUTE_MS} min`,
  )

for (const [zone, day, what] of NIGHTS)
  test(`in ${zone} on ${day}, when the clock goes ${what}, a window opens on time and for its whole duration`, () => {
    const [from, to] = [at(day) - 2 * DAY_MS, at(day) + 3 * DAY_MS]
    const minutes = minutesOf(zone, from - DAY_MS, to)
    for (const cron of ['30 2 * * *', '15 0 * * *', '30 1,2 * * *', '*/30 1-2 * * *'])
      for (const length of [10, 180]) {
        const times = timesOf(cron, minutes)
        const window = windowOf(cron, zone, times[0]!, length)
        const expected = times.slice(1).map((startsAt) => ({ startsAt, endsAt: startsAt + length * MINUTE_MS }))
        const found = listOccurrencesBetween(window, times[0]!, to - 1, 1_000)
        assert.deepEqual(words(found), words(expected), `${cron}, ${length} min`)
        // A minute around each start and end, and some moments in between
        const moments = expected.flatMap(({ startsAt, endsAt }) => [startsAt - 1, startsAt, endsAt - 1, endsAt])
        for (let moment = at(day); moment < at(day) + 12 * HOUR_MS; moment += 17 * MINUTE_MS) moments.push(moment)
        for (const moment of moments.filter((each) => each < to)) {
          const isOpen = times.some((startsAt) => startsAt <= moment && moment < startsAt + length * MINUTE_MS)
          const status = getMaintenanceStatus({ ...window, cancelledAt: null }, moment)
          const asked = `${cron}, ${length} min, at ${new Date(moment).toISOString()}`
          assert.equal(status, isOpen ? 'active' : 'scheduled', asked)
        }
      }
  })

const YEARS: [zone: string, year: number, cron: string][] = [
  ['Europe/Berlin', 2026, '30 2 * * *'],
  ['Australia/Lord_Howe', 2026, '45 1 * * *'],
  ['America/New_York', 2026, '0 1,2 * * 0'],
  ['Africa/Casablanca', 2026, '30 2 * * *'],
  ['Europe/Berlin', 2028, '0 22 29-31 * *'],
]
for (const [zone, year, cron] of YEARS)
  test(`in ${zone} every occurrence of ${cron} in ${year} opens once, in order and for its whole duration`, () => {
    const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    const expected = timesOf(cron, minutesOf(zone, from - DAY_MS, to)).filter((time) => time > from)
    const window = windowOf(cron, zone, from, 45)
    const found = listOccurrencesBetween(window, from, to - 1, 10_000)
    assert.deepEqual(words(found), words(expected.map((startsAt) => ({ startsAt, endsAt: startsAt + 45 * MINUTE_MS }))))
  })

test('a window across a clock change has its duration in elapsed time, not in wall-clock time', () => {
  const spring = windowOf('0 1 * * *', 'Europe/Berlin', at('2026-03-20T00:00:00Z'), 180)
  assert.deepEqual(words([findOpenOccurrence(spring, at('2026-03-29T02:59:59Z'))!]), [
    '2026-03-29T00:00:00.000Z/180 min',
  ])
  assert.equal(findOpenOccurrence(spring, at('2026-03-29T03:00:00Z')), null) // 05:00 local time
  const autumn = windowOf('0 1 * * *', 'Europe/Berlin', at('2026-10-20T00:00:00Z'), 180)
  assert.equal(findOpenOccurrence(autumn, at('2026-10-25T02:00:00Z')), null) // 03:00 local time, after hour 2 occurred twice
})
