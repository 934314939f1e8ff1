import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS, PLANS, type PlanLimits } from '../../../src/core/accounts/plan.ts'

/** The contract's table, in the order free, pro, scale. */
const TABLE: Record<keyof PlanLimits, [unknown, unknown, unknown]> = {
  activeMonitors: [50, 100, 500],
  minIntervalSeconds: [300, 60, 60],
  pinnedLocations: [false, true, true],
  sslMonitoring: [false, true, true],
  domainMonitoring: [false, true, true],
  dnsMonitoring: [false, true, true],
  heartbeatMonitoring: [false, true, true],
  slowResponseAlerts: [false, true, true],
  projects: [1, 10, 50],
  groups: [10, 100, 500],
  apiKeys: [3, 20, 100],
  statusPages: [1, 10, 50],
  members: [3, 20, 200],
  notificationTargets: [5, 50, 200],
  rawResultDays: [14, 60, 120],
  rollupDays: [365, 730, 1825],
}

for (const [limit, expected] of Object.entries(TABLE))
  test(`the limit ${limit} is ${expected.join(', ')}`, () => {
    assert.deepEqual(
      PLANS.map((plan) => DEFAULT_PLANS[plan][limit as keyof PlanLimits]),
      expected,
    )
  })

test('plans have no limit that the table lacks', () => {
  for (const plan of PLANS) assert.deepEqual(Object.keys(DEFAULT_PLANS[plan]).sort(), Object.keys(TABLE).sort())
})
