import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  getMonitorState,
  isSameMonitor,
  type MonitorSummary,
  patchIncident,
  patchMonitor,
} from '../../../../web/src/app/monitor-store/monitor-summary.ts'

const SUMMARY: MonitorSummary = {
  id: 'a',
  name: 'Web shop',
  type: 'HTTP',
  target: 'https://shop.example.com/',
  status: 'active',
  runtime_status: 'up',
  status_since: '2026-01-01T12:00:00.000Z',
  is_flapping: false,
  in_maintenance: false,
  group_id: null,
  tags: ['eu'],
  interval_seconds: 60,
  last_check_at: '2026-01-01T13:00:00.000Z',
  last_response_time_ms: 120,
  open_incident: null,
}

const status = (to: string, at: string) =>
  patchMonitor(SUMMARY, {
    type: 'monitor.status',
    data: { monitor_id: 'a', to_status: to, reason: 'because', started_at: at },
  })

const result = (fields: object) =>
  patchMonitor(SUMMARY, { type: 'monitor.result', data: { monitor_id: 'a', result: fields as never } })

describe('the state of a monitor', () => {
  const CASES: [string, Partial<MonitorSummary>, string][] = [
    ['the runtime status by default', { runtime_status: 'degraded' }, 'degraded'],
    ['down when it is also flapping', { runtime_status: 'down', is_flapping: true }, 'down'],
    ['flapping when it is up', { is_flapping: true }, 'flapping'],
    ['maintenance when it is also down', { runtime_status: 'down', in_maintenance: true }, 'maintenance'],
    ['paused when it is also in maintenance', { status: 'paused', in_maintenance: true }, 'paused'],
    ['disabled before any other state', { status: 'disabled', runtime_status: 'paused' }, 'disabled'],
  ]
  for (const [name, over, expected] of CASES)
    test(`is ${name}`, () => assert.equal(getMonitorState({ ...SUMMARY, ...over }), expected))
})

describe('a status event', () => {
  test('replaces the previous status', () => {
    const summary = status('down', '2026-01-01T13:00:00.000Z')
    assert.deepEqual([summary.runtime_status, summary.status_since], ['down', '2026-01-01T13:00:00.000Z'])
  })

  test('changes nothing when it is older than the current status', () => {
    assert.equal(status('down', '2026-01-01T11:00:00.000Z'), SUMMARY)
    assert.equal(status('up', SUMMARY.status_since), SUMMARY)
  })
})

describe('a result event', () => {
  test('sets the time of the last check and the response time', () => {
    const summary = result({ checked_at: '2026-01-01T13:01:00.000Z', status: 'up', response_time_ms: 80.5 })
    assert.deepEqual([summary.last_check_at, summary.last_response_time_ms], ['2026-01-01T13:01:00.000Z', 80.5])
  })

  test('clears the response time when the check did not pass', () => {
    const summary = result({ checked_at: '2026-01-01T13:01:00.000Z', status: 'down', response_time_ms: 80.5 })
    assert.equal(summary.last_response_time_ms, null)
  })

  test('changes nothing when it is older than the last check', () => {
    assert.equal(result({ checked_at: '2026-01-01T12:59:00.000Z', status: 'up', response_time_ms: 1 }), SUMMARY)
  })
})

describe('an incident event', () => {
  const incident = { id: 'i', status: 'open', severity: 'major', title: 'Web shop is down' }

  test('shows the incident unless a more severe one is shown', () => {
    const summary = patchIncident(SUMMARY, incident)!
    assert.deepEqual(summary.open_incident, incident)
    assert.equal(patchIncident(summary, { ...incident, id: 'j', severity: 'minor' }), summary)
    assert.equal(patchIncident(summary, { ...incident, id: 'j', severity: 'critical' })?.open_incident?.id, 'j')
  })

  test('updates the status of the shown incident', () => {
    const summary = patchIncident(SUMMARY, incident)!
    assert.equal(patchIncident(summary, { ...incident, status: 'acknowledged' })?.open_incident?.status, 'acknowledged')
  })

  test('returns null when the shown incident is resolved', () => {
    assert.equal(patchIncident(patchIncident(SUMMARY, incident)!, { ...incident, status: 'resolved' }), null)
    assert.equal(patchIncident(SUMMARY, { ...incident, status: 'resolved' }), SUMMARY)
  })
})

test('isSameMonitor compares two summaries by value', () => {
  assert.ok(isSameMonitor(SUMMARY, structuredClone(SUMMARY)))
  assert.ok(!isSameMonitor(SUMMARY, { ...SUMMARY, tags: ['us'] }))
  assert.ok(
    !isSameMonitor(SUMMARY, { ...SUMMARY, open_incident: { id: 'i', status: 'open', severity: 'minor', title: '' } }),
  )
})
