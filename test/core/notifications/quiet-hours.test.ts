import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findHoldEnd,
  findQuietHoursEnd,
  findQuietHoursIssues,
  type MessageFacts,
  type QuietHours,
} from '../../../src/core/notifications/quiet-hours.ts'
import type { Restriction } from '../../../src/core/on-call/schedule.ts'

const daily = (from: string, to: string): Restriction => ({ from, to, fromWeekday: null, toWeekday: null })

const WEEKEND: Restriction = { from: '18:00', to: '08:00', fromWeekday: 'friday', toWeekday: 'monday' }

/** Returns the end in UTC; null outside quiet hours. */
function findEnd(timezone: string, restrictions: Restriction[], at: string): string | null {
  const end = findQuietHoursEnd({ timezone, restrictions }, Date.parse(at))
  return end === null ? null : new Date(end).toISOString().replace(':00.000Z', 'Z')
}

test('quiet hours of every night end on the next morning, and the end is not quiet', () => {
  const night = [daily('22:00', '07:00')]
  assert.equal(findEnd('UTC', night, '2026-01-05T21:59:59Z'), null)
  assert.equal(findEnd('UTC', night, '2026-01-05T22:00:00Z'), '2026-01-06T07:00Z')
  assert.equal(findEnd('UTC', night, '2026-01-06T06:59:59Z'), '2026-01-06T07:00Z')
  assert.equal(findEnd('UTC', night, '2026-01-06T07:00:00Z'), null)
})

test('quiet hours that touch or overlap have one end', () => {
  const both = [daily('22:00', '07:00'), WEEKEND]
  assert.equal(findEnd('UTC', both, '2026-01-08T23:00:00Z'), '2026-01-09T07:00Z')
  assert.equal(findEnd('UTC', both, '2026-01-09T19:00:00Z'), '2026-01-12T08:00Z')
  assert.equal(
    findEnd('UTC', [daily('22:00', '00:00'), daily('00:00', '07:00')], '2026-01-05T22:30:00Z'),
    '2026-01-06T07:00Z',
  )
})

const NIGHT = [daily('22:00', '06:00')]
const SMALL_HOURS = [daily('01:30', '02:30')]

/** Nights of clock changes. Lord Howe moves its clock by half an hour, and New York and Berlin by an hour. */
for (const [zone, at, night, inside, smallHours] of [
  // The clock jumps from 02:00 to 03:00
  ['Europe/Berlin', '2026-03-28T22:00:00Z', '2026-03-29T04:00Z', '2026-03-29T00:45:00Z', '2026-03-29T01:00Z'],
  // 02:00 to 03:00 occurs twice
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T05:00Z', '2026-10-25T00:15:00Z', '2026-10-25T00:30Z'],
  ['America/New_York', '2026-03-08T04:00:00Z', '2026-03-08T10:00Z', '2026-03-08T06:45:00Z', '2026-03-08T07:00Z'],
  // 01:00 to 02:00 occurs twice, so the hour from 01:30 lasts two hours
  ['America/New_York', '2026-11-01T03:00:00Z', '2026-11-01T11:00Z', '2026-11-01T05:45:00Z', '2026-11-01T07:30Z'],
  // The clock jumps from 02:00 to 02:30
  ['Australia/Lord_Howe', '2026-10-03T13:00:00Z', '2026-10-03T19:00Z', '2026-10-03T15:15:00Z', '2026-10-03T15:30Z'],
  // 01:30 to 02:00 occurs twice
  ['Australia/Lord_Howe', '2026-04-04T12:00:00Z', '2026-04-04T19:30Z', '2026-04-04T14:45:00Z', '2026-04-04T16:00Z'],
  ['Asia/Kolkata', '2026-03-28T17:00:00Z', '2026-03-29T00:30Z', '2026-03-28T20:15:00Z', '2026-03-28T21:00Z'],
] as const) {
  test(`${zone}: quiet hours end at the local time in the night of ${at.slice(0, 10)}`, () => {
    assert.equal(findEnd(zone, NIGHT, at), night)
    assert.equal(findEnd(zone, SMALL_HOURS, inside), smallHours)
  })
}

test('the second occurrence of an hour is not quiet when the first ended the quiet hours', () => {
  assert.equal(findEnd('Europe/Berlin', SMALL_HOURS, '2026-10-25T01:15:00Z'), null)
})

test('quiet hours of skipped local times are empty', () => {
  assert.equal(findEnd('Europe/Berlin', [daily('02:10', '02:50')], '2026-03-29T01:00:00Z'), null)
})

test('quiet hours without a gap, half a pair of weekdays and unknown time zones are refused', () => {
  const check = (timezone: string, restrictions: Restriction[]) =>
    findQuietHoursIssues({ timezone, restrictions, mode: 'wait' }).map(({ field }) => field)
  assert.deepEqual(check('Europe/Berlin', [daily('22:00', '07:00')]), [])
  assert.deepEqual(check('Mars/Base', [daily('22:00', '07:00')]), ['timezone'])
  assert.deepEqual(check('UTC', [{ ...WEEKEND, toWeekday: null }]), ['restrictions.0.to_weekday'])
  assert.deepEqual(check('UTC', [daily('00:00', '00:00')]), ['restrictions'])
  assert.deepEqual(check('UTC', [daily('08:00', '20:00'), daily('20:00', '08:00')]), ['restrictions'])
  assert.deepEqual(check('UTC', [daily('08:00', '20:00'), daily('20:00', '07:59')]), [])
})

test('only the beginning and the end of an outage pass the mode critical_only', () => {
  const at = Date.parse('2026-01-05T23:00:00Z')
  const hours: QuietHours = { timezone: 'UTC', restrictions: [daily('22:00', '07:00')], mode: 'critical_only' }
  const down: MessageFacts = { type: 'incident.opened', family: 'availability', severity: 'critical' }
  const isHeld = (over: Partial<MessageFacts>, mode: QuietHours['mode'] = 'critical_only') =>
    findHoldEnd({ ...hours, mode }, { ...down, ...over }, at) !== null
  assert.equal(isHeld({}), false)
  assert.equal(isHeld({ severity: 'major', type: 'incident.reopened' }), false)
  assert.equal(isHeld({ type: 'incident.resolved' }), false)
  assert.equal(isHeld({}, 'wait'), true)
  assert.equal(isHeld({ severity: 'warning' }), true)
  assert.equal(isHeld({ family: 'slowness', severity: 'major' }), true)
  assert.equal(isHeld({ family: 'certificate', severity: 'major', type: 'certificate.expiring' }), true)
  assert.equal(isHeld({ type: 'incident.reminder' }), true)
  assert.equal(isHeld({ type: 'incident.acknowledged' }), true)
  assert.equal(isHeld({ type: 'maintenance.started', family: null, severity: null }), true)
  assert.equal(findHoldEnd(null, down, at), null)
})
