import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '../../../../src/core/incidents/event.ts'
import { describeEvent } from '../../../../web/src/parts/notifications/delivery/delivery-event.ts'
import { notifications as de } from '../../../../web/src/text/de/notifications.ts'
import { notifications as en } from '../../../../web/src/text/en/notifications.ts'

const MESSAGE = {
  event_type: 'incident.opened',
  escalation_step: null,
  escalation_sent_by: null,
  reminder_number: null,
} as const

test('a line of the notification log states which message was sent', () => {
  const describe = (some: object) => describeEvent({ ...MESSAGE, ...some }, en.log)
  assert.equal(describe({}), 'Opened')
  assert.equal(describe({ escalation_step: 2 }), 'Escalation step 2')
  const early = { escalation_step: 2, escalation_sent_by: 'Alice' }
  assert.equal(describe(early), 'Escalation step 2, sent early by Alice')
  assert.equal(describe({ event_type: 'incident.reminder', reminder_number: 3 }), 'Reminder 3')
  assert.equal(describe({ event_type: 'incident.resolved' }), 'Resolved')
})

test('every event has its own name in every language', () => {
  for (const { log } of [en, de]) {
    const names = EVENT_TYPES.map((type) => describeEvent({ ...MESSAGE, event_type: type }, log))
    assert.equal(new Set(names).size, EVENT_TYPES.length)
  }
})
