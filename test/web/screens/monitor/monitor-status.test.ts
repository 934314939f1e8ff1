import assert from 'node:assert/strict'
import test from 'node:test'
import {
  computeNextCheckAt,
  findCurrentChange,
  getDisplayState,
  hasCertificate,
} from '../../../../web/src/screens/monitor/monitor-status.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-01-10T00:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

const change = (to_status: string, ended_at?: string, kind: 'runtime' | 'config' = 'runtime') => ({
  id: to_status,
  kind,
  to_status,
  reason: '',
  started_at: '',
  ...(ended_at !== undefined && { ended_at }),
})

test('a paused monitor shows paused instead of its runtime status', () => {
  assert.equal(getDisplayState({ status: 'paused', runtimeStatus: 'down' }), 'paused')
  assert.equal(getDisplayState({ status: 'active', runtimeStatus: 'degraded' }), 'degraded')
})

test('the reason comes from the configuration change if it stops the checks, else from the runtime status', () => {
  const history = [change('paused'), change('paused', undefined, 'config'), change('up')]
  assert.equal(findCurrentChange({ status: 'paused' }, history)?.kind, 'config')
  assert.equal(findCurrentChange({ status: 'active' }, history)?.kind, 'runtime')
  assert.equal(findCurrentChange({ status: 'active' }, []), null)
})

test('the next check is due one interval after the last one', () => {
  assert.equal(computeNextCheckAt(daysAgo(0), 60), NOW + 60_000)
})

test('a monitor has a certificate when it uses TLS and a check completed the handshake', () => {
  const timings = { dns_ms: 1, connect_ms: 1 }
  const refused = { error_type: 'connection_error', timings } as const
  const site = { type: 'HTTP', target: 'https://example.com' } as const
  assert.equal(hasCertificate(site, [], null), false)
  assert.equal(hasCertificate(site, [change('unknown')], refused), false)
  assert.equal(hasCertificate(site, [change('down'), change('up', daysAgo(1))], refused), true)
  assert.equal(hasCertificate(site, [], { ...refused, error_type: 'ssl_error' }), true)
  assert.equal(hasCertificate(site, [], { ...refused, timings: { ...timings, tls_ms: 8 } }), true)
  const passed = [change('up')]
  assert.equal(hasCertificate({ ...site, target: 'http://example.com' }, passed, refused), false)
  const port = { type: 'TCP', target: 'example.com' } as const
  assert.equal(hasCertificate({ ...port, ssl_monitoring: { enabled: true } }, passed, refused), true)
  assert.equal(hasCertificate(port, passed, refused), false)
})
