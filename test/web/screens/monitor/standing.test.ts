import assert from 'node:assert/strict'
import test from 'node:test'
import {
  hasCertificate,
  isMeasured,
  nextCheckAt,
  presentChange,
  stateOf,
} from '../../../../web/src/screens/monitor/standing.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-01-10T00:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

test('that it is paused says more than what was found last', () => {
  assert.equal(stateOf({ status: 'paused', runtimeStatus: 'down' }), 'paused')
  assert.equal(stateOf({ status: 'active', runtimeStatus: 'degraded' }), 'degraded')
})

test('the reason shown is that of whoever stopped the checks, else of what was found', () => {
  const entry = (kind: 'runtime' | 'config', to_status: string) => ({
    id: to_status,
    kind,
    to_status,
    reason: '',
    started_at: '',
  })
  const history = [entry('runtime', 'paused'), entry('config', 'paused'), entry('runtime', 'up')]
  assert.equal(presentChange({ status: 'paused' }, history)?.kind, 'config')
  assert.equal(presentChange({ status: 'active' }, history)?.kind, 'runtime')
  assert.equal(presentChange({ status: 'active' }, []), null)
})

test('an uptime is asked for only where there is one', () => {
  const site = { type: 'HTTP', status: 'active' } as const
  assert.equal(isMeasured(site, undefined, '90d', NOW), false)
  assert.equal(isMeasured(site, daysAgo(2), '24h', NOW), false)
  assert.equal(isMeasured(site, daysAgo(2), '7d', NOW), true)
  assert.equal(isMeasured({ type: 'HEARTBEAT', status: 'active' }, daysAgo(20), '24h', NOW), true)
  assert.equal(isMeasured({ type: 'HEARTBEAT', status: 'paused' }, daysAgo(20), '24h', NOW), false)
})

test('the next check comes an interval after the last', () => {
  assert.equal(nextCheckAt(daysAgo(0), 60), NOW + 60_000)
})

test('what speaks no TLS shows no certificate', () => {
  assert.equal(hasCertificate({ type: 'HTTP', target: 'https://example.com' }), true)
  assert.equal(hasCertificate({ type: 'HTTP', target: 'http://example.com' }), false)
  assert.equal(hasCertificate({ type: 'TCP', target: 'example.com', ssl_monitoring: { enabled: true } }), true)
  assert.equal(hasCertificate({ type: 'TCP', target: 'example.com' }), false)
})
