import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeDowntimeMs,
  getFamily,
  getNextUpdateTime,
  getSeverity,
  truncateMessage,
} from '../../../src/core/incidents/incident.ts'
import { acknowledge, reopen, resolve } from '../../../src/core/incidents/incident-update.ts'
import { ERROR_TYPES } from '../../../src/core/results/verdict.ts'
import { createTestIncident } from '../../support/factories/incidents.ts'

const ALICE = { id: 'alice', name: 'Alice' }

test('every error type has a family and a severity', () => {
  assert.deepEqual(
    ERROR_TYPES.map((type) => [type, getFamily(type), getSeverity(type)]),
    [
      ['timeout', 'availability', 'critical'],
      ['status_code', 'availability', 'critical'],
      ['keyword_missing', 'availability', 'major'],
      ['ssl_error', 'availability', 'critical'],
      ['dns_error', 'availability', 'critical'],
      ['dns_validation_error', 'availability', 'major'],
      ['connection_error', 'availability', 'critical'],
      ['slow_response', 'slowness', 'minor'],
    ],
  )
})

test('no two updates of an incident share a millisecond, even when clocks disagree', () => {
  assert.equal(getNextUpdateTime({ updatedAt: 5 }, 9), 9)
  assert.equal(getNextUpdateTime({ updatedAt: 9 }, 9), 10)
  assert.equal(getNextUpdateTime({ updatedAt: 20 }, 9), 21)
})

test('an acknowledgement records the user and uses the fixed message', () => {
  const update = acknowledge(createTestIncident(), ALICE, 5_000)
  assert.deepEqual(
    [update.kind, update.message, update.fromStatus, update.author],
    ['acknowledged', 'Incident acknowledged', 'open', ALICE],
  )
  const { status, acknowledgedAt, acknowledgedBy, updatedAt } = update.incident
  assert.deepEqual([status, acknowledgedAt, acknowledgedBy, updatedAt], ['acknowledged', 5_000, ALICE, 5_000])
})

test('an incident never ends before its start', () => {
  assert.equal(
    resolve(createTestIncident({ startedAt: 9_000 }), { note: 'up', by: null, at: 8_000, now: 8_000 }).incident
      .resolvedAt,
    9_000,
  )
})

test('a reopened incident is open without its resolution and acknowledgement', () => {
  const acknowledged = acknowledge(createTestIncident(), ALICE, 2_000).incident
  const resolved = resolve(acknowledged, { note: 'up again', by: ALICE, at: 3_000, now: 3_000 })
  assert.deepEqual([resolved.kind, resolved.fromStatus, resolved.message], ['resolved', 'acknowledged', 'up again'])
  assert.deepEqual(
    [resolved.incident.resolvedAt, resolved.incident.resolvedBy, resolved.incident.resolutionNote],
    [3_000, ALICE, 'up again'],
  )
  const reopened = reopen(resolved.incident, { message: 'down again', by: null, at: 3_800, now: 4_000 })
  assert.deepEqual([reopened.kind, reopened.fromStatus], ['reopened', 'resolved'])
  const since = { reopenedAt: 3_800, reopenings: 1, healthyMs: 800 }
  assert.deepEqual(reopened.incident, createTestIncident({ updatedAt: 4_000, ...since }))
})

test('the downtime of a reopened incident excludes the time between its outages', () => {
  const first = resolve(createTestIncident({ startedAt: 1_000 }), {
    note: 'up',
    by: null,
    at: 2_000,
    now: 2_500,
  }).incident
  const second = reopen(first, { message: 'down again', by: null, at: 5_000, now: 5_500 }).incident
  assert.equal(computeDowntimeMs(second), null, 'it is open')
  assert.equal(computeDowntimeMs(resolve(second, { note: 'up', by: null, at: 7_000, now: 7_500 }).incident), 3_000)
})

test('an outage of a reopened incident begins and ends after the earlier resolution', () => {
  const byHand = resolve(createTestIncident({ startedAt: 1_000 }), {
    note: null,
    by: ALICE,
    at: 4_000,
    now: 4_000,
  }).incident
  const again = reopen(byHand, { message: 'down again', by: null, at: 3_000, now: 5_000 }).incident
  assert.deepEqual([again.reopenedAt, again.healthyMs], [4_000, 0])
  assert.equal(resolve(again, { note: 'up', by: null, at: 3_500, now: 6_000 }).incident.resolvedAt, 4_000)
})

test('messages are limited to 1000 characters', () => {
  assert.equal(truncateMessage('short'), 'short')
  assert.equal(truncateMessage('x'.repeat(1_000)).length, 1_000)
  assert.equal(truncateMessage('x'.repeat(1_001)), `${'x'.repeat(999)}…`)
})
