import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideExpiry,
  type ExpiryProblem,
  type ExpiryState,
  isNewProblem,
  type LastWarning,
} from '../../../src/core/expiry/expiry-alert.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'

const createProblem = (over: Partial<ExpiryProblem> = {}): ExpiryProblem => ({
  subject: 'certificate A',
  days: 14,
  fault: null,
  warning: '14',
  severity: 'warning',
  title: 'The certificate of "Shop" expires in 14 days',
  message: 'it ends',
  regions: ['eu'],
  ...over,
})

const warned = (over: Partial<LastWarning> = {}): LastWarning => ({
  subject: 'certificate A',
  days: 14,
  fault: null,
  at: 5,
  ...over,
})

const OPEN = createTestIncident({
  family: 'certificate',
  severity: 'warning',
  type: 'ssl_error',
  title: 'The certificate of "Shop" expires in 30 days',
})

const stateOf = (over: Partial<ExpiryState> = {}): ExpiryState => ({
  family: 'certificate',
  monitor: SHOP,
  warned: null,
  open: null,
  recent: null,
  ...over,
})

const decide = (over: Partial<ExpiryState>, outcome: Parameters<typeof decideExpiry>[1]) =>
  decideExpiry(stateOf(over), outcome, () => 'new', 9_000)

test('a problem is new with a nearer threshold, another fault, or another certificate', () => {
  assert.ok(isNewProblem(null, createProblem()))
  assert.ok(!isNewProblem(warned(), createProblem()))
  assert.ok(!isNewProblem(warned({ days: 7 }), createProblem()))
  assert.ok(isNewProblem(warned({ days: 30 }), createProblem()))
  assert.ok(isNewProblem(warned({ subject: 'certificate B', days: 1 }), createProblem()))
  assert.ok(isNewProblem(warned(), createProblem({ fault: 'X' })))
  assert.ok(isNewProblem(warned({ fault: 'X' }), createProblem()))
  assert.ok(isNewProblem(warned({ days: null, fault: 'X' }), createProblem({ fault: 'X' })))
  assert.ok(!isNewProblem(warned({ fault: 'X' }), createProblem({ days: null, fault: 'X' })))
})

test('a known problem causes no update but stores its nearest threshold', () => {
  assert.deepEqual(decide({ warned: warned({ days: 7 }), open: OPEN }, createProblem()), {
    warned: warned(),
    update: null,
  })
})

test('the first problem opens a system incident', () => {
  const { warned: after, update } = decide({}, createProblem())
  assert.deepEqual(after, warned({ at: 9_000 }))
  assert.deepEqual(
    [update?.kind, update?.incident.id, update?.incident.type, update?.incident.source, update?.incident.createdBy],
    ['created', 'new', 'ssl_error', 'system', null],
  )
  assert.deepEqual(update?.eventOverride, { type: 'certificate.expiring', subject: 'certificate A 14' })
})

test('a further problem updates the same incident, which stays acknowledged', () => {
  const { update } = decide(
    { warned: warned({ days: 30 }), open: { ...OPEN, status: 'acknowledged' } },
    createProblem(),
  )
  assert.deepEqual(
    [update?.kind, update?.fromStatus, update?.incident.status, update?.incident.title, update?.incident.updatedAt],
    ['status_changed', 'acknowledged', 'acknowledged', createProblem().title, 9_000],
  )
})

test('a title and a severity chosen by a user stay', () => {
  const open = { ...OPEN, title: 'Ask Bob', severity: 'critical' as const }
  const { update } = decide({ warned: warned({ days: 30 }), open }, createProblem({ severity: 'major' }))
  assert.deepEqual([update?.incident.title, update?.incident.severity], ['Ask Bob', 'critical'])
  const other = decide({ warned: warned({ days: 30 }), open: OPEN }, createProblem({ severity: 'major' }))
  assert.equal(other.update?.incident.severity, 'major')
})

test('a recently resolved incident is reopened with the new texts', () => {
  const recent = { ...OPEN, status: 'resolved' as const, resolvedAt: 8_900 }
  const { update } = decide({ recent }, createProblem())
  assert.deepEqual(
    [update?.kind, update?.incident.id, update?.incident.status, update?.incident.title, update?.eventOverride?.type],
    ['reopened', 'incident', 'open', createProblem().title, 'certificate.expiring'],
  )
})

test('a fault sends the event types of ordinary incidents', () => {
  const fault = createProblem({ fault: 'X', warning: 'X+14' })
  const types = [
    decide({}, fault),
    decide({ warned: warned(), open: OPEN }, fault),
    decide({ recent: { ...OPEN, status: 'resolved' } }, fault),
  ].map(({ update }) => update?.eventOverride?.type)
  assert.deepEqual(types, ['incident.opened', 'incident.updated', 'incident.reopened'])
  const domain = decide({ family: 'domain' }, createProblem())
  assert.deepEqual([domain.update?.eventOverride?.type, domain.update?.incident.type], ['domain.expiring', 'dns_error'])
})

test('a recovery resolves the incident, and a renewal names its subject', () => {
  const recovery = { note: 'renewed', isRenewal: true }
  const { warned: after, update } = decide({ warned: warned(), open: OPEN }, recovery)
  assert.deepEqual([after, update?.kind, update?.incident.resolutionNote], [null, 'resolved', 'renewed'])
  assert.deepEqual(update?.eventOverride, { type: 'incident.resolved', subject: 'certificate A' })
  const other = decide({ warned: warned(), open: OPEN }, { ...recovery, isRenewal: false })
  assert.equal(other.update?.eventOverride, undefined)
})

test('a recovery changes nothing without a warning, or when a user resolved the incident', () => {
  const recovery = { note: 'renewed', isRenewal: true }
  for (const over of [{ open: OPEN }, { warned: warned() }, {}])
    assert.deepEqual(decide(over, recovery), { warned: null, update: null })
})
