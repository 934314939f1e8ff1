import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Incident } from '../../../src/core/incidents/incident.ts'
import { isRemindable, scheduleNextReminder, toReminderEvent } from '../../../src/core/incidents/reminder.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createTestIncident } from '../../support/factories/incidents.ts'

const CASES: [what: string, over: Partial<Incident>, expected: boolean][] = [
  ['open and about a monitor', {}, true],
  ['open because a monitor is slow', { family: 'slowness' }, true],
  ['acknowledged', { status: 'acknowledged' }, false],
  ['resolved', { status: 'resolved' }, false],
  ['not about a monitor', { monitor: null }, false],
  ['about a certificate, which has separate warnings', { family: 'certificate' }, false],
  ['about a domain', { family: 'domain' }, false],
]

for (const [what, over, expected] of CASES)
  test(`an incident that is ${what} ${expected ? 'gets' : 'does not get'} reminders`, () =>
    assert.equal(isRemindable(createTestIncident(over)), expected))

test('the next reminder is due one interval from now, and only sent reminders count', () => {
  const reminder = { incidentId: 'incident', monitorKey: 1, dueAt: 1_000, number: 3 }
  const later = 1_000 + 50 * MINUTE_MS
  assert.deepEqual(scheduleNextReminder(reminder, 5, true, later), {
    ...reminder,
    dueAt: later + 5 * MINUTE_MS,
    number: 4,
  })
  assert.equal(scheduleNextReminder(reminder, 5, false, later).number, 3)
})

test('a reminder contains the current incident and its number', () => {
  const { type, timestamp, data } = toReminderEvent(createTestIncident({ failureCount: 7, updatedAt: 2_000 }), 3)
  assert.deepEqual(
    [type, timestamp, data.incident?.failure_count, data.reminder],
    ['incident.reminder', '1970-01-01T00:00:02.000Z', 7, { number: 3 }],
  )
  assert.equal(data.update, undefined)
})
