import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CronError, type CronSchedule, parseCron } from '../../../../src/core/platform/time/cron.ts'

const at = Date.parse

/** Returns the next runs after a time, formatted in UTC. */
function runsAfter(schedule: CronSchedule, start: string, count: number): string[] {
  const runs: number[] = []
  for (let i = 0; i < count; i++) runs.push(schedule.nextRun(runs.at(-1) ?? at(start)))
  return runs.map((run) => new Date(run).toISOString().slice(0, 16))
}

test('the next run is later and the previous one earlier, to the millisecond', () => {
  const daily = parseCron('0 3 * * *', 'UTC')
  const noon = at('2026-06-01T12:00:00Z')
  const three = at('2026-06-01T03:00:00Z')
  const day = 86_400_000
  assert.deepEqual([daily.previousRun(noon), daily.nextRun(noon)], [three, three + day])
  assert.deepEqual([daily.previousRun(three), daily.nextRun(three)], [three - day, three + day])
  assert.deepEqual([daily.previousRun(three + 1), daily.nextRun(three - 1)], [three, three])
  assert.deepEqual([daily.previousRun(three - 1), daily.nextRun(three + 1)], [three - day, three + day])
})

test('a fixed time that the clock skips runs right after the gap', () => {
  const daily = parseCron('30 2 * * *', 'Europe/Berlin')
  assert.deepEqual(runsAfter(daily, '2026-03-27T12:00:00Z', 3), [
    '2026-03-28T01:30',
    '2026-03-29T01:00', // 03:00 in Berlin: 02:30 does not exist
    '2026-03-30T00:30',
  ])
  assert.equal(daily.previousRun(at('2026-03-30T00:00:00Z')), at('2026-03-29T01:00:00Z'))
})

test('a fixed time that exists twice runs once', () => {
  for (const expression of ['30 2 * * *', '30 2,14 * * *']) {
    const autumn = parseCron(expression, 'Europe/Berlin')
    const night = runsAfter(autumn, '2026-10-24T22:00:00Z', 2)
    assert.deepEqual(night, ['2026-10-25T00:30', expression === '30 2 * * *' ? '2026-10-26T01:30' : '2026-10-25T13:30'])
    assert.equal(autumn.previousRun(at('2026-10-25T03:00:00Z')), at('2026-10-25T00:30:00Z'))
  }
})

test('an hourly expression follows the elapsed time', () => {
  const hourly = parseCron('30 * * * *', 'Europe/Berlin')
  assert.deepEqual(runsAfter(hourly, '2026-10-25T00:00:00Z', 3), [
    '2026-10-25T00:30',
    '2026-10-25T01:30',
    '2026-10-25T02:30',
  ])
  assert.deepEqual(runsAfter(hourly, '2026-03-29T00:00:00Z', 2), ['2026-03-29T00:30', '2026-03-29T01:30'])
})

test('the runs backwards equal the runs forwards, over a year in both hemispheres', () => {
  for (const zone of ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Cairo'])
    for (const expression of ['15 2 * * *', '0 0 * * *', '0 */8 * * *']) {
      const schedule = parseCron(expression, zone)
      const forwards = [schedule.nextRun(at('2026-01-01T00:00:00Z'))]
      while (forwards.at(-1)! < at('2027-01-01T00:00:00Z')) forwards.push(schedule.nextRun(forwards.at(-1)!))
      const backwards: number[] = [forwards.pop()!]
      while (backwards.length <= forwards.length) backwards.push(schedule.previousRun(backwards.at(-1)!))
      assert.deepEqual(backwards.slice(1).reverse(), forwards, `${expression} in ${zone}`)
    }
})

test('an expression with a day of the month and a weekday runs on either', () => {
  const schedule = parseCron('0 3 1 * mon', 'UTC')
  assert.deepEqual(runsAfter(schedule, '2026-03-29T00:00:00Z', 3), [
    '2026-03-30T03:00',
    '2026-04-01T03:00',
    '2026-04-06T03:00',
  ])
})

test('no run exists beyond the representable years', () => {
  const yearly = parseCron('0 0 1 1 *', 'UTC')
  assert.equal(yearly.nextRun(at('9999-06-01T00:00:00Z')), Number.POSITIVE_INFINITY)
  assert.equal(yearly.previousRun(at('0001-01-01T00:00:00Z')), Number.NEGATIVE_INFINITY)
})

const REFUSED: [expression: string, timezone: string, part: CronError['part'], words: RegExp][] = [
  ['* * * *', 'UTC', 'expression', /five fields/],
  ['0 * * * * *', 'UTC', 'expression', /five fields/],
  ['@reboot', 'UTC', 'expression', /five fields.*@reboot has no time/],
  ['@every 5m', 'UTC', 'expression', /five fields.*@every is an interval/],
  ['@noon', 'UTC', 'expression', /five fields.*@daily/],
  ['0 3 * * * root /usr/bin/backup', 'UTC', 'expression', /five fields.*remove the user and the command/],
  ['0 0 3 * * ? 2026', 'UTC', 'expression', /five fields.*has 7, seconds and years/],
  ['0~30 3 * * *', 'UTC', 'expression', /five fields.*random time/],
  ['? * * * *', 'UTC', 'expression', /five fields.*write \* instead of \?/],
  ['', 'UTC', 'expression', /five fields/],
  [`${'0,'.repeat(100)}0 * * * *`, 'UTC', 'expression', /five fields/],
  ['61 * * * *', 'UTC', 'expression', /^is invalid: Invalid value for minute: 61$/],
  ['*/0 * * * *', 'UTC', 'expression', /illegal stepping/],
  ['never ever on any day', 'UTC', 'expression', /^is invalid: /],
  ['0 0 30 2 *', 'UTC', 'expression', /never occurs/],
  ['0 0 * * *', 'Mars/Olympus', 'timezone', /Mars\/Olympus is not a time zone/],
  ['0 0 * * *', '+01:00', 'timezone', /is not a time zone/],
  ['0 0 * * *', '', 'timezone', /is not a time zone/],
]

test('an invalid schedule is refused with a reason', () => {
  for (const [expression, timezone, part, words] of REFUSED)
    assert.throws(
      () => parseCron(expression, timezone),
      (error) => error instanceof CronError && error.part === part && words.test(error.message),
      `${expression} in ${timezone}`,
    )
})
