import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '../../../../web/src/screens/on-call/queries.ts'
import {
  addEntry,
  createLayer,
  findNextMember,
  type LayerDraft,
  moveEntry,
  NEW_RESTRICTION,
  type RestrictionDraft,
  toScheduleBody,
  toScheduleDraft,
} from '../../../../web/src/screens/on-call/schedule/schedule-draft.ts'

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

test('the form of a schedule sends back an unchanged schedule', () => {
  assert.deepEqual(toScheduleBody(toScheduleDraft(BODY as unknown as Schedule)), BODY)
})

test('a rotation that becomes daily has no weekday, and a period of every day has none', () => {
  const { layers, ...rest } = toScheduleDraft(BODY as unknown as Schedule)
  const restrictions = layers[0]!.restrictions.map((one) => ({ ...one, kind: 'daily' as const }))
  const [layer] = toScheduleBody({ ...rest, layers: [{ ...layers[0]!, rotation: 'daily', restrictions }] }).layers
  assert.equal(layer!.handover_weekday, null)
  assert.deepEqual(layer!.restrictions, [{ from: '17:00', to: '08:00', from_weekday: null, to_weekday: null }])
})

test('a new layer has one weekly turn of the user, and an invalid number stays as entered', () => {
  const layers = addEntry<LayerDraft>([], { ...createLayer('Layer 1', 'alice', '2026-03-01'), shiftLength: 'two' })
  const [layer] = toScheduleBody({ name: '', description: '', timezone: 'UTC', layers }).layers
  assert.deepEqual(layer!.user_ids, ['alice'])
  assert.equal(layer!.rotation, 'weekly')
  assert.equal(layer!.shift_length, 'two')
})

test('entries move by one position and keep their keys', () => {
  const entries = addEntry(addEntry(addEntry<RestrictionDraft>([], NEW_RESTRICTION), NEW_RESTRICTION), NEW_RESTRICTION)
  const keysAfter = (index: number, by: -1 | 1) => moveEntry(entries, index, by).map(({ key }) => key)
  assert.deepEqual(keysAfter(0, 1), [1, 0, 2])
  assert.deepEqual(keysAfter(2, -1), [0, 2, 1])
})

test('the next member is the first without a turn, or the first when all have one', () => {
  const members = [
    { key: 0, userId: 'alice' },
    { key: 1, userId: 'charlie' },
  ]
  assert.equal(findNextMember(members, ['alice', 'bob', 'charlie']), 'bob')
  assert.equal(findNextMember(members, ['alice', 'charlie']), 'alice')
  assert.equal(findNextMember(members, []), undefined)
})
