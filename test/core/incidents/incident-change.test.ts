import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addNote, applyEdit, changeStatus } from '../../../src/core/incidents/incident-change.ts'
import { createTestIncident } from '../../support/factories/incidents.ts'

const ALICE = { id: 'alice', name: 'Alice' }
const OPEN = createTestIncident()
const ACKNOWLEDGED = createTestIncident({ status: 'acknowledged', acknowledgedAt: 1_500, acknowledgedBy: ALICE })
const RESOLVED = createTestIncident({ ...ACKNOWLEDGED, status: 'resolved', resolvedAt: 2_000, resolvedBy: ALICE })

test('an edit changes the given fields and lists them in its message', () => {
  const update = applyEdit(OPEN, { title: 'Shop', severity: 'minor', statusPageUpdate: undefined }, ALICE, 5_000)
  assert.deepEqual(
    [update?.kind, update?.message, update?.fromStatus, update?.author],
    ['edited', 'Changed: title, severity', 'open', ALICE],
  )
  assert.deepEqual(update?.incident, { ...OPEN, title: 'Shop', severity: 'minor', updatedAt: 5_000 })
})

test('an edit without a difference is ignored', () => {
  const { title, severity, statusPageUpdate, affectedMonitorIds } = OPEN
  assert.equal(
    applyEdit(OPEN, { title, severity, statusPageUpdate, affectedMonitorIds: [...affectedMonitorIds] }, ALICE, 9),
    null,
  )
  assert.equal(applyEdit(OPEN, {}, ALICE, 9), null)
})

test('null removes the status page update', () => {
  const before = createTestIncident({ statusPageUpdate: 'We are on it' })
  assert.equal(applyEdit(before, { statusPageUpdate: null }, ALICE, 5_000)?.incident.statusPageUpdate, null)
})

test('a note changes only the time of the incident', () => {
  const update = addNote(ACKNOWLEDGED, { message: 'Found the cable', isPublic: true }, ALICE, 5_000)
  assert.deepEqual(
    [update.kind, update.message, update.isPublic, update.fromStatus],
    ['comment_added', 'Found the cable', true, 'acknowledged'],
  )
  assert.deepEqual(update.incident, { ...ACKNOWLEDGED, updatedAt: 5_000 })
})

test('resolving by hand records the user, with or without a note', () => {
  const { incident, message } = changeStatus(OPEN, { status: 'resolved', note: 'Fixed the cable' }, ALICE, 5_000)
  assert.deepEqual(
    [incident.status, incident.resolvedAt, incident.resolvedBy, incident.resolutionNote, message],
    ['resolved', 5_000, ALICE, 'Fixed the cable', 'Fixed the cable'],
  )
  const silent = changeStatus(ACKNOWLEDGED, { status: 'resolved', note: null }, ALICE, 5_000)
  assert.deepEqual([silent.incident.resolutionNote, silent.message], [null, 'Incident resolved'])
})

test('reopening clears the resolution and the acknowledgement', () => {
  const { kind, incident, message } = changeStatus(RESOLVED, { status: 'open', note: null }, ALICE, 5_000)
  assert.deepEqual([kind, message], ['reopened', 'Incident reopened'])
  const again = { reopenedAt: 5_000, reopenings: 1, healthyMs: 5_000 - RESOLVED.resolvedAt! }
  assert.deepEqual(incident, createTestIncident({ updatedAt: 5_000, ...again }))
  assert.equal(changeStatus(RESOLVED, { status: 'open', note: 'Not yet' }, ALICE, 5_000).message, 'Not yet')
})

test('a change to the same status, or from acknowledged to open, is refused', () => {
  const to = (incident: typeof OPEN, status: 'open' | 'resolved') => () =>
    changeStatus(incident, { status, note: null }, ALICE, 5_000)
  assert.throws(to(OPEN, 'open'), /^Problem: Incident is already in status: open$/)
  assert.throws(to(RESOLVED, 'resolved'), /^Problem: Incident is already in status: resolved$/)
  assert.throws(to(ACKNOWLEDGED, 'open'), /only a resolved incident can be reopened; this incident is acknowledged/)
})
