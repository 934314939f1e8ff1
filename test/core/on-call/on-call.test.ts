import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeOnCall, findOnCall, listFinalShifts, type Rotation } from '../../../src/core/on-call/on-call.ts'
import type { OnCallLayer } from '../../../src/core/on-call/schedule.ts'

const WEEKLY: OnCallLayer = {
  name: 'Primary',
  userIds: ['alice', 'bob'],
  rotation: 'weekly',
  shiftLength: 1,
  handoverTime: '09:00',
  handoverWeekday: 'monday',
  startsOn: '2026-01-05',
  restrictions: [],
}
const NIGHTLY: OnCallLayer = {
  ...WEEKLY,
  name: 'Nights',
  userIds: ['charlie'],
  restrictions: [{ from: '22:00', to: '06:00', fromWeekday: null, toWeekday: null }],
}

const toRotation = (layers: OnCallLayer[], overrides: Rotation['overrides'] = []): Rotation => ({
  timezone: 'Europe/Berlin',
  layers,
  overrides,
})

const at = Date.parse
const list = (rotation: Rotation, from: string, to: string): string[] =>
  listFinalShifts(rotation, at(from), at(to)).map(
    ({ userId, startsAt, endsAt }) => `${userId} ${toText(startsAt)} ${toText(endsAt)}`,
  )
const toText = (time: number): string => new Date(time).toISOString().slice(0, 16)

test('members take turns at the handover time of the time zone', () => {
  assert.deepEqual(list(toRotation([WEEKLY]), '2026-03-20T00:00Z', '2026-04-07T00:00Z'), [
    'alice 2026-03-20T00:00 2026-03-23T08:00',
    'bob 2026-03-23T08:00 2026-03-30T07:00',
    'alice 2026-03-30T07:00 2026-04-06T07:00',
    'bob 2026-04-06T07:00 2026-04-07T00:00',
  ])
})

test('a layer covers nothing before it begins, and its first turn is shorter between two handovers', () => {
  const rotation = toRotation([{ ...WEEKLY, startsOn: '2026-01-07' }])
  assert.deepEqual(list(rotation, '2026-01-01T00:00Z', '2026-01-13T00:00Z'), [
    'alice 2026-01-07T08:00 2026-01-12T08:00',
    'bob 2026-01-12T08:00 2026-01-13T00:00',
  ])
  assert.equal(findOnCall(rotation, at('2026-01-07T07:59:59.999Z')), null)
})

test('a later layer replaces an earlier layer within its restrictions, and an override replaces both', () => {
  const rotation = toRotation(
    [WEEKLY, NIGHTLY],
    [
      { userId: 'dora', startsAt: at('2026-01-06T20:00Z'), endsAt: at('2026-01-07T00:00Z') },
      { userId: 'erin', startsAt: at('2026-01-06T23:00Z'), endsAt: at('2026-01-07T01:00Z') },
    ],
  )
  assert.deepEqual(list(rotation, '2026-01-06T12:00Z', '2026-01-07T12:00Z'), [
    'alice 2026-01-06T12:00 2026-01-06T20:00',
    'dora 2026-01-06T20:00 2026-01-06T23:00',
    'erin 2026-01-06T23:00 2026-01-07T01:00',
    'charlie 2026-01-07T01:00 2026-01-07T05:00',
    'alice 2026-01-07T05:00 2026-01-07T12:00',
  ])
})

test('a skipped handover time is reached at the jump, and a repeated handover time counts the first time', () => {
  const rotation = toRotation([{ ...WEEKLY, rotation: 'daily', handoverWeekday: null, handoverTime: '02:30' }])
  assert.match(list(rotation, '2026-03-28T12:00Z', '2026-03-29T12:00Z')[1]!, / 2026-03-29T01:00 /)
  assert.match(list(rotation, '2026-10-24T12:00Z', '2026-10-25T12:00Z')[1]!, / 2026-10-25T00:30 /)
})

test('the current shift has no end while a layer has one member', () => {
  const alone = toRotation([{ ...WEEKLY, userIds: ['alice'] }])
  assert.deepEqual(describeOnCall(alone, at('2026-02-01T00:00Z')), {
    current: { userId: 'alice', endsAt: null },
    next: null,
  })
  const slow = toRotation([{ ...WEEKLY, shiftLength: 30 }])
  assert.deepEqual(describeOnCall(slow, at('2026-02-01T00:00Z')), {
    current: { userId: 'alice', endsAt: at('2026-08-03T07:00Z') },
    next: { userId: 'bob', startsAt: at('2026-08-03T07:00Z') },
  })
})

test('no user is on call in a layer without members', () => {
  assert.deepEqual(describeOnCall(toRotation([{ ...WEEKLY, userIds: [] }]), at('2026-02-01T00:00Z')), {
    current: null,
    next: null,
  })
})
