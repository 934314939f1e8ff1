import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeEscalation } from '../../../src/core/notifications/escalation-policy.ts'

const NOW = 1_000_000
const steps = [0, 10].map((afterMinutes) => ({ afterMinutes, targetIds: [], scheduleIds: [], userIds: [] }))
const policy = { steps, repeatCount: 0 }
const open = { status: 'open' } as const
const second = { round: 1, step: 2, startedAt: NOW - 1, dueAt: NOW + 5 }

test('the state of an escalation names the next step of an open incident, and why the step waits', () => {
  const next = { round: 1, step: 2, dueAt: NOW + 5 }
  assert.deepEqual(describeEscalation(open, { progress: second, policy, heldBy: null }, NOW), { state: 'active', next })
  assert.deepEqual(describeEscalation(open, { progress: second, policy, heldBy: 'snoozed' }, NOW), {
    state: 'snoozed',
    next,
  })
})

test('an escalation whose opening is held or deferred waits for the first step', () => {
  const first = { round: 1, step: 1 }
  const held = describeEscalation(open, { progress: null, policy, heldBy: 'silenced' }, NOW)
  assert.deepEqual(held, { state: 'silenced', next: { ...first, dueAt: null } })
  const later = { ...second, startedAt: NOW + 1 }
  const deferred = describeEscalation(open, { progress: later, policy, heldBy: 'maintenance' }, NOW)
  assert.deepEqual(deferred, { state: 'maintenance', next: { ...first, dueAt: NOW + 1 } })
})

test('an escalation has no next step after its last step, its policy or the open status of its incident', () => {
  type Given = Parameters<typeof describeEscalation>
  const describe = (incident: Given[0], progress: Given[1]['progress'], of: Given[1]['policy'] = null) => {
    const { state, next } = describeEscalation(incident, { progress, policy: of, heldBy: 'snoozed' }, NOW)
    return [state, next]
  }
  assert.deepEqual(describe(open, { ...second, dueAt: null }, policy), ['finished', null])
  assert.deepEqual(describe(open, { ...second, step: 3 }, policy), ['finished', null])
  assert.deepEqual(describe(open, second), ['policy_deleted', null])
  assert.deepEqual(describe({ status: 'acknowledged' }, second, policy), ['acknowledged', null])
  assert.deepEqual(describe({ status: 'resolved' }, second, policy), ['resolved', null])
})
