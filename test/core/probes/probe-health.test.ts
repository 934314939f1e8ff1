import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import {
  absenceUntil,
  atWork,
  isStuckSince,
  stillOnTrial,
  trialOf,
  wasAbsent,
} from '../../../src/core/probes/probe-health.ts'

test('a probe is stuck when checks have been due for half a minute', () => {
  assert.equal(isStuckSince(null, 30 * SECOND_MS, 7), null)
  assert.equal(isStuckSince(null, 30 * SECOND_MS + 1, 7), 7)
})

test('one that was stuck is well again when it is calm, and not before it has rested', () => {
  assert.equal(isStuckSince(7, 0, 7 + 5 * MINUTE_MS - 1), 7)
  assert.equal(isStuckSince(7, 0, 7 + 5 * MINUTE_MS), null)
  assert.equal(isStuckSince(7, 6 * SECOND_MS, 7 + 5 * MINUTE_MS), 7)
})

const WELL = { stuckSince: null, trialUntil: null }

test('those who are stuck do not share the work, unless all are', () => {
  const [well, stuck] = [WELL, { ...WELL, stuckSince: 7 }]
  assert.deepEqual(atWork([well, stuck]), [well])
  assert.deepEqual(atWork([stuck, stuck]), [stuck, stuck])
})

test('those on trial do not share the work, unless nobody else is there', () => {
  const [well, newcomer] = [WELL, { ...WELL, trialUntil: 7 }]
  assert.deepEqual(atWork([well, newcomer]), [well])
  assert.deepEqual(atWork([newcomer]), [newcomer])
})

const NOW = 10 * MINUTE_MS

test('who comes is on trial where others are in charge, and only there', () => {
  const [inCharge, fresh] = [
    { ...WELL, registeredAt: NOW - MINUTE_MS },
    { ...WELL, registeredAt: NOW - MINUTE_MS + 1 },
  ]
  assert.equal(trialOf(null, [inCharge, fresh], NOW), NOW + 10 * SECOND_MS)
  assert.equal(trialOf(null, [fresh], NOW), null)
  assert.equal(trialOf(null, [{ ...inCharge, stuckSince: 7 }], NOW), null)
  assert.equal(trialOf(null, [], NOW), null)
  assert.equal(stillOnTrial(NOW, NOW - 1), NOW)
  assert.equal(stillOnTrial(NOW, NOW), null)
})

test('a member that was started again is not on trial, unless it was within a minute', () => {
  const others = [{ ...WELL, registeredAt: 0 }]
  const member = { ...WELL, registeredAt: NOW - MINUTE_MS }
  assert.equal(trialOf(member, others, NOW), null)
  assert.equal(trialOf({ ...member, registeredAt: NOW - MINUTE_MS + 1 }, others, NOW), NOW + 10 * SECOND_MS)
  assert.equal(trialOf({ ...member, trialUntil: NOW }, others, NOW), NOW + 10 * SECOND_MS, 'never was in charge')
})

test('absences that follow each other are one', () => {
  const first = absenceUntil(null, NOW, NOW + 1)
  assert.deepEqual(first, { since: NOW, until: NOW + 1 })
  assert.deepEqual(absenceUntil(first, NOW + MINUTE_MS, NOW + 2 * MINUTE_MS), {
    since: NOW,
    until: NOW + 2 * MINUTE_MS,
  })
  const later = NOW + 20 * MINUTE_MS
  assert.deepEqual(absenceUntil(first, later, later + 1), { since: later, until: later + 1 })
  assert.deepEqual(
    [NOW - 1, NOW, NOW + 1].map((at) => wasAbsent(first, at)),
    [false, true, false],
  )
  assert.equal(wasAbsent(null, NOW), false)
})
