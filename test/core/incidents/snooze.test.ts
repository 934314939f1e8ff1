import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Incident } from '../../../src/core/incidents/incident.ts'
import { acknowledge, reopen, resolve } from '../../../src/core/incidents/incident-update.ts'
import { isNotified } from '../../../src/core/incidents/pause.ts'
import {
  computeStepShift,
  endSnooze,
  isSnoozed,
  snooze,
  snoozeVia,
  validateSnooze,
} from '../../../src/core/incidents/snooze.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createTestIncident } from '../../support/factories/incidents.ts'
import { property } from '../properties.ts'

const ALICE = { id: 'alice', name: 'Alice' }
const BOB = { id: 'bob', name: 'Bob' }
const PHONE = { name: 'On-call phone', isUser: false }
const NOW = Date.UTC(2026, 0, 31, 12)
const UNTIL = NOW + 30 * MINUTE_MS
const open = createTestIncident()
const snoozed = snooze(open, UNTIL, ALICE, NOW).incident

test('a snoozed incident stays open until its end, and its entry notifies no recipient', () => {
  const update = snooze(open, UNTIL, ALICE, NOW)
  assert.deepEqual(
    [update.incident.status, update.incident.acknowledgedAt, update.incident.snoozedBy],
    ['open', null, ALICE],
  )
  assert.equal(update.message, 'Snoozed until 2026-01-31 12:30:00 UTC')
  assert.equal(isNotified(update), false)
  assert.deepEqual(
    [NOW, UNTIL - 1, UNTIL].map((at) => isSnoozed(snoozed, at)),
    [true, true, false],
  )
  assert.equal(isSnoozed(open, NOW), false)
})

test('the latest snooze counts', () => {
  const via = snoozeVia(snoozed, NOW + MINUTE_MS, PHONE, NOW)
  const { snoozedUntil, snoozedBy, snoozedVia } = via.incident
  assert.deepEqual([snoozedUntil, snoozedBy, snoozedVia], [NOW + MINUTE_MS, null, 'On-call phone'])
  assert.equal(via.message, 'Snoozed via the notification target "On-call phone" until 2026-01-31 12:01:00 UTC')
  assert.equal(snooze(via.incident, UNTIL, BOB, NOW).incident.snoozedVia, null)
})

test('the entry of the end names the origin of the snooze, or the user who ended it', () => {
  assert.equal(endSnooze(snoozed, null, UNTIL).message, 'The snooze by Alice has ended')
  const via = snoozeVia(open, UNTIL, PHONE, NOW).incident
  assert.equal(endSnooze(via, null, UNTIL).message, 'The snooze via "On-call phone" has ended')
  const ended = endSnooze(snoozed, BOB, NOW)
  assert.deepEqual([ended.message, ended.author, ended.incident.snoozedUntil], ['Snooze ended', BOB, null])
})

test('an acknowledgement, a resolution and a reopening end the snooze', () => {
  const ends = [
    acknowledge(snoozed, BOB, NOW),
    resolve(snoozed, { note: null, by: null, at: NOW, now: NOW }),
    reopen(snoozed, { message: 'Down again', by: null, at: NOW, now: NOW }),
  ]
  for (const { incident } of ends)
    assert.deepEqual([incident.snoozedUntil, incident.snoozedBy, incident.snoozedVia], [null, null, null])
})

test('a resolved incident cannot be snoozed, and an acknowledged one is open after its snooze', () => {
  assert.throws(() => snooze(createTestIncident({ status: 'resolved' }), UNTIL, ALICE, NOW), {
    message: 'Incident is already in status: resolved',
  })
  const acknowledged = createTestIncident({ status: 'acknowledged', acknowledgedAt: NOW, acknowledgedBy: BOB })
  const { incident } = snooze(acknowledged, UNTIL, ALICE, NOW)
  assert.equal(incident.status, 'acknowledged')
  assert.equal(endSnooze(incident, ALICE, NOW).incident.status, 'acknowledged')
  const { incident: after, fromStatus } = endSnooze(incident, null, UNTIL)
  assert.deepEqual([fromStatus, after.status, after.acknowledgedBy], ['acknowledged', 'open', null])
})

test('the end of a snooze is in the future and at most 7 days away', () => {
  validateSnooze(NOW + 1, NOW)
  validateSnooze(NOW + 7 * DAY_MS, NOW)
  assert.throws(() => validateSnooze(NOW, NOW), /must be in the future/)
  assert.throws(() => validateSnooze(NOW + 7 * DAY_MS + 1, NOW), /at most 7 days/)
})

property('the next step of an escalation counts only the time at which its incident is not snoozed', 300, (dice) => {
  let incident: Incident = open
  let now = NOW
  let dueAt = NOW + 60 * MINUTE_MS
  let awakeMs = 0
  for (let change = 0; change < 6; change++) {
    const before = incident
    const until = now + dice.between(1, 40) * MINUTE_MS
    if (dice.happens(0.7)) incident = snooze(before, until, ALICE, now).incident
    else incident = endSnooze(before, ALICE, now).incident
    dueAt += computeStepShift(before, incident, now)
    const next = now + dice.between(1, 50) * MINUTE_MS
    awakeMs += next - Math.min(next, Math.max(incident.snoozedUntil ?? now, now))
    now = next
  }
  const awakeAt = Math.max(incident.snoozedUntil ?? now, now)
  assert.equal(dueAt - awakeAt, 60 * MINUTE_MS - awakeMs)
})
