import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeOf } from '../../../src/channels/notice/notice.ts'
import { incidentsToEnd, withEnds } from '../../../src/core/notifications/late-event.ts'
import { exampleOf, foldedExample } from '../../support/api/example-events.ts'

const BASE = 'https://watch.example.test'
const END = '2026-01-31T12:05:00.000Z'

test('a beginning that is sent after its end says so in its title, and looks like a warning', () => {
  const event = exampleOf('incident.opened')
  const before = noticeOf(event, BASE)
  const [id] = incidentsToEnd(event)
  const late = withEnds(event, new Map([[id!, END]]))
  const { title, mood, note } = noticeOf(late, BASE)
  assert.deepEqual([title, mood], [`Over at 12:05 UTC: ${before.title}`, 'warning'])
  assert.equal(note, 'This could not be sent before it was over. The message of the end follows.')
  assert.equal(late.data.over_at, END)
})

test('many beginnings say how many are over, and are over when all of them are', () => {
  const event = foldedExample('incident.opened', 3)
  const ids = incidentsToEnd(event)
  const some = noticeOf(withEnds(event, new Map([[ids[1]!, END]])), BASE)
  assert.deepEqual([some.title, some.mood], [noticeOf(event, BASE).title, 'bad'])
  assert.match(some.note, /^1 of 3 were over before this could be sent\./)
  const all = withEnds(event, new Map(ids.map((id) => [id, END])))
  assert.match(noticeOf(all, BASE).title, /^Over by now: 3 monitors are down/)
  assert.equal(all.data.folded?.incidents[0]?.over_at, END)
})

test('an event that is no beginning, and one without an end, stay as they are', () => {
  assert.deepEqual(incidentsToEnd(exampleOf('incident.resolved')), [])
  const event = exampleOf('incident.opened')
  assert.equal(withEnds(event, new Map()), event)
})
