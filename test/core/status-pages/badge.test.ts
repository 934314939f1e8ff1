import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPageBadge, toResponseTimeBadge, toStatusBadge, toUptimeBadge } from '../../../src/core/status-pages/badge.ts'
import type { ComponentStatus } from '../../../src/core/status-pages/public-status.ts'

const COMPONENT = { key: 'a', name: 'Shop', description: '', uptimePercentage: null, days: [] }

test('an uptime is never rounded up', () => {
  const said = [100, 99.999, 99.5, 99.499, 95, 94.999, 99.3, 0, null].map((percentage) => {
    const { message, tone } = toUptimeBadge(percentage)
    return `${message} ${tone}`
  })
  assert.deepEqual(said, [
    '100% good',
    '99.99% good',
    '99.50% good',
    '99.49% fair',
    '95.00% fair',
    '94.99% bad',
    '99.30% fair',
    '0% bad',
    'no data unknown',
  ])
})

test('a response time is shown in milliseconds, and in seconds from one second on', () => {
  const said = [0.2, 142.4, 999.4, 999.6, 1_234, null].map((ms) => toResponseTimeBadge(ms).message)
  assert.deepEqual(said, ['1 ms', '142 ms', '999 ms', '1.00 s', '1.23 s', 'no data'])
})

test('a monitor in maintenance is not shown as down, and a paused one is not shown in maintenance', () => {
  assert.deepEqual(toStatusBadge('down', false), { label: 'status', message: 'down', tone: 'bad' })
  assert.equal(toStatusBadge('down', true).message, 'maintenance')
  assert.equal(toStatusBadge('paused', true).message, 'not monitored')
})

test('a page without measurements makes no claim', () => {
  const page = (...statuses: ComponentStatus[]) => {
    const components = statuses.map((status) => ({ ...COMPONENT, status }))
    return toPageBadge({ overall: 'operational', sections: [{ name: 'All', components }] }).message
  }
  assert.deepEqual([page(), page('unknown'), page('unknown', 'operational')], ['no data', 'no data', 'operational'])
  assert.deepEqual([page('not_monitored'), page('not_monitored', 'unknown')], ['not monitored', 'no data'])
  assert.equal(toPageBadge({ overall: 'operational', sections: [] }).tone, 'unknown')
})
