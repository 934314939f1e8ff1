import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS, type PlanName } from '../../../src/core/accounts/plan.ts'
import type { MonitorDraft } from '../../../src/core/monitors/monitor-change.ts'
import { applyDefaults, type MonitorDefaults, mergeDefaults } from '../../../src/core/monitors/monitor-defaults.ts'

const SITE: MonitorDraft = { type: 'HTTP', name: 'Site', target: 'https://example.com/', settings: {} }

/** Completes a draft with defaults. */
function complete(defaults: MonitorDefaults, draft: Partial<MonitorDraft> = {}, plan: PlanName = 'scale') {
  const facts = { limits: DEFAULT_PLANS[plan], targetIds: new Set(['mail']), regions: new Set(['eu', 'us']) }
  const { type, name, target, settings, ...rest } = applyDefaults({ ...SITE, ...draft }, defaults, facts, (host) =>
    host.includes('example.com'),
  )
  return rest
}

test('the innermost level wins, and a setting of the draft wins over all levels', () => {
  const merged = mergeDefaults([
    { defaults: { timeoutMs: 1_000, failureThreshold: 3, tags: ['a'] } },
    { defaults: { timeoutMs: 2_000 } },
    { defaults: { tags: ['b'] } },
  ])
  assert.deepEqual(merged, { timeoutMs: 2_000, failureThreshold: 3, tags: ['b'] })
  assert.deepEqual(complete(merged, { tags: [] }), { timeoutMs: 2_000, failureThreshold: 3, tags: [] })
  assert.deepEqual(complete({ runbookUrl: 'https://wiki.example.com/' }, { runbookUrl: null }), { runbookUrl: null })
})

test('deleted targets and regions are left out, and a list of which nothing remains is no default', () => {
  assert.deepEqual(complete({ notificationTargetIds: ['gone', 'mail'], regions: ['us', 'gone'] }), {
    notificationTargetIds: ['mail'],
    regions: ['us'],
  })
  assert.deepEqual(complete({ notificationTargetIds: ['gone'], regions: ['gone'] }), {})
  assert.deepEqual(complete({ notificationTargetIds: [], regions: [] }), { notificationTargetIds: [], regions: [] })
})

test('settings that the type does not use are left out', () => {
  const all: MonitorDefaults = {
    ...{ intervalSeconds: 60, timeoutMs: 1_000, failureThreshold: 3, recoveryThreshold: 3, tags: ['a'] },
    ...{ sslMonitoring: { enabled: true }, domainMonitoring: { enabled: true }, regions: ['eu'], notes: 'Call us' },
  }
  const { sslMonitoring: _, ...withoutCertificate } = all
  assert.deepEqual(complete(all), all)
  assert.deepEqual(complete(all, { type: 'DNS', target: 'example.com' }), withoutCertificate)
  assert.deepEqual(complete(all, { type: 'HEARTBEAT', target: '' }), { tags: ['a'], notes: 'Call us' })
})

test('a domain is watched only when the target has a registered one', () => {
  assert.deepEqual(complete({ domainMonitoring: { enabled: true } }, { target: 'http://10.0.0.1/' }), {})
})

test('a smaller plan leaves out its excluded features and lengthens the interval', () => {
  const all: MonitorDefaults = {
    ...{ intervalSeconds: 60, regions: ['eu'], tags: ['a'] },
    ...{ sslMonitoring: { enabled: true }, domainMonitoring: { enabled: true } },
  }
  assert.deepEqual(complete(all, {}, 'free'), { intervalSeconds: 300, tags: ['a'] })
})

test('a default of the interval or the timeout yields to the setting of the draft', () => {
  const defaults = { intervalSeconds: 60, timeoutMs: 45_000 }
  assert.deepEqual(complete(defaults), defaults)
  assert.deepEqual(complete(defaults, { intervalSeconds: 30 }), { intervalSeconds: 30 })
  assert.deepEqual(complete({ intervalSeconds: 30 }, { timeoutMs: 40_000 }, 'unlimited'), { timeoutMs: 40_000 })
  assert.deepEqual(complete({ timeoutMs: 60_000 }, { intervalSeconds: 61 }), { intervalSeconds: 61, timeoutMs: 60_000 })
})
