import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Delivery } from '../../../../web/src/parts/notifications/delivery/delivery.tsx'
import type { Change, Comment, Update } from '../../../../web/src/screens/incidents/queries.ts'
import {
  findEarlierResolution,
  findEntryMessage,
  isTimelineMatch,
  listFurtherEntries,
  listMonitorIds,
  listPagesShowing,
  mergeTimeline,
  type TimelineFilter,
} from '../../../../web/src/screens/incidents/timeline.ts'

const update = (id: string, second: number) =>
  ({ id, created_at: `2026-01-05T00:00:0${second}.000Z` }) as unknown as Update
const comment = (id: string, second: number) =>
  ({ id, created_at: `2026-01-05T00:00:0${second}.000Z` }) as unknown as Comment

test('updates and comments form one timeline, newest first', () => {
  const timeline = mergeTimeline(
    [update('opened', 0), update('resolved', 4)],
    [comment('why?', 2), comment('thanks', 5)],
  )
  assert.deepEqual(
    timeline.map(({ id, kind }) => `${kind} ${id}`),
    ['comment thanks', 'update resolved', 'comment why?', 'update opened'],
  )
})

test('entries of the same time list comments first, then the later update', () => {
  const timeline = mergeTimeline([update('opened', 1), update('acknowledged', 1)], [comment('seen', 1)])
  assert.deepEqual(
    timeline.map(({ id }) => id),
    ['seen', 'acknowledged', 'opened'],
  )
})

test('a message that only repeats the kind of its entry is not shown', () => {
  assert.equal(findEntryMessage({ kind: 'resolved', message: 'Incident resolved' }), null)
  assert.equal(findEntryMessage({ kind: 'resolved', message: 'The disk was full' }), 'The disk was full')
  assert.equal(findEntryMessage({ kind: 'acknowledged', message: 'Acknowledged by Ann' }), null)
  assert.equal(findEntryMessage({ kind: 'comment_added', message: 'Incident resolved?' }), 'Incident resolved?')
})

test('the earlier resolution is the last one before the last reopening', () => {
  const list = (...kinds: string[]) => kinds.map((kind, index) => ({ kind, id: `${index}` }) as unknown as Update)
  const reopened = list('created', 'resolved', 'reopened', 'comment_added', 'resolved', 'reopened', 'acknowledged')
  assert.equal(findEarlierResolution(reopened)?.id, '4')
  assert.equal(findEarlierResolution([...reopened, ...list('resolved')])?.id, '4')
  assert.equal(findEarlierResolution(list('created', 'resolved')), undefined)
})

test('an incident appears on the status pages that list one of its monitors', () => {
  const pages = [
    { name: 'Shop', shownIds: ['a', 'b'] },
    { name: 'Partners', shownIds: ['c'] },
  ]
  const ids = listMonitorIds({ check_id: 'x', affected_monitor_ids: ['b', 'x'] })
  assert.deepEqual(ids, ['x', 'b'])
  assert.deepEqual(listPagesShowing(pages, ids), ['Shop'])
  assert.deepEqual(listPagesShowing(pages, listMonitorIds({ affected_monitor_ids: [] })), [])
})

const incident = (created: number) => ({
  id: 'i',
  source: 'system' as const,
  started_at: '2026-01-05T00:00:01.000Z',
  created_at: `2026-01-05T00:00:0${created}.000Z`,
})
const delivery = (id: string, status: string) =>
  ({ id, status, created_at: '2026-01-05T00:00:04.000Z' }) as unknown as Delivery
const change = { created_at: '2026-01-05T00:00:00.000Z' } as unknown as Change

test('the first failure, notifications and changes are entries of the timeline with their own filters', () => {
  const further = listFurtherEntries(
    incident(3),
    [delivery('sent', 'delivered'), delivery('lost', 'bounced')],
    [change],
  )
  const timeline = mergeTimeline([update('opened', 3)], [comment('why?', 5)], further)
  const list = (filter: TimelineFilter) =>
    timeline.filter((entry) => isTimelineMatch(entry, filter)).map(({ id }) => id)
  assert.deepEqual(list('all'), ['why?', 'lost', 'sent', 'opened', 'failure', 'change 0'])
  assert.deepEqual(list('updates'), ['why?', 'opened', 'failure'])
  assert.deepEqual(list('notifications'), ['lost', 'sent'])
  assert.deepEqual(list('failed'), ['lost'])
  assert.deepEqual(list('changes'), ['change 0'])
})

test('an incident that opened at its first failure has no separate entry for the failure', () => {
  assert.deepEqual(listFurtherEntries(incident(1), [], []), [])
})
