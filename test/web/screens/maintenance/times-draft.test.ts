import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createDraft,
  findChanges,
  toDraft,
  toTimes,
  type Window,
  withFrom,
} from '../../../../web/src/screens/maintenance/times-draft.ts'

const BERLIN = 'Europe/Berlin'
const NOW = Date.parse('2026-01-05T10:20:00Z')

const WINDOW = {
  name: 'Patches',
  description: '',
  monitor_ids: ['a'],
  group_ids: [],
  starts_at: '2026-01-04T01:00:17.000Z',
  ends_at: '2026-01-04T02:00:17.000Z',
  recurrence: { cron: '0 2 * * 0', duration_minutes: 60, timezone: BERLIN, until: null },
} as unknown as Window

test('a new window begins at the next full hour of its zone and lasts an hour', () => {
  const draft = createDraft(BERLIN, NOW)
  assert.deepEqual([draft.from, draft.to, draft.days, draft.day], ['2026-01-05T12:00', '2026-01-05T13:00', [1], 5])
  assert.deepEqual(toTimes(draft), {
    starts_at: '2026-01-05T11:00:00.000Z',
    ends_at: '2026-01-05T12:00:00.000Z',
    recurrence: null,
  })
})

test('moving the start keeps the length', () => {
  const draft = withFrom(createDraft(BERLIN, NOW), '2026-01-06T22:30')
  assert.deepEqual([draft.from, draft.to], ['2026-01-06T22:30', '2026-01-06T23:30'])
})

test("occurrences use the start's time of day and its length unless set otherwise", () => {
  const draft = { ...createDraft(BERLIN, NOW), kind: 'weekly' as const, days: [1, 4], until: '2026-03-31' }
  assert.deepEqual(toTimes(draft)?.recurrence, {
    cron: '0 12 * * 1,4',
    duration_minutes: 60,
    timezone: BERLIN,
    until: '2026-03-31T21:59:00.000Z',
  })
  assert.equal(toTimes({ ...draft, minutes: '30' })?.recurrence?.duration_minutes, 30)
})

test('an existing window opens with its own times and zone', () => {
  const draft = toDraft(WINDOW, 'Asia/Tokyo')
  assert.deepEqual(
    [draft.zone, draft.from, draft.to, draft.kind, draft.days, draft.minutes],
    [BERLIN, '2026-01-04T02:00', '2026-01-04T03:00', 'weekly', [0], null],
  )
  const other = { ...WINDOW, recurrence: { ...WINDOW.recurrence!, cron: '0 5 * * 0', duration_minutes: 90 } }
  assert.deepEqual([toDraft(other, BERLIN).kind, toDraft(other, BERLIN).minutes], ['cron', '90'])
})

test('unchanged times are not sent, because the form has no seconds', () => {
  const draft = toDraft(WINDOW, BERLIN)
  assert.deepEqual(findChanges(draft, { ...draft }), {})
  assert.deepEqual(findChanges(draft, { ...draft, to: '2026-01-04T03:30', minutes: '60' }), {
    ends_at: '2026-01-04T02:30:00.000Z',
  })
  assert.deepEqual(findChanges(draft, { ...draft, kind: 'once' }), { recurrence: null })
})
