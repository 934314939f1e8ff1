import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNotice } from '../../../src/channels/notice/notice.ts'
import { listOpenedIncidents, withEnds } from '../../../src/core/notifications/grouped-event.ts'
import { createGroupedExample, findExample } from '../../support/api/example-events.ts'

const BASE = 'https://watch.example.test'
const END = '2026-01-31T12:05:00.000Z'

test('a start alert sent after the end has a late title and a warning mood', () => {
  const event = findExample('incident.opened')
  const before = toNotice(event, BASE)
  const [id] = listOpenedIncidents(event)
  const late = withEnds(event, new Map([[id!, END]]))
  const { title, mood, note } = toNotice(late, BASE)
  assert.deepEqual([title, mood], [`Late alert (ended at 12:05 UTC): ${before.title}`, 'warning'])
  assert.equal(note, 'The incident ended before this notification could be sent. The recovery notification follows.')
  assert.equal(late.data.ended_at, END)
})

test('a grouped start alert counts ended incidents, and is late when all have ended', () => {
  const event = createGroupedExample('incident.opened', 3)
  const ids = listOpenedIncidents(event)
  const some = toNotice(withEnds(event, new Map([[ids[1]!, END]])), BASE)
  assert.deepEqual([some.title, some.mood], [toNotice(event, BASE).title, 'bad'])
  assert.match(some.note, /^1 of 3 incidents ended before this notification could be sent\./)
  const all = withEnds(event, new Map(ids.map((id) => [id, END])))
  assert.match(toNotice(all, BASE).title, /^Late alert \(already ended\): 3 monitors down/)
  assert.equal(all.data.alert_group?.incidents[0]?.ended_at, END)
})

test('an event stays unchanged when it is not a start or has not ended', () => {
  assert.deepEqual(listOpenedIncidents(findExample('incident.resolved')), [])
  const event = findExample('incident.opened')
  assert.equal(withEnds(event, new Map()), event)
})
