import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkForm } from '../../../../web/src/parts/forms/schema-form/check.ts'
import { toBody, toDraft, toUpdateBody } from '../../../../web/src/parts/forms/schema-form/draft.ts'
import {
  createLayer,
  findNextMember,
  getKind,
  type LayerDraft,
  moveEntry,
  NEW_RESTRICTION,
  withKind,
  withRotation,
} from '../../../../web/src/screens/on-call/schedule/layers.ts'
import { readFormModel } from '../../../support/web/form-model.ts'

const BODY = {
  name: 'Platform',
  description: 'Second level',
  timezone: 'Europe/Berlin',
  layers: [
    {
      name: 'Primary',
      user_ids: ['alice', 'bob', 'alice'],
      rotation: 'weekly' as const,
      shift_length: 2,
      handover_time: '09:00',
      handover_weekday: 'tuesday' as const,
      starts_on: '2026-01-05',
      restrictions: [{ from: '17:00', to: '08:00', from_weekday: 'friday' as const, to_weekday: 'monday' as const }],
    },
    {
      name: 'Nights',
      user_ids: ['charlie'],
      rotation: 'daily' as const,
      shift_length: 1,
      handover_time: '12:00',
      handover_weekday: null,
      starts_on: '2026-02-01',
      restrictions: [{ from: '22:00', to: '06:00', from_weekday: null, to_weekday: null }],
    },
  ],
}

const readModel = (t: Parameters<typeof readFormModel>[0]) => readFormModel(t, 'on-call-schedule')

test('the form of a schedule sends back an unchanged schedule', async (t) => {
  const model = await readModel(t)
  const draft = toDraft(model, BODY)
  assert.deepEqual(toBody(model, draft), BODY)
  assert.deepEqual(toUpdateBody(model, draft, draft), {})
})

test('a rotation that becomes daily has no weekday, and a period of every day has none', async (t) => {
  const model = await readModel(t)
  const draft = toDraft(model, BODY) as { layers: LayerDraft[] }
  const [first] = draft.layers
  assert.equal(getKind(first!.restrictions[0]!), 'weekly')
  const restrictions = first!.restrictions.map((one) => withKind(one, 'daily'))
  const layers = [{ ...withRotation(first!, 'daily'), restrictions }]
  const [layer] = (toBody(model, { ...draft, layers }) as typeof BODY).layers
  assert.equal(layer!.handover_weekday, null)
  assert.deepEqual(layer!.restrictions, [{ from: '17:00', to: '08:00', from_weekday: null, to_weekday: null }])
})

test('a rotation that becomes weekly begins on Monday, and a period of every week lasts from Friday to Monday', () => {
  const daily = withRotation(createLayer('Layer 1', 'alice', '2026-03-01'), 'daily')
  assert.equal(withRotation(daily, 'weekly').handover_weekday, 'monday')
  const { from_weekday, to_weekday } = withKind(NEW_RESTRICTION, 'weekly')
  assert.deepEqual([from_weekday, to_weekday], ['friday', 'monday'])
})

test('a new layer has one weekly turn of the user, and an invalid number is reported at its field', async (t) => {
  const model = await readModel(t)
  const layers = [{ ...createLayer('Layer 1', 'alice', '2026-03-01'), shift_length: 'two' }]
  const draft = { name: 'Platform', description: '', timezone: 'UTC', layers }
  const [layer] = (toBody(model, draft) as typeof BODY).layers
  assert.deepEqual(layer!.user_ids, ['alice'])
  assert.equal(layer!.rotation, 'weekly')
  assert.deepEqual(
    checkForm(model, draft).map(({ field, violation }) => [field, violation]),
    [['layers.0.shift_length', 'notNumber']],
  )
})

test('entries move by one position', () => {
  assert.deepEqual(moveEntry([0, 1, 2], 0, 1), [1, 0, 2])
  assert.deepEqual(moveEntry([0, 1, 2], 2, -1), [0, 2, 1])
})

test('the next member is the first without a turn, or the first when all have one', () => {
  const members = ['alice', 'charlie']
  assert.equal(findNextMember(members, ['alice', 'bob', 'charlie']), 'bob')
  assert.equal(findNextMember(members, ['alice', 'charlie']), 'alice')
  assert.equal(findNextMember(members, []), undefined)
})
