import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOccurrencesBefore } from '../../../src/core/maintenance/occurrence.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import {
  listComingOccurrences,
  listPublicOccurrences,
  type OccurrenceRange,
  type PublicWindow,
} from '../../../src/core/status-pages/public-maintenance.ts'

const MONDAY = Date.UTC(2026, 0, 5)

/** Every night at two from the first of the year, for an hour. */
const NIGHTLY: PublicWindow = {
  id: 'nightly',
  name: 'Backup',
  description: '',
  startsAt: Date.UTC(2026, 0, 1, 2),
  endsAt: Date.UTC(2026, 0, 1, 3),
  recurrence: { cron: '0 2 * * *', durationMinutes: 60, timezone: 'UTC', until: null },
  cancelledAt: null,
  createdAt: Date.UTC(2025, 11, 31),
  updatedAt: Date.UTC(2025, 11, 31),
  components: ['Shop'],
}
const ONCE: PublicWindow = { ...NIGHTLY, id: 'once', recurrence: null }

const createRange = (now: number, over: Partial<OccurrenceRange> = {}): OccurrenceRange => ({
  since: now - 30 * DAY_MS,
  maxPast: 10,
  now,
  until: now + 30 * DAY_MS,
  maxFuture: 2,
  ...over,
})

const listOccurrences = (window: PublicWindow, at: number, over: Partial<OccurrenceRange> = {}): string[] =>
  listPublicOccurrences(window, createRange(at, over), (id, startsAt) => `${id} ${startsAt}`)
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map(({ status, startsAt }) => `${status} ${new Date(startsAt).toISOString().slice(5, 10)}`)

test('a recurring window lists the newest past, the open and the soonest future occurrences', () => {
  assert.deepEqual(listOccurrences(NIGHTLY, MONDAY + 2.5 * HOUR_MS, { maxPast: 3 }), [
    'completed 01-03',
    'completed 01-04',
    'in_progress 01-05',
    'scheduled 01-06',
    'scheduled 01-07',
  ])
  assert.deepEqual(listOccurrences(NIGHTLY, MONDAY, { maxFuture: 1 }), [
    'completed 01-01',
    'completed 01-02',
    'completed 01-03',
    'completed 01-04',
    'scheduled 01-05',
  ])
})

test('a single window is listed once when it is within the range', () => {
  const { startsAt, endsAt } = ONCE
  assert.deepEqual(listOccurrences(ONCE, startsAt - 1), ['scheduled 01-01'])
  assert.deepEqual(listOccurrences(ONCE, startsAt), ['in_progress 01-01'])
  assert.deepEqual(listOccurrences(ONCE, endsAt - 1), ['in_progress 01-01'])
  assert.deepEqual(listOccurrences(ONCE, endsAt), ['completed 01-01'])
  assert.deepEqual(listOccurrences(ONCE, endsAt + 31 * DAY_MS), [])
  assert.deepEqual(listOccurrences(ONCE, startsAt - 31 * DAY_MS), [])
})

test('a cancelled window ends at its cancellation and has no later occurrences', () => {
  const at = MONDAY + 2.25 * HOUR_MS
  const off = { ...NIGHTLY, cancelledAt: at }
  assert.deepEqual(listOccurrences(off, MONDAY + 2.5 * HOUR_MS, { maxPast: 2 }), ['completed 01-04', 'completed 01-05'])
  const [last] = listPublicOccurrences(off, createRange(at + HOUR_MS, { maxPast: 1 }), (id) => id)
  assert.equal(last!.endsAt, at)
  assert.deepEqual(listOccurrences({ ...ONCE, cancelledAt: ONCE.startsAt - 1 }, MONDAY), [])
  assert.deepEqual(listOccurrences({ ...NIGHTLY, cancelledAt: ONCE.startsAt - 1 }, MONDAY), [])
})

test('a recurring occurrence is announced two weeks ahead, and a past one does not change with its plan', () => {
  const edited = { ...NIGHTLY, updatedAt: MONDAY - HOUR_MS }
  const works = listPublicOccurrences(edited, createRange(MONDAY, { maxPast: 1, maxFuture: 20 }), (id) => id)
  const [before] = works.filter(({ status }) => status === 'completed')
  assert.equal(before!.changedAt, before!.endsAt)
  const last = works.at(-1)!
  assert.equal(last.announcedAt, last.startsAt - 14 * DAY_MS)
  const [next] = works.filter(({ status }) => status === 'scheduled')
  assert.deepEqual([next!.announcedAt, next!.changedAt], [NIGHTLY.createdAt, MONDAY - HOUR_MS])
})

test('occurrences found backwards equal the ones found forwards', () => {
  const starts = listOccurrencesBefore(NIGHTLY, MONDAY + 2 * HOUR_MS + 1, 0, 100).map(({ startsAt }) => startsAt)
  assert.deepEqual(
    starts,
    [4, 3, 2, 1, 0].map((day) => NIGHTLY.startsAt + day * DAY_MS),
  )
  const { recurrence } = NIGHTLY
  const ended = { ...NIGHTLY, recurrence: { ...recurrence!, until: NIGHTLY.startsAt + DAY_MS } }
  assert.equal(listOccurrencesBefore(ended, MONDAY, 0, 100).length, 2)
  assert.equal(listOccurrencesBefore(NIGHTLY, MONDAY, NIGHTLY.startsAt + 1, 100).length, 3)
  assert.equal(listOccurrencesBefore(NIGHTLY, MONDAY, 0, 2).length, 2)
})

test('a calendar lists the soonest occurrences of all windows, up to its limit', () => {
  const noon = { ...NIGHTLY, id: 'noon', recurrence: { ...NIGHTLY.recurrence!, cron: '0 12 * * *' } }
  const off = { ...NIGHTLY, id: 'off', cancelledAt: MONDAY }
  const ahead = (limit: number, until = MONDAY + 90 * DAY_MS) =>
    listComingOccurrences([noon, NIGHTLY, off, ONCE], { now: MONDAY + 2.5 * HOUR_MS, until, limit }, (id) => id).map(
      ({ key, status, startsAt }) => `${key} ${status} ${new Date(startsAt).toISOString().slice(5, 13)}`,
    )
  assert.deepEqual(ahead(4), [
    'nightly in_progress 01-05T02',
    'noon scheduled 01-05T12',
    'nightly scheduled 01-06T02',
    'noon scheduled 01-06T12',
  ])
  assert.equal(ahead(1_000).length, 1 + 89 + 90)
  assert.equal(ahead(1_000, MONDAY + 12 * HOUR_MS).length, 2)
})
