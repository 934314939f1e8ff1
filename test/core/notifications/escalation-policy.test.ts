import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeSentAt,
  describeStep,
  FIRST_STEP,
  findPosition,
  findSentStep,
  findStepIssue,
  isEscalatable,
  scheduleNextStep,
} from '../../../src/core/notifications/escalation-policy.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'

const steps = [0, 10, 25].map((afterMinutes) => ({ afterMinutes, targetIds: [], scheduleIds: [], userIds: [] }))
const policy = { steps, repeatCount: 1, repeatAfterMinutes: 30 }

test('each step follows the step before it, and the last step is followed by the next round', () => {
  const times: string[] = []
  let at = 0
  for (let next: ReturnType<typeof scheduleNextStep> = { ...FIRST_STEP, dueAt: 0 }; next.dueAt !== null; ) {
    at = next.dueAt
    times.push(`${next.round}.${next.step} at ${at / MINUTE_MS}`)
    next = scheduleNextStep(policy, next, at)
  }
  assert.deepEqual(times, ['1.1 at 0', '1.2 at 10', '1.3 at 25', '2.1 at 55', '2.2 at 65', '2.3 at 80'])
})

test('a step that is sent late delays the steps after it', () => {
  assert.equal(scheduleNextStep(policy, { round: 1, step: 2 }, 60 * MINUTE_MS).dueAt, 75 * MINUTE_MS)
})

test('a policy with one step and no repeats has no later step', () => {
  assert.equal(scheduleNextStep({ ...policy, steps: steps.slice(0, 1), repeatCount: 0 }, FIRST_STEP, 0).dueAt, null)
})

test('the sent step is the step before the next one, and its time follows from the start', () => {
  const describe = (round: number, step: number) => {
    const sent = findSentStep(policy, { round, step })
    return `${sent.round}.${sent.step} at ${computeSentAt(policy, sent, 0) / MINUTE_MS}`
  }
  assert.deepEqual(
    [describe(1, 2), describe(1, 3), describe(2, 1), describe(2, 3), describe(3, 1)],
    ['1.1 at 0', '1.2 at 10', '1.3 at 25', '2.2 at 65', '2.3 at 80'],
  )
})

test('a pending step that was removed becomes the next round, and an escalation ends without another round', () => {
  const find = (round: number, step: number, repeatCount = 1) =>
    findPosition({ ...policy, repeatCount }, { round, step })
  assert.deepEqual(find(1, 3), { round: 1, step: 3 })
  assert.deepEqual(find(1, 4), { round: 2, step: 1 })
  assert.equal(find(2, 4), null)
  assert.equal(find(2, 1, 0), null)
})

test('the first step has no delay, and each step is later than the step before', () => {
  const check = (...minutes: number[]) =>
    findStepIssue(minutes.map((afterMinutes) => ({ afterMinutes })))?.field ?? null
  assert.equal(check(0, 5, 6), null)
  assert.equal(check(5), 'steps.0.after_minutes')
  assert.equal(check(0, 5, 5), 'steps.2.after_minutes')
})

test('only open incidents that checks or users decide about are escalated', () => {
  assert.equal(isEscalatable({ family: 'availability', status: 'open' }), true)
  assert.equal(isEscalatable({ family: 'slowness', status: 'acknowledged' }), false)
  assert.equal(isEscalatable({ family: 'certificate', status: 'open' }), false)
})

test('the timeline names the step, the round and the recipients', () => {
  const describe = (round: number, step: number, names: string[], unreached: string[] = []) =>
    describeStep({ round, step, isEarly: false }, names, unreached)
  assert.equal(describe(1, 2, ['On-call phone', 'Ops']), 'Escalated to step 2: On-call phone, Ops')
  assert.equal(describe(2, 1, ['Ops']), 'Escalated to step 1 of round 2: Ops')
  assert.equal(describeStep({ round: 1, step: 2, isEarly: true }, ['Ops'], []), 'Escalated early to step 2: Ops')
  assert.match(describe(1, 2, []), /^Escalation step 2 notified no recipient: all of its targets/)
  const reason = 'no user is on call in Platform'
  assert.equal(describe(1, 2, [], [reason]), 'Escalation step 2 notified no recipient: no user is on call in Platform')
  assert.equal(describe(1, 2, ['Ops'], [reason]), 'Escalated to step 2: Ops; no user is on call in Platform')
})
