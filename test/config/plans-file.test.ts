import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPlans } from '../../src/config/config.ts'
import { DEFAULT_PLANS } from '../../src/core/accounts/plan.ts'

function apply(content: unknown) {
  const mistakes: string[] = []
  const json = typeof content === 'string' ? content : JSON.stringify(content)
  const plans = applyPlans(json, (mistake) => mistakes.push(mistake))
  return { plans, mistakes }
}

test('a plan keeps limits that the file does not contain', () => {
  const { plans, mistakes } = apply({ free: { active_monitors: 5000, dns_monitoring: true } })
  assert.deepEqual(mistakes, [])
  assert.deepEqual(plans.free, { ...DEFAULT_PLANS.free, activeMonitors: 5000, dnsMonitoring: true })
  assert.deepEqual(plans.scale, DEFAULT_PLANS.scale)
})

test('null lifts a count', () => {
  const { plans, mistakes } = apply({ free: { groups: null, raw_result_days: null } })
  assert.equal(plans.free.groups, Number.POSITIVE_INFINITY)
  assert.deepEqual(mistakes, ['"free.raw_result_days" must be a whole number of at least 0'])
})

test('the plan unlimited keeps data as long as scale unless the file states its periods', () => {
  const { plans } = apply({ unlimited: { rollup_days: 400 }, scale: { raw_result_days: 30, rollup_days: 3000 } })
  assert.deepEqual([plans.unlimited.rawResultDays, plans.unlimited.rollupDays], [30, 400])
  assert.deepEqual({ ...plans.unlimited, rawResultDays: 120, rollupDays: 1825 }, DEFAULT_PLANS.unlimited)
})

test('the default plans stay unchanged', () => {
  apply({ free: { projects: 7 } })
  assert.equal(DEFAULT_PLANS.free.projects, 1)
})

test('every mistake in the file is reported', () => {
  const { mistakes } = apply({
    gold: {},
    pro: [],
    free: { active_monitors: '50', dns_monitoring: 1, projects: -1, groups: 1.5, min_interval_seconds: 29, seats: 3 },
  })
  assert.deepEqual(
    mistakes.map((mistake) => mistake.slice(0, 45)),
    [
      '"gold" is not a plan; plans are free, pro, scale, unlimited',
      '"pro" is not an object',
      '"free.active_monitors" must be a whole number of at least 0, or null for no limit',
      '"free.dns_monitoring" must be true or false',
      '"free.projects" must be a whole number of at least 0',
      '"free.groups" must be a whole number of at least 0',
      '"free.min_interval_seconds" must be a whole number of at least 30',
      '"free.seats" is not a limit; limits are active_monitors, min_interval_seconds',
    ].map((mistake) => mistake.slice(0, 45)),
  )
})

test('an invalid file changes no plan', () => {
  for (const content of ['{', '[]', 'null']) {
    const { plans, mistakes } = apply(content)
    assert.deepEqual(mistakes, ['is not a JSON object'])
    assert.deepEqual(plans, DEFAULT_PLANS)
  }
})
