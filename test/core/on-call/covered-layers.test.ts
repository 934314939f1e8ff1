import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCoveredLayers } from '../../../src/core/on-call/on-call.ts'
import type { OnCallLayer } from '../../../src/core/on-call/schedule.ts'

const WEEKLY: OnCallLayer = {
  name: 'Primary',
  userIds: ['alice'],
  rotation: 'weekly',
  shiftLength: 1,
  handoverTime: '09:00',
  handoverWeekday: 'monday',
  startsOn: '2026-01-05',
  restrictions: [],
}
const NOW = Date.parse('2026-02-01T12:00Z')
const daily = (from: string, to: string) => ({ from, to, fromWeekday: null, toWeekday: null })
const covered = (...changes: Partial<OnCallLayer>[]) =>
  listCoveredLayers(
    { timezone: 'Europe/Berlin', layers: changes.map((change) => ({ ...WEEKLY, ...change })) },
    NOW,
  ).map(({ layer, coveredBy }) => `${layer} by ${coveredBy}`)

test('a later layer without restrictions covers the earlier layers of other members', () => {
  assert.deepEqual(covered({}, {}, { userIds: ['bob'] }), ['0 by 2', '1 by 2'])
})

test('two later layers cover a layer together', () => {
  const [days, nights] = [daily('06:00', '22:00'), daily('22:00', '06:00')]
  assert.deepEqual(covered({}, { restrictions: [days] }, { restrictions: [nights] }), ['0 by 1,2'])
  assert.deepEqual(covered({ restrictions: [nights] }, { restrictions: [daily('20:00', '07:00')] }), ['0 by 1'])
})

test('a layer is not covered when it applies for part of a week', () => {
  assert.deepEqual(covered({}, { restrictions: [daily('06:00', '05:59')] }), [])
  const week = { from: '09:00', to: '08:00', fromWeekday: 'monday', toWeekday: 'monday' } as const
  assert.deepEqual(covered({}, { restrictions: [week] }), [])
})

test('a layer is not covered before the later layer begins', () => {
  assert.deepEqual(covered({}, { startsOn: '2026-06-01' }), [])
  assert.deepEqual(covered({ startsOn: '2026-03-02' }, { startsOn: '2026-06-01' }), [])
  assert.deepEqual(covered({ startsOn: '2026-07-06' }, { startsOn: '2026-06-01' }), ['0 by 1'])
})

test('a layer without members neither covers a layer nor is covered', () => {
  assert.deepEqual(covered({}, { userIds: [] }), [])
  assert.deepEqual(covered({ userIds: [] }, {}), [])
})
