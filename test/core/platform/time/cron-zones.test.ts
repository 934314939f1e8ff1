/** Compares the times of cron expressions with a wall clock that is read every minute, for whole years. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCron } from '../../../../src/core/platform/time/cron.ts'
import { minutesOf, timesOf } from './wall-clock.ts'

/** Zones with different kinds of clock changes, and one without any. */
const YEARS: [zone: string, year: number, why: string][] = [
  ['Europe/Berlin', 2026, 'jumps at 2 and 3'],
  ['America/New_York', 2026, 'jumps at 2'],
  ['Australia/Lord_Howe', 2026, 'changes by half an hour'],
  ['Asia/Kolkata', 2026, 'is offset by half an hour and never changes'],
  ['Africa/Casablanca', 2026, 'changes back for Ramadan'],
  ['America/Havana', 2026, 'changes at midnight'],
  ['Africa/Cairo', 2026, 'also changes at midnight'],
  ['Pacific/Apia', 2011, 'never had a 30th of December'],
  ['Europe/Berlin', 2028, 'has a 29th of February'],
]

/** The first few are also checked backwards. */
const EXPRESSIONS = [
  '30 2 * * *',
  '15 0 * * *',
  '*/20 2 * * *',
  '0,30 2 * * 0',
  '0 0 * * *',
  '0 */8 * * 6,0',
  '0 3 1 * 1',
  '0 12 31 * *',
  '0 12 29 2 *',
  '30 0 30 12 *',
]
const FOLLOWED_BACK = 3

const words = (times: readonly number[]): string[] => times.map((at) => new Date(at).toISOString().slice(0, 16))

for (const [zone, year, why] of YEARS)
  test(`in ${zone}, which ${why}, every time of ${year} occurs once, and in order`, () => {
    const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    const minutes = minutesOf(zone, from - 86_400_000, to)
    for (const [index, expression] of EXPRESSIONS.entries()) {
      const schedule = parseCron(expression, zone)
      const expected = timesOf(expression, minutes).filter((at) => at >= from)
      const found: number[] = []
      for (let at = schedule.nextRun(from - 1); at < to; at = schedule.nextRun(at)) found.push(at)
      assert.deepEqual(words(found), words(expected), `${expression} forwards`)
      if (index >= FOLLOWED_BACK) continue
      const back: number[] = []
      for (let at = schedule.previousRun(to); at >= from; at = schedule.previousRun(at)) back.unshift(at)
      assert.deepEqual(words(back), words(expected), `${expression} backwards`)
    }
  })
