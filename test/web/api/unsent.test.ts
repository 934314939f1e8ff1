import assert from 'node:assert/strict'
import test from 'node:test'
import { isKept, parseUnsent } from '../../../web/src/api/unsent.ts'

const HOUR_MS = 60 * 60_000
const ID = '0190b4a0-0000-7000-8000-000000000001'
const REQUEST = { method: 'POST', path: `/api/incidents/${ID}/acknowledge`, body: null, projectId: 'p' }
const ALICE = { userId: 'alice', organizationId: 'shop' }
const toText = (request: object | null) => JSON.stringify({ request, at: 0, ...ALICE })

test('a change is offered to the same user within twelve hours', () => {
  const offer = { request: REQUEST, at: 0 }
  assert.deepEqual(parseUnsent(toText(REQUEST), ALICE, 11 * HOUR_MS), offer)
  assert.equal(parseUnsent(toText(REQUEST), { ...ALICE, userId: 'bob' }, 0), null)
  assert.equal(parseUnsent(toText(REQUEST), null, 0), null)
  assert.equal(parseUnsent(toText(REQUEST), ALICE, 12 * HOUR_MS), null)
  assert.equal(parseUnsent(null, ALICE, 0), null)
})

test('a change is not sent to another organization of the user', () => {
  const other = { ...ALICE, organizationId: 'bakery' }
  assert.deepEqual(parseUnsent(toText(REQUEST), other, 0), { request: null, at: 0 })
})

test('a stored request outside the list is not offered', () => {
  for (const path of ['.attacker.example/api/incidents/batch', '/api/auth/password', `/api/monitors/${ID}`])
    assert.deepEqual(parseUnsent(toText({ ...REQUEST, path }), ALICE, 0), { request: null, at: 0 })
})

const KEPT: [string, string, object?][] = [
  ['POST', '/api/incidents/batch', { action: 'acknowledge', incident_ids: [ID] }],
  ['POST', '/api/incidents/batch', { action: 'snooze', incident_ids: [ID], until: '2026-01-01T00:00:00Z' }],
  ['POST', `/api/incidents/${ID}/status`, { status: 'resolved', note: 'restarted' }],
  ['POST', `/api/monitors/${ID}/pause`, {}],
  ['POST', `/api/monitors/${ID}/silence`, { until: '2026-01-01T00:00:00Z' }],
  ['DELETE', `/api/monitors/${ID}/silence`],
  ['POST', '/api/monitors/batch', { action: 'pause', monitor_ids: [ID] }],
]

const NOT_KEPT: [string, string, object?][] = [
  ['POST', '/api/monitors/batch', { action: 'create', monitors: [{ headers: { authorization: 'secret' } }] }],
  ['POST', '/api/monitors/batch', { action: 'delete', monitor_ids: [ID] }],
  ['POST', '/api/monitors/batch', { action: 'pause', monitor_ids: [ID], headers: { authorization: 'secret' } }],
  ['POST', '/api/monitors', { name: 'Shop' }],
  ['PUT', `/api/monitors/${ID}`, { headers: {} }],
  ['DELETE', `/api/monitors/${ID}`],
  ['DELETE', `/api/organizations/${ID}`],
  ['POST', '/api/notification-targets', { config: {} }],
  ['PUT', `/api/projects/${ID}/variables/${ID}`, { value: 'secret' }],
  ['POST', '/api/auth/password', { password: 'secret' }],
  ['POST', '/api/invitations/a-secret-token/accept'],
  ['POST', `/api/incidents/${ID}/comments`, { comment_text: 'the password is' }],
]

test('only actions of incidents and monitors without secrets are kept', () => {
  const keeps = ([method, path, body]: [string, string, object?]) =>
    isKept({ method, path, body: body ? JSON.stringify(body) : null })
  for (const request of KEPT) assert.equal(keeps(request), true, request.slice(0, 2).join(' '))
  for (const request of NOT_KEPT) assert.equal(keeps(request), false, request.slice(0, 2).join(' '))
})
