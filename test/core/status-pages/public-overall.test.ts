import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getComponentStatus, getCountedStatus, getOverallStatus } from '../../../src/core/status-pages/public-status.ts'

test('a component has its measured status, and during maintenance only maintenance', () => {
  assert.equal(getComponentStatus('up', false, []), 'operational')
  assert.equal(getComponentStatus('degraded', false, []), 'degraded')
  assert.equal(getComponentStatus('down', false, []), 'outage')
  assert.equal(getComponentStatus('paused', false, []), 'not_monitored')
  assert.equal(getComponentStatus('unknown', false, []), 'unknown')
  assert.equal(getComponentStatus('down', true, []), 'maintenance')
})

test('a report by a user makes a component worse and never better', () => {
  assert.equal(getComponentStatus('up', false, ['minor']), 'degraded')
  assert.equal(getComponentStatus('up', false, ['major']), 'degraded')
  assert.equal(getComponentStatus('unknown', false, ['minor', 'critical']), 'outage')
  assert.equal(getComponentStatus('down', false, ['minor']), 'outage')
  assert.equal(getComponentStatus('up', true, ['critical']), 'outage')
})

test('a component that is not monitored counts with its open incidents', () => {
  assert.equal(getCountedStatus('not_monitored', []), 'not_monitored')
  assert.equal(getCountedStatus('not_monitored', ['minor']), 'degraded')
  assert.equal(getCountedStatus('not_monitored', ['minor', 'major']), 'outage')
  assert.equal(getCountedStatus('operational', ['critical']), 'operational')
  assert.equal(getOverallStatus(['operational', 'not_monitored']), 'operational')
  assert.equal(getOverallStatus(['outage', 'not_monitored', 'not_monitored']), 'major_outage')
})

test('a page has the worst status of its components, and an outage of more than half is major', () => {
  assert.equal(getOverallStatus([]), 'operational')
  assert.equal(getOverallStatus(['operational', 'unknown']), 'operational')
  assert.equal(getOverallStatus(['operational', 'maintenance']), 'maintenance')
  assert.equal(getOverallStatus(['maintenance', 'degraded']), 'degraded')
  assert.equal(getOverallStatus(['outage', 'operational']), 'partial_outage')
  assert.equal(getOverallStatus(['outage', 'outage', 'degraded']), 'major_outage')
  assert.equal(getOverallStatus(['outage', 'unknown', 'unknown']), 'major_outage')
})
