/** Fields of cron expressions, compared with a second reading of crontab(5), in five zones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCron } from '../../../../src/core/platform/time/cron.ts'
import { DAY_MS, MINUTE_MS } from '../../../../src/core/platform/time/time.ts'
import { createSeededRandom } from '../../../support/factories/random.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Returns the numbers that a field means, by the text of crontab(5). */
function readField(field: string, low: number, high: number, names: readonly string[] = []): Set<number> {
  const toNumber = (word: string): number => {
    const named = names.indexOf(word.toLowerCase())
    return named < 0 ? Number(word) : named + low
  }
  const found = new Set<number>()
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/')
    const [from = low, to] = range === '*' ? [low, high] : range.split('-').map(toNumber)
    const last = to ?? (step === undefined ? from : high)
    for (let number = from; number <= last; number += Number(step ?? 1)) found.add(number)
  }
  return found
}

/** Returns the first two wall-clock times after `start` as UTC, Unix ms; both days of a rule with `*` must match. */
function listWallTimes(expression: string, start: number): number[] {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.split(' ')
  const minutes = [...readField(minute, 0, 59)].sort((a, b) => a - b)
  const hours = [...readField(hour, 0, 23)].sort((a, b) => a - b)
  const [days, months] = [readField(day, 1, 31), readField(month, 1, 12, MONTHS)]
  const weekdays = new Set([...readField(weekday, 0, 7, WEEKDAYS)].map((number) => number % 7))
  const needsBoth = day.startsWith('*') || weekday.startsWith('*')
  const found: number[] = []
  for (let date = start - (start % DAY_MS); found.length < 2 && date < start + 3_000 * DAY_MS; date += DAY_MS) {
    const at = new Date(date)
    const [inMonth, inWeek] = [days.has(at.getUTCDate()), weekdays.has(at.getUTCDay())]
    if (!months.has(at.getUTCMonth() + 1) || !(needsBoth ? inMonth && inWeek : inMonth || inWeek)) continue
    for (const one of hours)
      for (const other of minutes) {
        const time = date + (one * 60 + other) * MINUTE_MS
        if (time > start && found.length < 2) found.push(time)
      }
  }
  return found
}

function createGenerator(random: () => number) {
  const pick = (count: number): number => Math.floor(random() * count)
  const createItem = (low: number, high: number, names: readonly string[]): string => {
    const from = low + pick(high - low + 1)
    const show = (number: number) => (pick(3) === 0 && names[number - low]) || String(number)
    const range = `${show(from)}-${show(from + pick(high - from + 1))}`
    const step = 1 + pick(pick(4) === 0 ? 150 : 12)
    return ['*', `*/${step}`, show(from), show(from), range, `${range}/${step}`][pick(6)]!
  }
  const createField = (low: number, high: number, names: readonly string[] = []): string =>
    pick(3) === 0 ? '*' : Array.from({ length: 1 + pick(3) }, () => createItem(low, high, names)).join(',')
  return () =>
    [
      createField(0, 59),
      createField(0, 23),
      createField(1, 31),
      createField(1, 12, MONTHS),
      createField(0, 7, WEEKDAYS),
    ].join(' ')
}

/** Each with a month without a change of the clock. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'].map((timezone) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  return { timezone, toWall: (at: number): number => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) }
})

/** Environment variable with another number of expressions. */
const COUNT = Number(process.env.TEST_EXPRESSIONS ?? 2_000)

test('generated expressions run at the times that crontab(5) states, in five zones', () => {
  const random = createSeededRandom(4)
  const create = createGenerator(random)
  let compared = 0
  for (let n = 0; n < COUNT; n++) {
    const expression = create()
    const { timezone, toWall } = ZONES[n % ZONES.length]!
    const start = Date.UTC(2026, Math.floor(random() * 12), 1 + Math.floor(random() * 28), 7, 31)
    const expected = listWallTimes(expression, toWall(start))
    if (expected.length < 2) continue // a day that occurs every few years, or never
    const schedule = parseCron(expression, timezone)
    const runs = [schedule.nextRun(start)]
    runs.push(schedule.nextRun(runs[0]!))
    const offsets = new Set([start, ...runs].map((at) => toWall(at) - at))
    if (offsets.size > 1) continue // cron-zones.test.ts has the changes of the clock
    compared++
    assert.deepEqual(runs.map(toWall), expected, `${expression} in ${timezone} from ${new Date(start).toISOString()}`)
  }
  assert.ok(compared > 0.8 * COUNT, String(compared))
})

test('both day fields must match when one begins with an asterisk', () => {
  const list = (expression: string): string[] => {
    const schedule = parseCron(expression, 'UTC')
    const runs: number[] = []
    for (let n = 0; n < 4; n++) runs.push(schedule.nextRun(runs.at(-1) ?? Date.parse('2026-05-01T00:00:00Z')))
    return runs.map((run) => new Date(run).toISOString().slice(5, 10))
  }
  assert.deepEqual(list('0 9 */2 * 1'), ['05-11', '05-25', '06-01', '06-15'])
  assert.deepEqual(list('0 9 1 * */2'), ['08-01', '09-01', '10-01', '11-01'])
  assert.deepEqual(list('0 9 */100,1-7 * MON'), ['05-04', '06-01', '07-06', '08-03'], 'the first Monday')
  assert.deepEqual(list('0 9 1-31 * MON'), ['05-01', '05-02', '05-03', '05-04'], 'no asterisk: either matches')
  assert.deepEqual(list('0 9 * * fri-sun'), ['05-01', '05-02', '05-03', '05-08'])
})

test('nicknames, and a time zone in the expression', () => {
  const next = (expression: string, timezone = 'UTC') =>
    new Date(parseCron(expression, timezone).nextRun(Date.parse('2026-05-02T12:30:00Z'))).toISOString().slice(0, 16)
  assert.deepEqual(
    ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@Yearly', '@annually'].map((name) => next(name)),
    [
      '2026-05-02T13:00',
      ...['2026-05-03T00:00', '2026-05-03T00:00', '2026-05-03T00:00'],
      ...['2026-06-01T00:00', '2027-01-01T00:00', '2027-01-01T00:00'],
    ],
  )
  for (const prefix of ['CRON_TZ=', 'TZ='])
    assert.equal(next(`${prefix}Europe/Berlin 0 3 * * *`, 'Europe/Berlin'), '2026-05-03T01:00')
  assert.throws(
    () => parseCron('CRON_TZ=Asia/Tokyo 0 3 * * *', 'UTC'),
    /names the time zone Asia\/Tokyo, but the time zone is UTC/,
  )
})

test('minutes and hours that begin with an asterisk follow the elapsed time, other steps are fixed times', () => {
  const runs = (expression: string): string[] => {
    const schedule = parseCron(expression, 'Europe/Berlin')
    const found = [schedule.nextRun(Date.parse('2026-10-24T23:59:00Z'))]
    found.push(schedule.nextRun(found[0]!))
    return found.map((run) => new Date(run).toISOString().slice(11, 16))
  }
  assert.deepEqual(runs('15 */2 * * *'), ['00:15', '01:15'], 'both halves of the repeated hour')
  assert.deepEqual(runs('15 0-23/2 * * *'), ['00:15', '03:15'], 'the repeated hour once')
})
