import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addStep,
  moveStep,
  removeStep,
  type StepDraft,
  toPolicyBody,
  toPolicyDraft,
} from '../../../../web/src/screens/notifications/escalation/policy-draft.ts'

const toStep = (key: number, minutes: string, ...targetIds: string[]): StepDraft => ({
  key,
  minutes,
  targetIds,
  scheduleIds: [],
})

const STEPS = [toStep(0, '0', 'chat'), toStep(1, '10', 'phone'), toStep(2, '30', 'manager')]

test('a moved step keeps its targets and takes the time of its new position', () => {
  assert.deepEqual(moveStep(STEPS, 2, -1), [STEPS[0], toStep(2, '10', 'manager'), toStep(1, '30', 'phone')])
  assert.deepEqual(moveStep(STEPS, 0, 1).slice(0, 2), [toStep(1, '0', 'phone'), toStep(0, '10', 'chat')])
  assert.deepEqual(moveStep(STEPS, 2, 1), STEPS)
})

test('the second step is sent at once when the first step is removed', () => {
  assert.deepEqual(removeStep(STEPS, 0), [toStep(1, '0', 'phone'), STEPS[2]])
  assert.deepEqual(removeStep(STEPS, 1), [STEPS[0], STEPS[2]])
})

test('a new step follows the last step and has a key of its own', () => {
  assert.deepEqual(addStep([STEPS[2]!, STEPS[1]!]).at(-1), toStep(3, '20'))
  assert.deepEqual(addStep([toStep(0, 'soon')]).at(-1), toStep(1, '10'))
})

test('the body of a policy has numbers, and an invalid number as entered', () => {
  const draft = {
    ...toPolicyDraft(null),
    name: 'Night',
    steps: [toStep(0, '0', 'chat'), { ...toStep(1, 'x'), scheduleIds: ['platform'] }],
  }
  assert.deepEqual(toPolicyBody(draft), {
    name: 'Night',
    steps: [
      { after_minutes: 0, target_ids: ['chat'], schedule_ids: [] },
      { after_minutes: 'x', target_ids: [], schedule_ids: ['platform'] },
    ],
    repeat_count: 0,
  })
  assert.deepEqual(toPolicyBody({ ...draft, steps: [], repeats: 2, repeatAfter: '45' }), {
    name: 'Night',
    steps: [],
    repeat_count: 2,
    repeat_after_minutes: 45,
  })
})
