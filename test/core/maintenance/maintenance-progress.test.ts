import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MaintenanceWindow } from '../../../src/core/maintenance/maintenance.ts'
import {
  computeProgress,
  MAX_SPAN_MS,
  NO_PROGRESS,
  PLAN_AHEAD_MS,
  type ProgressStep,
  type WindowProgress,
} from '../../../src/core/maintenance/maintenance-progress.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'

const T0 = Date.UTC(2026, 0, 31)

const windowOf = (over: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  id: 'window',
  organizationId: 'alice',
  projectId: 'alice',
  name: 'Upgrade',
  description: '',
  monitorIds: ['one'],
  groupIds: [],
  startsAt: T0 + HOUR_MS,
  endsAt: T0 + 2 * HOUR_MS,
  recurrence: null,
  cancelledAt: null,
  createdAt: T0,
  updatedAt: T0,
  ...over,
})

const hourly = { cron: '0 * * * *', durationMinutes: 10, timezone: 'UTC', until: null }

const MOST = 50
const step = (window: MaintenanceWindow, before: WindowProgress, now: number) =>
  computeProgress(window, before, now, MOST)
const times = ({ pieces }: ProgressStep) => pieces.map(({ startsAt, endsAt }) => [startsAt - T0, endsAt - T0])

/** Steps through a window and returns the notifications with their times. */
function walk(window: MaintenanceWindow, until: number, from = T0) {
  const notified: [number, string][] = []
  let [progress, now, steps]: [WindowProgress, number | null, number] = [NO_PROGRESS, from, 0]
  while (now !== null && now <= until) {
    const { started, ended, notifiesEnd, notifiesStart, after, dueAt } = step(window, progress, now)
    if (ended && notifiesEnd) notified.push([now, 'ended'])
    if (started && notifiesStart) notified.push([now, 'started'])
    assert.ok(dueAt === null || dueAt > now)
    progress = after
    now = dueAt
    steps++
  }
  return { told: notified, agenda: progress, now, steps }
}

test('a window is stored ten minutes ahead, starts once, ends once, and needs no further step', () => {
  const window = windowOf()
  const far = step(window, NO_PROGRESS, T0)
  assert.deepEqual([times(far), far.dueAt], [[], window.startsAt - PLAN_AHEAD_MS])
  const near = step(window, far.after, window.startsAt - PLAN_AHEAD_MS)
  assert.deepEqual([times(near), near.started, near.dueAt], [[[HOUR_MS, 2 * HOUR_MS]], null, window.startsAt])
  const { told: notified, now, steps } = walk(window, Number.POSITIVE_INFINITY)
  assert.deepEqual(notified, [
    [window.startsAt, 'started'],
    [window.endsAt, 'ended'],
  ])
  assert.deepEqual([now, steps], [null, 4])
})

test('a recurring window starts and ends each time', () => {
  const window = windowOf({ recurrence: hourly, endsAt: T0 + HOUR_MS + 10 * MINUTE_MS })
  const { told: notified } = walk(window, T0 + 3 * HOUR_MS + 30 * MINUTE_MS)
  assert.deepEqual(
    notified.map(([at, what]) => [(at - T0) / MINUTE_MS, what]),
    [
      [60, 'started'],
      [70, 'ended'],
      [120, 'started'],
      [130, 'ended'],
      [180, 'started'],
      [190, 'ended'],
    ],
  )
})

test('occurrences without a gap send one notification of their start and end', () => {
  const recurrence = { ...hourly, cron: '*/5 * * * *', durationMinutes: 5, until: T0 + 2 * HOUR_MS }
  const window = windowOf({ recurrence, endsAt: T0 + HOUR_MS + 5 * MINUTE_MS })
  assert.deepEqual(
    walk(window, T0 + DAY_MS).told.map(([at, what]) => [(at - T0) / MINUTE_MS, what]),
    [
      [60, 'started'],
      [125, 'ended'],
    ],
  )
})

test('a late step stores past occurrences as planned and sends no notification', () => {
  const window = windowOf({ recurrence: hourly, endsAt: T0 + HOUR_MS + 10 * MINUTE_MS })
  const planned = step(window, NO_PROGRESS, T0).after
  const late = step(window, planned, T0 + 4 * HOUR_MS + 7 * MINUTE_MS)
  assert.deepEqual(
    times(late).map(([from]) => from! / HOUR_MS),
    [1, 2, 3, 4],
  )
  assert.deepEqual([late.started?.startsAt, late.notifiesStart], [T0 + 4 * HOUR_MS, false])
  const end = step(window, late.after, late.dueAt!)
  assert.deepEqual([end.ended?.endsAt, end.notifiesEnd], [T0 + 4 * HOUR_MS + 10 * MINUTE_MS, false])
  const soon = step(window, planned, T0 + HOUR_MS + 4 * MINUTE_MS)
  assert.equal(soon.notifiesStart, true)
})

test('a notified start is followed by a notified end, however late', () => {
  const begun = step(windowOf(), NO_PROGRESS, T0 + HOUR_MS).after
  const late = step(windowOf(), begun, T0 + 30 * HOUR_MS)
  assert.deepEqual([late.notifiesEnd, late.ended?.endsAt], [true, T0 + 2 * HOUR_MS])
})

test('missed occurrences are stored in batches, and the current one does not wait for them', () => {
  const window = windowOf({ recurrence: hourly, endsAt: T0 + HOUR_MS + 10 * MINUTE_MS })
  let progress = step(window, NO_PROGRESS, T0).after
  const now = T0 + 9 * HOUR_MS + MINUTE_MS
  const found: number[] = []
  for (let dueAt: number | null = now; dueAt === now; ) {
    const next = computeProgress(window, progress, now, 3)
    found.push(...times(next).map(([from]) => from! / HOUR_MS))
    progress = next.after
    dueAt = next.dueAt
  }
  assert.deepEqual(found, [1, 2, 3, 9, 4, 5, 6, 9, 7, 8, 9])
})

test('a window created after its start counts from its start, but without its past repetitions', () => {
  const window = windowOf({ startsAt: T0 - 5 * HOUR_MS, endsAt: T0 - 4 * HOUR_MS, recurrence: hourly })
  const first = step(window, NO_PROGRESS, T0 + 5 * MINUTE_MS)
  assert.deepEqual(times(first), [
    [-5 * HOUR_MS, -4 * HOUR_MS],
    [0, 10 * MINUTE_MS],
  ])
})

test('a window that is put into effect now sends a notification although its start is long past', () => {
  const now = T0 + 90 * MINUTE_MS
  assert.equal(step(windowOf({ updatedAt: now }), NO_PROGRESS, now).notifiesStart, true)
})

test('a window that is cancelled or moved while in effect ends now', () => {
  const begun = step(windowOf(), NO_PROGRESS, T0 + HOUR_MS).after
  const now = T0 + 90 * MINUTE_MS
  for (const changed of [
    windowOf({ cancelledAt: now }),
    windowOf({ startsAt: T0 + DAY_MS, endsAt: T0 + 2 * DAY_MS }),
    windowOf({ endsAt: now }),
  ]) {
    const next = step(changed, begun, now)
    assert.deepEqual([next.ended, next.notifiesEnd], [{ startsAt: T0 + HOUR_MS, endsAt: now }, true])
  }
  assert.equal(step(windowOf({ cancelledAt: now }), begun, now).dueAt, null)
  const longer = step(windowOf({ endsAt: T0 + 9 * HOUR_MS }), begun, now)
  assert.deepEqual([longer.ended, longer.started, longer.after.running?.endsAt], [null, null, T0 + 9 * HOUR_MS])
})

test('maintenance over months is stored in consecutive pieces', () => {
  const window = windowOf({ endsAt: T0 + HOUR_MS + 30 * DAY_MS })
  const pieces: number[][] = []
  let [progress, now]: [WindowProgress, number | null] = [NO_PROGRESS, T0]
  while (now !== null) {
    const next = step(window, progress, now)
    for (const { startsAt, endsAt, isNew } of next.pieces) if (isNew) pieces.push([startsAt, endsAt])
    progress = next.after
    now = next.dueAt
  }
  assert.equal(pieces.length, 5)
  assert.ok(pieces.every(([from, to]) => to! - from! <= MAX_SPAN_MS))
  assert.deepEqual(
    pieces.slice(1).map(([from]) => from),
    pieces.slice(0, -1).map(([, to]) => to),
  )
  assert.deepEqual([pieces[0]![0], pieces.at(-1)![1]], [window.startsAt, window.endsAt])
})

test('group membership is checked every minute while a window with groups is in effect', () => {
  const dueIn = (groupIds: string[]) => step(windowOf({ groupIds }), NO_PROGRESS, T0 + HOUR_MS).dueAt! - T0 - HOUR_MS
  assert.deepEqual([dueIn([]), dueIn(['group'])], [HOUR_MS, MINUTE_MS])
})
