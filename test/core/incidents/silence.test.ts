import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncidentStatus } from '../../../src/core/incidents/incident.ts'
import {
  decideAlert,
  decideCatchUp,
  describeSilenced,
  findIncidentSilence,
  isInformation,
  type NotifiedStatus,
  type Silence,
  validateSilence,
} from '../../../src/core/incidents/silence.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'

const ALICE = { id: 'alice', name: 'Alice' }
const until = (end: number): Silence => ({ monitorKey: end, by: ALICE, since: 0, until: end, note: null })

test('an incident is silenced until the first of its monitors is not', () => {
  assert.equal(findIncidentSilence([until(9), until(5), until(7)])?.until, 5)
  assert.equal(findIncidentSilence([until(9), null]), null)
  assert.equal(findIncidentSilence([]), null)
})

test('a silence ends in the future and within a year', () => {
  const now = 1_000
  validateSilence({ until: now + 1 }, now)
  validateSilence({ until: now + 366 * DAY_MS }, now)
  assert.throws(() => validateSilence({ until: now }, now), /must be in the future/)
  assert.throws(() => validateSilence({ until: now + 366 * DAY_MS + 1 }, now), /at most 366 days/)
})

test('an alert is held during a silence and behind a held alert', () => {
  const facts = { isSilenced: false, isHeld: false, isResolution: false, notified: null }
  assert.equal(decideAlert(facts), 'send')
  assert.equal(decideAlert({ ...facts, isSilenced: true }), 'hold')
  assert.equal(decideAlert({ ...facts, isHeld: true }), 'hold')
})

test('a resolution is dropped if recipients have not been notified of the incident', () => {
  const facts = { isSilenced: true, isHeld: true, isResolution: true }
  assert.equal(decideAlert({ ...facts, notified: null }), 'drop')
  assert.equal(decideAlert({ ...facts, notified: 'resolved' }), 'drop')
  assert.equal(decideAlert({ ...facts, notified: 'open' }), 'hold')
  assert.equal(decideAlert({ ...facts, isSilenced: false, notified: 'open' }), 'send')
  assert.equal(decideAlert({ ...facts, isSilenced: false, isHeld: false, notified: null }), 'send', 'was not silenced')
})

const CASES: [notified: NotifiedStatus, status: IncidentStatus, type: string | null][] = [
  [null, 'open', 'opened'],
  [null, 'acknowledged', 'acknowledged'],
  [null, 'resolved', null],
  ['open', 'open', null],
  ['open', 'acknowledged', 'acknowledged'],
  ['open', 'resolved', 'resolved'],
  ['acknowledged', 'open', 'reopened'],
  ['acknowledged', 'acknowledged', null],
  ['acknowledged', 'resolved', 'resolved'],
  ['resolved', 'open', 'reopened'],
  ['resolved', 'acknowledged', 'acknowledged'],
  ['resolved', 'resolved', null],
]

for (const [notified, status, type] of CASES)
  test(`recipients who know ${notified ?? 'nothing'} receive ${type ?? 'nothing'} when the incident is ${status}`, () => {
    const expected = type && `incident.${type}`
    assert.equal(decideCatchUp({ status, notified, hasInformation: false }), expected)
    const isKnown = notified === status
    assert.equal(
      decideCatchUp({ status, notified, hasInformation: true }),
      isKnown ? 'incident.updated' : expected,
      'information sends an update of a known state',
    )
  })

test('a note or an edit is information, and a change of the status is not', () => {
  assert.equal(isInformation({ kind: 'comment_added' }), true)
  assert.equal(isInformation({ kind: 'edited' }), true)
  assert.equal(isInformation({ kind: 'status_changed' }), true)
  assert.equal(isInformation({ kind: 'status_changed', eventOverride: { type: 'flapping.started' } }), true)
  assert.equal(isInformation({ kind: 'status_changed', eventOverride: { type: 'incident.opened' } }), false)
  assert.equal(isInformation({ kind: 'resolved' }), false)
})

test('the message of a silence names the monitors if the incident has others', () => {
  const end = { until: Date.UTC(2026, 0, 31, 18), note: null }
  assert.equal(describeSilenced(ALICE, end), 'Alerts silenced by Alice until 2026-01-31 18:00:00 UTC')
  assert.match(describeSilenced(ALICE, { ...end, note: 'New switch' }), / UTC: New switch$/)
  assert.match(
    describeSilenced({ id: 'gone', name: null }, end, ['Shop']),
    /^Alerts of "Shop" silenced by a former user/,
  )
})
