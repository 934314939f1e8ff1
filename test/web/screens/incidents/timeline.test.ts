import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comment, Update } from '../../../../web/src/screens/incidents/queries.ts'
import {
  findEntryMessage,
  listMonitorIds,
  listPagesShowing,
  mergeTimeline,
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
