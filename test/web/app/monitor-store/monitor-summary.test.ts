import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  getMonitorState,
  getShownState,
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
  patchMonitor(SUMMARY, {
    type: 'monitor.result',
    data: { monitor_id: 'a', result: fields as never, confirming: null },
  })

const CONFIRMING: NonNullable<MonitorSummary['confirming']> = {
  direction: 'down',
  count: 1,
  threshold: 2,
  since: '2026-01-01T13:00:00.000Z',
  regions: ['local'],
  error_type: 'status_code',
  error_message: 'status 503, expected 200-299',
}
const RECOVERING = { ...CONFIRMING, direction: 'up' } as const

test('a row shows an unconfirmed recovery', () => {
  assert.equal(getShownState({ ...SUMMARY, runtime_status: 'down', confirming: RECOVERING }), 'recovering')
  assert.equal(getShownState({ ...SUMMARY, runtime_status: 'degraded', confirming: RECOVERING }), 'recovering')
  assert.equal(getShownState({ ...SUMMARY, confirming: CONFIRMING }), 'failing')
  const maintenance = { runtime_status: 'down', in_maintenance: true } as const
  assert.equal(getShownState({ ...SUMMARY, ...maintenance, confirming: RECOVERING }), 'maintenance')
})

describe('the state of a monitor', () => {
  const CASES: [string, Partial<MonitorSummary>, string][] = [
    ['the runtime status by default', { runtime_status: 'degraded' }, 'degraded'],
    ['down when it is also flapping', { runtime_status: 'down', is_flapping: true }, 'down'],
    ['flapping when it is up', { is_flapping: true }, 'flapping'],
    ['maintenance when it is also down', { runtime_status: 'down', in_maintenance: true }, 'maintenance'],
    ['paused when it is also in maintenance', { status: 'paused', in_maintenance: true }, 'paused'],
    ['failing while a failure is not confirmed', { confirming: CONFIRMING }, 'failing'],
    ['failing when it is also flapping', { confirming: CONFIRMING, is_flapping: true }, 'failing'],
    ['down once the failure is confirmed', { runtime_status: 'down', confirming: CONFIRMING }, 'down'],
    ['down while a recovery is not confirmed', { runtime_status: 'down', confirming: RECOVERING }, 'down'],
    ['up once the recovery is confirmed', { confirming: RECOVERING }, 'up'],
    ['maintenance when it is also failing', { confirming: CONFIRMING, in_maintenance: true }, 'maintenance'],
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

test('a status event brings the reason, and removes it when the monitor is up', () => {
  const event = (to: string, at: string, parsed_reason?: object) =>
    ({
      type: 'monitor.status',
      data: { monitor_id: 'a', to_status: to, reason: '', started_at: at, parsed_reason },
    }) as never
  const reason = { kind: 'status_code', value: 503, message: 'status 503, expected 2xx' }
  const down = patchMonitor(SUMMARY, event('down', '2026-01-01T13:00:00.000Z', reason))
  assert.deepEqual([down.reason, down.status_since], [reason, '2026-01-01T13:00:00.000Z'])
  assert.equal(patchMonitor(down, event('up', '2026-01-01T13:05:00.000Z')).reason, undefined)
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

  test('shows a change that waits for confirmation, until the status changes', () => {
    const data = { monitor_id: 'a', result: { checked_at: '2026-01-01T13:01:00.000Z', status: 'down' } as never }
    const failing = patchMonitor(SUMMARY, { type: 'monitor.result', data: { ...data, confirming: CONFIRMING } })
    assert.equal(failing.confirming, CONFIRMING)
    const other = { checked_at: '2026-01-01T12:59:00.000Z', status: 'up' } as never // of another region
    const passed = patchMonitor(failing, {
      type: 'monitor.result',
      data: { monitor_id: 'a', result: other, confirming: null },
    })
    assert.deepEqual([passed.confirming, passed.last_check_at], [undefined, '2026-01-01T13:01:00.000Z'])
    assert.ok(!isSameMonitor(failing, passed) && !isSameMonitor(passed, failing))
    const down = patchMonitor(failing, {
      type: 'monitor.status',
      data: { monitor_id: 'a', to_status: 'down', reason: '', started_at: '2026-01-01T13:00:00.000Z' },
    })
    assert.deepEqual([down.runtime_status, down.confirming], ['down', undefined])
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

  test('shows who acknowledged the incident until the acknowledgement is withdrawn', () => {
    const by = { acknowledged_by_name: 'Ann' }
    const summary = patchIncident(SUMMARY, { ...incident, status: 'acknowledged', ...by })!
    assert.deepEqual(summary.open_incident, { ...incident, status: 'acknowledged', ...by })
    assert.deepEqual(patchIncident(summary, { ...incident, acknowledged_by_name: null })?.open_incident, incident)
  })

  test('returns null when the shown incident is resolved', () => {
    assert.equal(patchIncident(patchIncident(SUMMARY, incident)!, { ...incident, status: 'resolved' }), null)
    assert.equal(patchIncident(SUMMARY, { ...incident, status: 'resolved' }), SUMMARY)
  })
})

test('isSameMonitor compares two summaries by value', () => {
  assert.ok(isSameMonitor(SUMMARY, structuredClone(SUMMARY)))
  assert.ok(!isSameMonitor(SUMMARY, { ...SUMMARY, tags: ['us'] }))
  assert.ok(!isSameMonitor({ ...SUMMARY, maintenance_until: '2026-01-01T14:00:00.000Z' }, SUMMARY), 'a field is gone')
  assert.ok(
    !isSameMonitor(SUMMARY, { ...SUMMARY, open_incident: { id: 'i', status: 'open', severity: 'minor', title: '' } }),
  )
})
