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

test('a probe is stuck when checks have been due for half a minute', () => {
  assert.equal(computeStuckSince(null, 30 * SECOND_MS, 7), null)
  assert.equal(computeStuckSince(null, 30 * SECOND_MS + 1, 7), 7)
})

test('one that was stuck is well again when it is calm, and not before it has rested', () => {
  assert.equal(computeStuckSince(7, 0, 7 + 5 * MINUTE_MS - 1), 7)
  assert.equal(computeStuckSince(7, 0, 7 + 5 * MINUTE_MS), null)
  assert.equal(computeStuckSince(7, 6 * SECOND_MS, 7 + 5 * MINUTE_MS), 7)
})

const WELL = { stuckSince: null, trialUntil: null }

test('those who are stuck do not share the work, unless all are', () => {
  const [well, stuck] = [WELL, { ...WELL, stuckSince: 7 }]
  assert.deepEqual(selectWorking([well, stuck]), [well])
  assert.deepEqual(selectWorking([stuck, stuck]), [stuck, stuck])
})

test('those on trial do not share the work, unless nobody else is there', () => {
  const [well, newcomer] = [WELL, { ...WELL, trialUntil: 7 }]
  assert.deepEqual(selectWorking([well, newcomer]), [well])
  assert.deepEqual(selectWorking([newcomer]), [newcomer])
})

const NOW = 10 * MINUTE_MS

test('who comes is on trial where others are in charge, and only there', () => {
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

test('a member that was started again is not on trial, unless it was within a minute', () => {
  const others = [{ ...WELL, registeredAt: 0 }]
  const member = { ...WELL, registeredAt: NOW - MINUTE_MS }
  assert.equal(computeTrialUntil(member, others, NOW), null)
  assert.equal(computeTrialUntil({ ...member, registeredAt: NOW - MINUTE_MS + 1 }, others, NOW), NOW + 10 * SECOND_MS)
  assert.equal(
    computeTrialUntil({ ...member, trialUntil: NOW }, others, NOW),
    NOW + 10 * SECOND_MS,
    'never was in charge',
  )
})

test('absences that follow each other are one', () => {
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
