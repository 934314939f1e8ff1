import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS } from '../../../src/core/accounts/plan.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import {
  computeEarliestAccepted,
  computeHorizons,
  GRACE_MS,
  type RetentionTerms,
  toRetentionDays,
  updateTerms,
} from '../../../src/core/retention/retention.ts'

const DAY = Date.UTC(2026, 5, 15)
const FREE = toRetentionDays(DEFAULT_PLANS.free)
const SCALE = toRetentionDays(DEFAULT_PLANS.scale)
const ofScale: RetentionTerms = { ...SCALE, since: 5, planned: SCALE, shrinksAt: null }

const inForce = ({ rawResultDays, rollupDays }: RetentionTerms) => ({ rawResultDays, rollupDays })

test('every horizon is the start of a UTC day, the configured number of days before today', () => {
  assert.deepEqual(computeHorizons(FREE, DAY), {
    rawResults: DAY - 14 * DAY_MS,
    hours: DAY - 92 * DAY_MS,
    rollups: DAY - 365 * DAY_MS,
    audit: DAY - 365 * DAY_MS,
  })
})

test('hourly rollups are kept as long as their results, or as long as charts read them', () => {
  assert.equal(computeHorizons(SCALE, DAY).hours, DAY - 120 * DAY_MS)
  assert.equal(computeHorizons({ rawResultDays: 2, rollupDays: 30 }, DAY).hours, DAY - 30 * DAY_MS)
})

test('audit entries are kept for a year, however short the other retention is', () => {
  assert.equal(computeHorizons({ rawResultDays: 2, rollupDays: 30 }, DAY).audit, DAY - 365 * DAY_MS)
})

test('a plan without retention keeps yesterday, and rollups are kept as long as results', () => {
  assert.deepEqual(toRetentionDays({ ...DEFAULT_PLANS.free, rawResultDays: 0, rollupDays: 0 }), {
    rawResultDays: 1,
    rollupDays: 1,
  })
  assert.equal(toRetentionDays({ ...DEFAULT_PLANS.free, rawResultDays: 50, rollupDays: 3 }).rollupDays, 50)
})

test('a new organization loses no data for a week', () => {
  const first = updateTerms(null, FREE, DAY)
  assert.ok(first.rawResultDays > 10_000 && first.rollupDays > 10_000)
  assert.deepEqual(inForce(updateTerms(first, FREE, DAY + GRACE_MS - 1)), inForce(first))
  assert.deepEqual(inForce(updateTerms(first, FREE, DAY + GRACE_MS)), FREE)
})

test('a larger plan keeps more at once', () => {
  const ofFree: RetentionTerms = { ...FREE, since: 5, planned: FREE, shrinksAt: null }
  assert.deepEqual(updateTerms(ofFree, SCALE, DAY), { ...SCALE, since: 5, planned: SCALE, shrinksAt: null })
})

test('a smaller plan deletes nothing within a week', () => {
  const waiting = updateTerms(ofScale, FREE, DAY)
  assert.deepEqual(waiting, { ...SCALE, since: 5, planned: FREE, shrinksAt: DAY + GRACE_MS })
  assert.deepEqual(updateTerms(waiting, FREE, DAY + GRACE_MS - 1), waiting)
  const shrunk = updateTerms(waiting, FREE, DAY + GRACE_MS)
  assert.deepEqual(shrunk, { ...FREE, since: DAY + GRACE_MS, planned: FREE, shrinksAt: null })
})

test('an organization that upgrades in time loses nothing, and the next downgrade starts a new week', () => {
  const back = updateTerms(updateTerms(ofScale, FREE, DAY), SCALE, DAY + 6 * DAY_MS)
  assert.deepEqual(back, ofScale)
  assert.equal(updateTerms(back, FREE, DAY + 7 * DAY_MS).shrinksAt, DAY + 7 * DAY_MS + GRACE_MS)
})

test('a second downgrade starts a new week', () => {
  const pro = toRetentionDays(DEFAULT_PLANS.pro)
  const waiting = updateTerms(updateTerms(ofScale, pro, DAY), FREE, DAY + 6 * DAY_MS)
  assert.equal(waiting.shrinksAt, DAY + 6 * DAY_MS + GRACE_MS)
})

test('a plan with a shorter and a longer retention extends the longer one at once', () => {
  const mixed = { rawResultDays: 10, rollupDays: 5_000 }
  const waiting = updateTerms(ofScale, mixed, DAY)
  assert.deepEqual(inForce(waiting), { rawResultDays: 120, rollupDays: 5_000 })
})

test('a result is accepted while no plan can have deleted results of the same time', () => {
  assert.equal(computeEarliestAccepted(DEFAULT_PLANS, DAY), DAY - 14 * DAY_MS)
  assert.equal(computeEarliestAccepted(DEFAULT_PLANS, DAY + DAY_MS - HOUR_MS - 1), DAY - 14 * DAY_MS)
  // An hour before the horizons move
  assert.equal(computeEarliestAccepted(DEFAULT_PLANS, DAY + DAY_MS - HOUR_MS), DAY - 13 * DAY_MS)
})
