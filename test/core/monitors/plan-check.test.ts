import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS, type PlanName } from '../../../src/core/accounts/plan.ts'
import { type BoundedConfig, checkActiveLimit, checkPlan } from '../../../src/core/monitors/plan-check.ts'

const PLAIN: BoundedConfig = {
  type: 'HTTP',
  intervalSeconds: 300,
  regions: [],
  settings: { slowThresholdMs: null },
  sslMonitoring: null,
  domainMonitoring: null,
}

const ssl = (enabled: boolean) => ({
  enabled,
  checkExpiry: true,
  checkValidity: true,
  expiryWarningDays: [7],
  ignoreSelfSigned: false,
})
const domain = (enabled: boolean) => ({ enabled, expiryWarningDays: [7] })

type Case = [plan: PlanName, before: Partial<BoundedConfig> | null, after: Partial<BoundedConfig>, code: string | null]

const CASES: Case[] = [
  ['free', null, {}, null],
  ['free', null, { intervalSeconds: 299 }, 'INTERVAL_TOO_SHORT'],
  ['pro', null, { intervalSeconds: 60 }, null],
  ['pro', null, { intervalSeconds: 59 }, 'INTERVAL_TOO_SHORT'],
  ['scale', null, { intervalSeconds: 59 }, 'INTERVAL_TOO_SHORT'],
  ['free', { intervalSeconds: 60 }, { intervalSeconds: 60 }, null],
  ['free', { intervalSeconds: 60 }, { intervalSeconds: 61 }, null],
  ['free', { intervalSeconds: 60 }, { intervalSeconds: 59 }, 'INTERVAL_TOO_SHORT'],
  ['free', { intervalSeconds: 600 }, { intervalSeconds: 299 }, 'INTERVAL_TOO_SHORT'],
  ['free', { intervalSeconds: 600 }, { intervalSeconds: 300 }, null],

  ['free', null, { regions: ['eu'] }, 'LOCATION_MONITORING_NOT_AVAILABLE'],
  ['pro', null, { regions: ['eu'] }, null],
  ['free', { regions: ['eu', 'us'] }, { regions: ['eu', 'us'] }, null],
  ['free', { regions: ['eu', 'us'] }, { regions: ['us'] }, null],
  ['free', { regions: ['eu', 'us'] }, { regions: [] }, null],
  ['free', { regions: ['eu'] }, { regions: ['us'] }, 'LOCATION_MONITORING_NOT_AVAILABLE'],

  ['free', null, { sslMonitoring: ssl(true) }, 'SSL_MONITORING_NOT_AVAILABLE'],
  ['free', null, { sslMonitoring: ssl(false) }, null],
  ['free', {}, { sslMonitoring: ssl(true) }, 'SSL_MONITORING_NOT_AVAILABLE'],
  ['free', { sslMonitoring: ssl(false) }, { sslMonitoring: ssl(true) }, 'SSL_MONITORING_NOT_AVAILABLE'],
  ['free', { sslMonitoring: ssl(true) }, { sslMonitoring: { ...ssl(true), checkExpiry: false } }, null],
  ['pro', null, { sslMonitoring: ssl(true) }, null],

  ['free', null, { domainMonitoring: domain(true) }, 'DOMAIN_MONITORING_NOT_AVAILABLE'],
  ['free', null, { domainMonitoring: domain(false) }, null],
  ['free', { domainMonitoring: domain(true) }, { domainMonitoring: domain(true) }, null],
  ['pro', null, { domainMonitoring: domain(true) }, null],

  ['free', null, { settings: { slowThresholdMs: 1 } }, 'SLOW_RESPONSE_ALERTS_NOT_AVAILABLE'],
  ['free', {}, { settings: { slowThresholdMs: 1 } }, 'SLOW_RESPONSE_ALERTS_NOT_AVAILABLE'],
  ['free', { settings: { slowThresholdMs: 1 } }, { settings: { slowThresholdMs: 2 } }, null],
  ['pro', null, { settings: { slowThresholdMs: 1 } }, null],

  ['free', null, { type: 'DNS', settings: {} }, 'DNS_MONITORING_NOT_AVAILABLE'],
  ['free', null, { type: 'HEARTBEAT', settings: {} }, 'HEARTBEAT_MONITORING_NOT_AVAILABLE'],
  ['free', { type: 'DNS' }, { type: 'DNS' }, null],
  ['pro', null, { type: 'DNS', settings: {} }, null],
  ['pro', null, { type: 'HEARTBEAT', settings: {} }, null],
]

for (const [plan, before, after, code] of CASES)
  test(`${plan}: ${JSON.stringify(before)} to ${JSON.stringify(after)} is ${code ?? 'allowed'}`, () => {
    const refusal = checkPlan(DEFAULT_PLANS[plan], before && { ...PLAIN, ...before }, { ...PLAIN, ...after })
    assert.equal(refusal?.code ?? null, code)
  })

test('a refusal contains the numbers of the plan', () => {
  const refusal = checkPlan(DEFAULT_PLANS.free, null, { ...PLAIN, intervalSeconds: 60 })
  assert.equal(refusal?.message, '60 s is below the 300 s minimum of the plan')
  assert.deepEqual(refusal?.details, { field: 'interval_seconds', minimum: 300 })
})

for (const [plan, limit] of [
  ['free', 50],
  ['pro', 100],
  ['scale', 500],
] as const)
  test(`${plan}: at most ${limit} monitors may be active`, () => {
    assert.equal(checkActiveLimit(DEFAULT_PLANS[plan], limit - 1), null)
    assert.equal(checkActiveLimit(DEFAULT_PLANS[plan], limit)?.code, 'MONITOR_LIMIT_REACHED')
  })

test('unlimited: any number of monitors may be active', () => {
  assert.equal(checkActiveLimit(DEFAULT_PLANS.unlimited, 1_000_000), null)
})
