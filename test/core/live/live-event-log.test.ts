import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveEventLog } from '../../../src/core/live/live-event.ts'

const ROOMY = { maxEvents: 100, maxText: 1000 }

function logOf(texts: Record<number, string>, bounds = ROOMY): LiveEventLog {
  const log = new LiveEventLog(10, bounds)
  for (const [sequence, text] of Object.entries(texts)) log.add(Number(sequence), text)
  return log
}

test('a reader receives the events after its position, in order, and its new position', () => {
  const log = logOf({ 12: 'a', 15: 'b', 16: 'c' })
  assert.deepEqual(log.readAfter(10, 100), { text: 'abc', sequence: 16 })
  assert.deepEqual(log.readAfter(12, 100), { text: 'bc', sequence: 16 })
  assert.deepEqual(
    log.readAfter(13, 100),
    { text: 'bc', sequence: 16 },
    'a position may belong to an event of another log',
  )
  assert.deepEqual(log.readAfter(16, 100), { text: '', sequence: 16 })
})

test('a read is limited in length, but returns at least one event', () => {
  const log = logOf({ 11: 'aaaa', 12: 'bb', 13: 'cc' })
  assert.deepEqual(log.readAfter(10, 3), { text: 'aaaa', sequence: 11 })
  assert.deepEqual(log.readAfter(11, 4), { text: 'bbcc', sequence: 13 })
  assert.deepEqual(log.readAfter(11, 3), { text: 'bb', sequence: 12 })
})

test('the oldest events are dropped, and a read before them returns null', () => {
  for (const bounds of [
    { maxEvents: 2, maxText: 1000 },
    { maxEvents: 100, maxText: 4 },
  ]) {
    const log = logOf({ 11: 'aa', 12: 'bb', 13: 'cc' }, bounds)
    assert.equal(log.readAfter(10, 100), null)
    assert.equal(log.hasAllSince(10), false)
    assert.deepEqual(log.readAfter(11, 100), { text: 'bbcc', sequence: 13 })
    assert.equal(log.size, 4)
  }
})

test('a position before the log began is unknown', () => {
  assert.equal(logOf({}).readAfter(9, 100), null)
  assert.deepEqual(logOf({}).readAfter(10, 100), { text: '', sequence: 10 })
})

test('half of the events can be dropped at once', () => {
  const log = logOf({ 11: 'a', 12: 'b', 13: 'c' })
  log.dropHalf()
  assert.deepEqual([log.hasAllSince(11), log.hasAllSince(12), log.size], [false, true, 1])
})

test('a long-lived log does not grow', () => {
  const log = new LiveEventLog(0, { maxEvents: 3, maxText: 1000 })
  for (let sequence = 1; sequence <= 10_000; sequence++) log.add(sequence, `${sequence % 10}`)
  assert.deepEqual(log.readAfter(9_997, 100), { text: '890', sequence: 10_000 })
  assert.equal(log.size, 3)
})
