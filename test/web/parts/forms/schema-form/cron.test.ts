import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCron } from '../../../../../src/core/platform/time/cron.ts'
import { listNextTimes } from '../../../../../web/src/parts/forms/schema-form/cron.ts'

const NOW = Date.parse('2026-03-28T12:00:00Z')

test('the preview shows the same times as the server, also around clock changes', () => {
  for (const expression of [
    ...['0 3 * * *', '30 2 * * *', '*/30 1-3 * * *', '0 0 L * *', '@daily', '0 9 */2 * 1', '0 9 1 * */2'],
    ...['0 9 */100,1-7 * MON', '5/20 0-5/2 * * *', 'CRON_TZ=Europe/Berlin 0 3 * * *'],
  ]) {
    const schedule = parseCron(expression, 'Europe/Berlin')
    const expected = [NOW]
    for (let n = 0; n < 3; n++) expected.push(schedule.nextRun(expected.at(-1)!))
    assert.deepEqual(listNextTimes(expression, 'Europe/Berlin', NOW), expected.slice(1), expression)
  }
})

test('an invalid expression or zone has no times', () => {
  for (const [expression, zone] of [
    ['61 * * * *', 'UTC'],
    ['* * * * * *', 'UTC'],
    ['0 3 * * *', 'Nowhere/Else'],
  ] as const)
    assert.deepEqual(listNextTimes(expression, zone, NOW), [])
})
