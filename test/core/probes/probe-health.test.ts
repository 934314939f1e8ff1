import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import {
  clearEndedTrial,
  computeStuckSince,
  computeTrialUntil,
  extendAbsence,
  isWithinAbsence,
  selectWorking,
} from '../../../src/core/probes/probe-health.ts'

test('a probe is stuck when checks have been due for more than half a minute', () => {
  assert.equal(computeStuckSince(null, 30 * SECOND_MS, 7), null)
  assert.equal(computeStuckSince(null, 30 * SECOND_MS + 1, 7), 7)
})

test('a stuck probe recovers when its checks are on time, but not before its minimum pause', () => {
  assert.equal(computeStuckSince(7, 0, 7 + 5 * MINUTE_MS - 1), 7)
  assert.equal(computeStuckSince(7, 0, 7 + 5 * MINUTE_MS), null)
  assert.equal(computeStuckSince(7, 6 * SECOND_MS, 7 + 5 * MINUTE_MS), 7)
})

const WELL = { stuckSince: null, trialUntil: null }

test('stuck probes have no share of the work, unless all are stuck', () => {
  const [well, stuck] = [WELL, { ...WELL, stuckSince: 7 }]
  assert.deepEqual(selectWorking([well, stuck]), [well])
  assert.deepEqual(selectWorking([stuck, stuck]), [stuck, stuck])
})

test('probes on trial have no share of the work, unless there are no other probes', () => {
  const [well, newcomer] = [WELL, { ...WELL, trialUntil: 7 }]
  assert.deepEqual(selectWorking([well, newcomer]), [well])
  assert.deepEqual(selectWorking([newcomer]), [newcomer])
})

const NOW = 10 * MINUTE_MS

test('a new probe is on trial only when other probes are established', () => {
  const [inCharge, fresh] = [
    { ...WELL, registeredAt: NOW - MINUTE_MS },
    { ...WELL, registeredAt: NOW - MINUTE_MS + 1 },
  ]
  assert.equal(computeTrialUntil(null, [inCharge, fresh], NOW), NOW + 10 * SECOND_MS)
  assert.equal(computeTrialUntil(null, [fresh], NOW), null)
  assert.equal(computeTrialUntil(null, [{ ...inCharge, stuckSince: 7 }], NOW), null)
  assert.equal(computeTrialUntil(null, [], NOW), null)
  assert.equal(clearEndedTrial(NOW, NOW - 1), NOW)
  assert.equal(clearEndedTrial(NOW, NOW), null)
})

test('a restarted member is not on trial, unless it restarted within a minute', () => {
  const others = [{ ...WELL, registeredAt: 0 }]
  const member = { ...WELL, registeredAt: NOW - MINUTE_MS }
  assert.equal(computeTrialUntil(member, others, NOW), null)
  assert.equal(computeTrialUntil({ ...member, registeredAt: NOW - MINUTE_MS + 1 }, others, NOW), NOW + 10 * SECOND_MS)
  assert.equal(
    computeTrialUntil({ ...member, trialUntil: NOW }, others, NOW),
    NOW + 10 * SECOND_MS,
    'it was never established',
  )
})

test('consecutive absences count as one', () => {
  const first = extendAbsence(null, NOW, NOW + 1)
  assert.deepEqual(first, { since: NOW, until: NOW + 1 })
  assert.deepEqual(extendAbsence(first, NOW + MINUTE_MS, NOW + 2 * MINUTE_MS), {
    since: NOW,
    until: NOW + 2 * MINUTE_MS,
  })
  const later = NOW + 20 * MINUTE_MS
  assert.deepEqual(extendAbsence(first, later, later + 1), { since: later, until: later + 1 })
  assert.deepEqual(
    [NOW - 1, NOW, NOW + 1].map((at) => isWithinAbsence(first, at)),
    [false, true, false],
  )
  assert.equal(isWithinAbsence(null, NOW), false)
})
