import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkForm } from '../../../../web/src/parts/forms/schema-form/check.ts'
import { toCreateBody, toDraft } from '../../../../web/src/parts/forms/schema-form/draft.ts'
import {
  addStep,
  moveStep,
  removeStep,
  type StepDraft,
} from '../../../../web/src/screens/notifications/escalation/policy-steps.ts'
import { readFormModel } from '../../../support/web/form-model.ts'

const toStep = (after_minutes: number | string, ...target_ids: string[]): StepDraft => ({
  after_minutes,
  target_ids,
  schedule_ids: [],
  user_ids: [],
})

const STEPS = [toStep(0, 'chat'), toStep(10, 'phone'), toStep(30, 'manager')]

test('a moved step keeps its targets and takes the time of its new position', () => {
  assert.deepEqual(moveStep(STEPS, 2, -1), [STEPS[0], toStep(10, 'manager'), toStep(30, 'phone')])
  assert.deepEqual(moveStep(STEPS, 0, 1).slice(0, 2), [toStep(0, 'phone'), toStep(10, 'chat')])
  assert.deepEqual(moveStep(STEPS, 2, 1), STEPS)
})

test('the second step is sent at once when the first step is removed', () => {
  assert.deepEqual(removeStep(STEPS, 0), [toStep(0, 'phone'), STEPS[2]])
  assert.deepEqual(removeStep(STEPS, 1), [STEPS[0], STEPS[2]])
})

test('a new step follows the last step', () => {
  assert.deepEqual(addStep([STEPS[2]!, STEPS[1]!]).at(-1), toStep(20))
  assert.deepEqual(addStep([toStep('15')]).at(-1), toStep(25))
  assert.deepEqual(addStep([toStep('soon')]).at(-1), toStep(10))
})

test('the body of a policy has numbers, and an invalid number is reported at its field', async (t) => {
  const model = await readFormModel(t, 'escalation-policy')
  const start = toDraft(model, { name: 'Night' }) as object
  const steps = [toStep(0, 'chat'), { ...toStep('20'), schedule_ids: ['platform'] }]
  assert.deepEqual(toCreateBody(model, { ...start, steps }), {
    name: 'Night',
    steps: [
      { after_minutes: 0, target_ids: ['chat'], schedule_ids: [], user_ids: [] },
      { after_minutes: 20, target_ids: [], schedule_ids: ['platform'], user_ids: [] },
    ],
  })
  assert.deepEqual(toCreateBody(model, { ...start, steps: [], repeat_count: 2, repeat_after_minutes: '45' }), {
    name: 'Night',
    steps: [],
    repeat_count: 2,
    repeat_after_minutes: 45,
  })
  const wrong = checkForm(model, { ...start, steps: [steps[0], toStep('x')] })
  assert.deepEqual(
    wrong.map(({ field, violation }) => [field, violation]),
    [['steps.1.after_minutes', 'notNumber']],
  )
})
