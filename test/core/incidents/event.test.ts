import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIncidentEvent, toIncidentFacts, toTestEvent } from '../../../src/core/incidents/event.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'

const AT = Date.UTC(2026, 0, 31, 12)

test('an event contains all facts with the names and times of the API', () => {
  const incident = createTestIncident({ startedAt: AT - 1_500, createdAt: AT, updatedAt: AT })
  assert.deepEqual(toIncidentEvent('incident.opened', incident, AT), {
    type: 'incident.opened',
    timestamp: '2026-01-31T12:00:00.000Z',
    data: {
      organization_id: 'alice',
      project_id: 'alice',
      monitor: {
        id: 'alice-monitor-0',
        name: 'Shop',
        type: 'HTTP',
        target: 'https://shop.example.test/',
        status: 'active',
        runtimeStatus: 'up',
      },
      incident: {
        id: 'incident',
        check_id: 'alice-monitor-0',
        organization_id: 'alice',
        project_id: 'alice',
        status: 'open',
        severity: 'critical',
        type: 'timeout',
        source: 'system',
        title: '"Shop" is down',
        started_at: '2026-01-31T11:59:58.500Z',
        acknowledged_by_name: null,
        error_message: 'no answer in 10000 ms',
        affected_regions: ['eu'],
        affected_monitor_ids: [],
        failure_count: 2,
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    },
  })
})

test('an event never contains the token of a heartbeat', () => {
  const monitor = { ...SHOP, type: 'HEARTBEAT' as const, target: 'secret-token' }
  assert.doesNotMatch(
    JSON.stringify(toIncidentEvent('incident.opened', createTestIncident({ monitor }), AT)),
    /secret-token/,
  )
})

test('a resolved incident contains the time, the user, the note and the duration', () => {
  const alice = { id: 'alice', name: 'Alice' }
  const incident = createTestIncident({
    status: 'resolved',
    startedAt: AT,
    acknowledgedAt: AT + 1_000,
    acknowledgedBy: alice,
    resolvedAt: AT + 90_400,
    resolvedBy: alice,
    resolutionNote: 'Fixed the cable',
    createdBy: 'alice',
    monitor: null,
    publicTitle: null,
    statusPageUpdate: 'We are on it',
  })
  const facts = toIncidentFacts(incident)
  const { check_id, created_by, acknowledged_at, acknowledged_by_name, status_page_update } = facts
  assert.deepEqual(
    [check_id, created_by, acknowledged_at, acknowledged_by_name, status_page_update],
    [undefined, 'alice', '2026-01-31T12:00:01.000Z', 'Alice', 'We are on it'],
  )
  const { resolved_at, resolved_by, resolved_by_name, resolution_note, duration_seconds } = facts
  assert.deepEqual(
    [resolved_at, resolved_by, resolved_by_name, resolution_note, duration_seconds],
    ['2026-01-31T12:01:30.400Z', 'alice', 'Alice', 'Fixed the cable', 90],
  )
})

test('an automatically resolved incident names no user', () => {
  const facts = toIncidentFacts(createTestIncident({ status: 'resolved', resolvedAt: AT, resolutionNote: 'up' }))
  assert.deepEqual([facts.resolved_by, facts.resolved_by_name], [null, null])
})

test('a test event contains its message', () => {
  assert.deepEqual(toTestEvent({ organizationId: 'o', projectId: 'p' }, 'A test', AT), {
    type: 'test',
    timestamp: '2026-01-31T12:00:00.000Z',
    data: { organization_id: 'o', project_id: 'p', message: 'A test' },
  })
})
