import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS, PLANS, type PlanLimits } from '../../../src/core/accounts/plan.ts'

const NONE = Number.POSITIVE_INFINITY

/** The contract's table in the order free, pro, scale, and the plan unlimited. */
const TABLE: Record<keyof PlanLimits, [unknown, unknown, unknown, unknown]> = {
  activeMonitors: [50, 100, 500, NONE],
  minIntervalSeconds: [300, 60, 60, 30],
  pinnedLocations: [false, true, true, true],
  sslMonitoring: [false, true, true, true],
  domainMonitoring: [false, true, true, true],
  dnsMonitoring: [false, true, true, true],
  heartbeatMonitoring: [false, true, true, true],
  slowResponseAlerts: [false, true, true, true],
  projects: [1, 10, 50, NONE],
  groups: [10, 100, 500, NONE],
  apiKeys: [3, 20, 100, NONE],
  statusPages: [1, 10, 50, NONE],
  members: [3, 20, 200, NONE],
  notificationTargets: [5, 50, 200, NONE],
  rawResultDays: [14, 60, 120, 120],
  rollupDays: [365, 730, 1825, 1825],
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
