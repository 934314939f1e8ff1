import assert from 'node:assert/strict'
import { test } from 'node:test'
import { componentStatus, overallStatus } from '../../../src/core/status-pages/public-overall.ts'

test('a component is what was measured, and in maintenance nothing else', () => {
  assert.equal(componentStatus('up', false, []), 'operational')
  assert.equal(componentStatus('degraded', false, []), 'degraded')
  assert.equal(componentStatus('down', false, []), 'outage')
  assert.equal(componentStatus('paused', false, []), 'unknown')
  assert.equal(componentStatus('unknown', false, []), 'unknown')
  assert.equal(componentStatus('down', true, []), 'maintenance')
})

test('what people report makes it worse and never better', () => {
  assert.equal(componentStatus('up', false, ['minor']), 'degraded')
  assert.equal(componentStatus('up', false, ['major']), 'degraded')
  assert.equal(componentStatus('unknown', false, ['minor', 'critical']), 'outage')
  assert.equal(componentStatus('down', false, ['minor']), 'outage')
  assert.equal(componentStatus('up', true, ['critical']), 'outage')
})

test('the whole is as bad as its worst part, and an outage is major beyond half of what is known', () => {
  assert.equal(overallStatus([]), 'operational')
  assert.equal(overallStatus(['operational', 'unknown']), 'operational')
  assert.equal(overallStatus(['operational', 'maintenance']), 'maintenance')
  assert.equal(overallStatus(['maintenance', 'degraded']), 'degraded')
  assert.equal(overallStatus(['outage', 'operational']), 'partial_outage')
  assert.equal(overallStatus(['outage', 'outage', 'degraded']), 'major_outage')
  assert.equal(overallStatus(['outage', 'unknown', 'unknown']), 'major_outage')
})
